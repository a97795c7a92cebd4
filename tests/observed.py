"""All that can be seen of a board, to compare it before and after something."""

from __future__ import annotations

from typing import NamedTuple

from beespace.rules import PIECES, BaseBoard, Hex, Move, Outcome


class Observed(NamedTuple):
    """Every answer a board gives about its present state."""

    position: str
    moves: tuple[Move, ...]
    legal_moves: list[Move]
    search_key: int
    repetition_key: int
    repetition_count: int
    outcome: Outcome | None
    locations: list[Hex | None]


def observe(board: BaseBoard) -> Observed:
    """Ask a board everything; the list of legal moves keeps its order."""
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
