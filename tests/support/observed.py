"""A snapshot of everything a board reports, to compare it before and after an operation."""

from __future__ import annotations

from typing import NamedTuple

from beespace.rules import PIECES, BaseBoard, Hex, Move, Outcome


class Observed(NamedTuple):
    """Everything a board reports about its current state."""

    position: str
    moves: tuple[Move, ...]
    legal_moves: list[Move]
    search_key: int
    repetition_key: int
    repetition_count: int
    outcome: Outcome | None
    locations: list[Hex | None]


def observe(board: BaseBoard) -> Observed:
    """Take a snapshot of a board; the legal moves keep their order."""
    return Observed(
        board.position(),
        board.moves,
        list(board.legal_moves),
        board.search_key(),
        board.repetition_key(),
        board.repetition_count(),
        board.outcome(),
        [board.location(piece) for piece in PIECES],
    )
