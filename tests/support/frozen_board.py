"""A board on which neither player can ever move again.

No game is known to lead to such a position, so the tests of what happens then need this stand-in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from beespace.rules import Board, LegalMoves, Move, Pass, Piece


class OnlyPass(LegalMoves):
    """The moves of a player who can only pass."""

    def __init__(self, moves: list[Move]) -> None:
        self._moves = moves

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        return self._moves[index]

    def of(self, piece: Piece) -> Sequence[Move]:  # noqa: ARG002
        return []


class FrozenBoard(Board):
    """Both players can only pass once two pieces are placed."""

    @property
    def legal_moves(self) -> LegalMoves:
        if self.ply < 2:
            return super().legal_moves
        return OnlyPass([] if self.outcome() else [Pass()])
