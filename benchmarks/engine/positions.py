"""Positions from the middle of games, for benchmarks.

They come from a file of games or, without one, from games that the engine plays against itself: the
same ones every time, so that everybody measures the same. Games that are nearly over are left out.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from beespace import Board
from beespace.engine import Limit
from beespace.engine.native import NativePlayer
from beespace.rules import BaseBoard

PLY = 40
EVERY = 100
OWN_TYPES = ("Base", "Base+ML", "Base+MLP")
OWN_GAMES = 5  # of each type
RANDOM_PLIES = 4
NODES = 20_000


def middle_positions(file: Path | None) -> list[BaseBoard]:
    """Return positions after move 40: of every 100th game of a file, or of the engine's games."""
    if file is None:
        return list(_own_positions())
    try:
        return list(_positions_in(file))
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{file}: expected one JSON game per line, with game_type and moves: {error}")


def _own_positions() -> Iterator[BaseBoard]:
    for game_type in OWN_TYPES:
        games = (_own_game(game_type, seed) for seed in itertools.count())
        yield from itertools.islice((game for game in games if _is_open(game)), OWN_GAMES)


def _own_game(game_type: str, seed: int) -> BaseBoard:
    chance = random.Random(seed)
    board: BaseBoard = Board(game_type)
    for _ in range(RANDOM_PLIES):
        board.push(chance.choice(board.legal_moves))
    player = NativePlayer(hash_mb=4)
    while board.ply < PLY and board.outcome() is None:
        board.push(player.choose(board, Limit(nodes=NODES)))
    return board


def _is_open(board: BaseBoard) -> bool:
    """Return whether the game isn't over, and the engine doesn't see its end either."""
    if board.outcome() is not None:
        return False
    (*_, last) = NativePlayer(hash_mb=4).analyse(board, Limit(nodes=10 * NODES))
    return not last.best.score.is_decided


def _positions_in(file: Path) -> Iterator[BaseBoard]:
    with file.open(encoding="utf-8") as lines:
        for line in itertools.islice(lines, 0, None, EVERY):
            game = json.loads(line)
            if len(game["moves"]) < PLY:
                continue
            queen_first = ",queen-first" if game.get("queen_first") else ""
            board = Board(game["game_type"] + queen_first)
            for move in game["moves"][:PLY]:
                board.push_uhp(move)
            if board.outcome() is None:
                yield board
