r"""Boards as pictures, so that a test can be checked by looking at it.

    drawing = '''
          .   bS1 .
        bG1 wB1 wQ
          o   o
        wB1 on bA1 on bQ
    '''

Each row is shifted by half a hex: neighbours in the same row are four columns to the left and
right, and neighbours in the rows above and below are two columns to the left and right. A piece's
name shows the top of a stack; a line at the end such as `wB1 on bA1 on bQ` lists the pieces below
it. A single character is a mark on an empty hex (usually a dot); the test gets the marked hexes
back. The first piece or mark in the first row is on Hex(0, 0).
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from textwrap import dedent
from typing import TypeVar

from beespace.rules import BaseBoard, Hex, Pass, Piece

B = TypeVar("B", bound=BaseBoard)

# A turn number late enough for any number of pieces to be on the board.
LATE = 30


@dataclass(frozen=True)
class Drawing:
    """A parsed picture: the stacks, and the hexes of each mark."""

    stacks: dict[Hex, tuple[str, ...]]
    marks: dict[str, frozenset[Hex]]

    def position(
        self, ruleset: str = "Base+MLP", turn: str = f"White[{LATE}]", stunned: str = "-"
    ) -> str:
        """Return the position notation; a picture can't show whose turn it is, so pass `turn`."""
        return " ".join(
            [
                ruleset,
                turn,
                stunned,
                *(f"{hex.q},{hex.r}:{'.'.join(stack)}" for hex, stack in self.stacks.items()),
            ]
        )


def read(picture: str) -> Drawing:
    """Parse a picture."""
    lines = [line.rstrip() for line in dedent(picture).strip("\n").splitlines()]
    below: dict[str, tuple[str, ...]] = {}
    rows: list[str] = []
    for line in lines:
        names = re.split(r" on ", line.strip())
        if len(names) > 1:
            below[names[0]] = tuple(reversed(names))
        else:
            rows.append(line)
    stacks: dict[Hex, tuple[str, ...]] = {}
    marks: defaultdict[str, set[Hex]] = defaultdict(set)
    first_column = re.search(r"\S", rows[0])
    assert first_column is not None, "the first row of a picture must not be empty"
    for r, row in enumerate(rows):
        for found in re.finditer(r"\S+", row):
            name = found.group()
            q, rest = divmod(found.start() - first_column.start() - 2 * r, 4)
            assert rest == 0, f"{name} in row {r} is between two hexes:\n{picture}"
            if len(name) == 1:
                marks[name].add(Hex(q, r))
            else:
                stacks[Hex(q, r)] = below.pop(name, (name,))
    assert not below, f"{list(below)} are not in the picture:\n{picture}"
    return Drawing(stacks, {mark: frozenset(hexes) for mark, hexes in marks.items()})


def board_of(
    board_class: type[B],
    picture: str,
    ruleset: str = "Base+MLP",
    turn: str = f"White[{LATE}]",
    stunned: str = "-",
) -> B:
    """Return the board that a picture shows."""
    return board_class.from_position(read(picture).position(ruleset, turn, stunned))


def draw(board: BaseBoard, marks: dict[Hex, str] | None = None) -> str:
    """Return a picture of a board, for messages; `read` returns the same arrangement from it."""
    shown = {hex: str(board.stack(hex)[-1]) for hex in board.hexes()} | (marks or {})
    if not shown:
        return "(an empty board)"
    rows = range(min(hex.r for hex in shown), max(hex.r for hex in shown) + 1)
    left = min(4 * hex.q + 2 * hex.r for hex in shown)
    picture = []
    for r in rows:
        row = ""
        for hex in sorted(hex for hex in shown if hex.r == r):
            row = row.ljust(4 * hex.q + 2 * hex.r - left) + shown[hex]
        picture.append(row)
    for hex in board.hexes():
        stack = board.stack(hex)
        if len(stack) > 1:
            picture.append(" on ".join(map(str, reversed(stack))))
    return "\n".join(picture)


def destinations(board: BaseBoard, piece: str) -> frozenset[Hex]:
    """Return the hexes a piece can move to or be thrown to."""
    moves = board.legal_moves.of(Piece.parse(piece))
    return frozenset(move.to for move in moves if not isinstance(move, Pass))
