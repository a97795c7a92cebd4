"""The pieces on the board: which stack is on which hex.

Every rule uses it; it knows nothing about turns or rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from beespace.rules.box.pieces import Piece
from beespace.rules.hexgrid import Hex
from beespace.rules.moves import Place, Relocate


class Hive:
    """Stacks of pieces on hexes, each listed bottom to top.

    >>> hive = Hive()
    >>> hive.put(Piece.parse("wQ"), Hex(0, 0))
    >>> hive.put(Piece.parse("bB1"), Hex(0, 0))
    >>> hive.height(Hex(0, 0)), hive.top(Hex(0, 0)), Hex(1, 0) in hive
    (2, Piece.parse('bB1'), False)
    """

    __slots__ = ("locations", "stacks")

    def __init__(self) -> None:
        self.stacks: dict[Hex, list[Piece]] = {}
        self.locations: dict[Piece, Hex] = {}

    def __contains__(self, hex: Hex) -> bool:
        return hex in self.stacks

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.stacks)

    def __len__(self) -> int:
        return len(self.stacks)

    def height(self, hex: Hex) -> int:
        """Return the number of pieces on a hex."""
        stack = self.stacks.get(hex)
        return len(stack) if stack else 0

    def top(self, hex: Hex) -> Piece:
        """Return the top piece of an occupied hex."""
        return self.stacks[hex][-1]

    def is_covered(self, piece: Piece) -> bool:
        """Return whether another piece is on top of this one."""
        return self.stacks[self.locations[piece]][-1] is not piece

    def stands_alone(self, piece: Piece) -> bool:
        """Return whether this piece is the only one on its hex."""
        return len(self.stacks[self.locations[piece]]) == 1

    def neighbors(self, hex: Hex) -> list[Hex]:
        """Return the occupied hexes around a hex."""
        return [neighbor for neighbor in hex.neighbors() if neighbor in self.stacks]

    def move_to(self, piece: Piece, hex: Hex) -> Place | Relocate:
        """Return the move that brings a piece to a hex: like `Board.move_to`, without a board."""
        return Relocate(piece, hex) if piece in self.locations else Place(piece, hex)

    def put(self, piece: Piece, hex: Hex) -> None:
        """Put a piece on a hex, on top of any pieces there."""
        self.stacks.setdefault(hex, []).append(piece)
        self.locations[piece] = hex

    def lift(self, piece: Piece) -> Hex:
        """Remove an uncovered piece and return the hex it was on."""
        hex = self.locations.pop(piece)
        stack = self.stacks[hex]
        assert stack[-1] is piece, f"{piece} is covered"
        stack.pop()
        if not stack:
            del self.stacks[hex]
        return hex

    def copy(self) -> Hive:
        """Return an independent copy."""
        hive = Hive()
        hive.stacks = {hex: list(stack) for hex, stack in self.stacks.items()}
        hive.locations = dict(self.locations)
        return hive
