"""Measures the server's work per turn: the position, all moves with paths, and all reasons.

    turn_cost.py [games.jsonl] [--every 10]

The file has one JSON game per line, with `game_type` and `moves`. Without a file, random games are
used. The results are milliseconds of CPU time per turn, using `beespace.Board`.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import beespace
from beespace.errors import IllegalMoveError, InvalidNotationError
from beespace.formats.replay import Replay
from beespace.rules import BaseBoard, Ruleset
from beespace.server.boards.turns import played_move, turn_text

MAX_PLIES = 100


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--every", type=int, default=10, help="use every n-th game")
    options = parser.parse_args()
    boards = of_file(options.file, options.every) if options.file else of_random_games(100)
    turns, moves, sizes = [], [], []
    gc.disable()
    for board in boards:
        begun = time.process_time()
        text = turn_text(board)
        written = time.process_time()
        if board.legal_moves:
            played_move(board, board.legal_moves[-1])
            moves.append(time.process_time() - written)
        turns.append(written - begun)
        sizes.append(len(text))
        if len(turns) % 1000 == 0:
            gc.collect()
    print(f"{len(turns):,} turns on the {beespace.BACKEND} board")
    for name, seconds in (("turn", turns), ("played move", moves)):
        ordered = sorted(seconds)
        mean = sum(ordered) / len(ordered)
        high = ordered[int(len(ordered) * 0.95)]
        times = f"{mean * 1e3:6.2f} ms on average, {high * 1e3:6.2f} ms at the 95th percentile"
        print(f"{name:12} {times}")
    print(f"a turn has {sum(sizes) / len(sizes):,.0f} bytes on average")


def of_file(file: Path, every: int) -> Iterator[BaseBoard]:
    """Yield the board after each move of every n-th game in a file."""
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % every:
                continue
            game = json.loads(line)
            replay = Replay(Ruleset.parse(f"{game['game_type']},queen-first,threefold"))
            for text in game["moves"]:
                try:
                    replay.read(text)
                except (IllegalMoveError, InvalidNotationError):
                    break  # the game continued after a draw by repetition
                yield replay.board


def of_random_games(games: int) -> Iterator[BaseBoard]:
    """Yield the board after each move of random games."""
    rng = random.Random(1)
    for _ in range(games):
        board = beespace.Board("Base+MLP")
        for _ in range(MAX_PLIES):
            if not board.legal_moves:
                break
            board.push(rng.choice(board.legal_moves))
            yield board


if __name__ == "__main__":
    main()
