"""What a player can do in a turn: place a piece, move one, or pass.

Moves are values: two moves are equal when the same piece ends on the same hex, however it got
there. They know no board; `board.uhp(move)` writes one as text.
"""

from __future__ import annotations

from dataclasses import dataclass

from beespace.rules.hexgrid import Hex
from beespace.rules.pieces import Piece


@dataclass(frozen=True, slots=True)
class Place:
    """Put a new piece from the hand on an empty hex."""

    piece: Piece
    to: Hex


@dataclass(frozen=True, slots=True)
class Relocate:
    """Bring a piece on the board to another hex: its own move, or a pillbug's throw of it."""

    piece: Piece
    to: Hex


@dataclass(frozen=True, slots=True)
class Pass:
    """Hand the turn over, which is only done when nothing else is possible."""


Move = Place | Relocate | Pass


def check_move(move: object) -> None:
    """Refuse what only looks like a move: a tuple equals a hex, and 1.0 equals 1.

    Raises:
        TypeError: it is not a move, or not made of a piece and a hex.
    """
    match move:
        case Pass():
            return
        case Place(Piece(), Hex(q, r)) | Relocate(Piece(), Hex(q, r)):
            if type(q) is int and type(r) is int:
                return
    raise TypeError(f"a move is a Place or Relocate of a Piece to a Hex, or a Pass; not {move!r}")
