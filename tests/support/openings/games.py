"""Random games for tests of the opening explorer."""

from __future__ import annotations

import random

from beespace import Board
from beespace.rules import Move

PLIES = 14


def random_game(chance: random.Random, game_type: str, plies: int = PLIES) -> tuple[Move, ...]:
    """Return a random game with few choices at first, so that games share positions."""
    board = Board(game_type)
    while board.outcome() is None and board.ply < plies:
        few = 3 if board.ply < 6 else 100
        board.push(chance.choice(board.legal_moves[:few]))
    return board.moves
