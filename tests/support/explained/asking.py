"""Random moves to ask about, most of them illegal."""

from __future__ import annotations

import random
from collections.abc import Iterator

from beespace.rules import PIECES, BaseBoard, Hex, Move, Pass, Place, Relocate


def asked_moves(rng: random.Random, board: BaseBoard, count: int) -> Iterator[Move]:
    """Yield random moves, most of them illegal and near the hive."""
    yield Pass()
    near = [hex for one in board.hexes() for hex in (one, *one.neighbors())] or [Hex(0, 0)]
    placed = [piece for stack in board.stacks().values() for piece in stack]
    own = [piece for piece in placed if piece.color is board.turn]
    for _ in range(count):
        piece = rng.choice(rng.choices((own, placed, PIECES), (5, 3, 2))[0] or PIECES)
        hex = rng.choice(near)
        if rng.random() < 0.05:
            hex = Hex(rng.choice((-1, 1, 2**31 - 1)), rng.choice((2, 5, -(2**31), 10**20)))
        if rng.random() < 0.1:
            yield rng.choice((Place, Relocate))(piece, hex)
        else:
            yield board.move_to(piece, hex)


def asked_text(rng: random.Random) -> str:
    """Return the text of a move that is probably illegal."""
    marked = rng.choice(("", " {}", " -{}", " {}-", " /{}", " {}/", " \\{}", " {}\\"))
    return str(rng.choice(PIECES)) + marked.format(rng.choice(PIECES))
