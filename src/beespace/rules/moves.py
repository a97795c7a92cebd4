"""The moves a player can make: place a piece, move one, or pass.

Moves are immutable values. Two moves are equal if the same piece ends on the same hex, whichever
path it takes. They don't depend on a board; `board.uhp(move)` writes one as text.
"""

from __future__ import annotations

from dataclasses import dataclass

from beespace.rules.box.pieces import Piece
from beespace.rules.hexgrid import Hex


@dataclass(frozen=True, slots=True)
class Place:
    """Place a piece from the hand on an empty hex."""

    piece: Piece
    to: Hex


@dataclass(frozen=True, slots=True)
class Relocate:
    """Move a piece on the board to another hex: by its own move, or by a throw."""

    piece: Piece
    to: Hex


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass the turn, which is legal only if there is no other move."""


Move = Place | Relocate | Pass
"""Any move."""


def check_move(move: object) -> None:
    """Check the types in a move, because a tuple compares equal to a hex and 1.0 to 1.

    Raises:
        TypeError: it is not a move, or its piece or hex has the wrong type.
    """
    match move:
        case Pass():
            return
        case Place(Piece(), Hex(q, r)) | Relocate(Piece(), Hex(q, r)):
            if type(q) is int and type(r) is int:
                return
    raise TypeError(f"a move is a Place or Relocate of a Piece to a Hex, or a Pass; not {move!r}")
