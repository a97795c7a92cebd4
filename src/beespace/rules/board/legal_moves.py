"""The interface of `board.legal_moves`, which each board implements in its own way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from beespace.rules.box.pieces import Piece
from beespace.rules.moves import Move


class LegalMoves(Sequence[Move], ABC):
    """A live view of a board's legal moves.

    `move in board.legal_moves` does not generate all moves; the reference board only generates
    those of one piece.
    """

    @abstractmethod
    def of(self, piece: Piece) -> Sequence[Move]:
        """Return the legal moves of one piece, in hand or on the board."""

    def __repr__(self) -> str:
        return f"<LegalMoves: {len(self)}>"
