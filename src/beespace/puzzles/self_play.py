"""Plays games to mine, between two mid-level players that make mistakes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from beespace.backend import Board
from beespace.engine import Limit, level
from beespace.engine.native import NativePlayer
from beespace.rules import BaseBoard

# Levels that see short threats and make mistakes.
_LEVELS = (8, 9, 10)
_OPENING_PLIES = 4
_LONGEST = 160
_NODES = 3000


def games(types: Sequence[str], seed: int) -> Iterator[BaseBoard]:
    """Yield an endless series of games with a winner, cycling through the given game types."""
    chance = random.Random(seed)
    while True:
        for game_type in types:
            board = _play(game_type, chance)
            outcome = board.outcome()
            if outcome is not None and outcome.winner is not None:
                yield board


def _play(game_type: str, chance: random.Random) -> BaseBoard:
    board = Board(game_type)
    for _ in range(_OPENING_PLIES):
        board.push(chance.choice(board.legal_moves))
    players = [
        NativePlayer(hash_mb=4, level=level(chance.choice(_LEVELS)), seed=chance.getrandbits(32))
        for _ in range(2)
    ]
    while board.outcome() is None and board.ply < _LONGEST:
        board.push(players[board.ply % 2].choose(board, Limit(nodes=_NODES)))
    return board
