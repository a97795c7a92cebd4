"""Measures the server's work per turn: the position, all moves with paths, and all reasons.

    turn_cost.py [games.jsonl] [--every 10] [--in-python]

The file has one JSON game per line, with `game_type` and `moves`. Without a file, random games are
used. The results are milliseconds of CPU time per turn, using `beespace.Board`. With `--in-python`
the same is also measured without native/explain: the board is in C++, but its texts, ways, reasons
and messages are in Python.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar
from unittest.mock import patch

import beespace
from beespace.errors import IllegalMoveError, InvalidNotationError
from beespace.formats.replay import Replay
from beespace.rules import BaseBoard, Hex, Piece, Ruleset
from beespace.server.boards import turns

MAX_PLIES = 100
# What native/explain does for the C++ board.
EXPLAINED = {"uhp", "game_string", "why_illegal", "ways", "_ways_of", "immobile"}
T = TypeVar("T")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--every", type=int, default=10, help="use every n-th game")
    parser.add_argument("--in-python", action="store_true", help="compare with Python")
    options = parser.parse_args()
    boards = of_file(options.file, options.every) if options.file else of_random_games(100)
    took: dict[str, list[float]] = {}
    compared: dict[str, list[float]] = {}
    sizes = []
    gc.disable()
    for board in boards:
        sizes.append(len(measure(board, took)))
        if options.in_python:
            with patch.object(turns, "_native", return_value=None):
                measure(without_explain(board), compared)
        if len(sizes) % 1000 == 0:
            gc.collect()
    print(f"{len(sizes):,} turns on the {beespace.BACKEND} board")
    for name, seconds in took.items():
        print(f"{name:22} {in_words(seconds)}")
        if name in compared:
            ratio = sum(compared[name]) / sum(seconds)
            print(f"{'  in Python':22} {in_words(compared[name])}, {ratio:.1f} times as long")
    print(f"a turn has {sum(sizes) / len(sizes):,.0f} bytes on average")


def measure(board: BaseBoard, took: dict[str, list[float]]) -> str:
    """Do what the server does for a turn, add the seconds, and return the turn."""

    def timed(name: str, work: Callable[[], T]) -> T:
        begun = time.process_time()
        result = work()
        took.setdefault(name, []).append(time.process_time() - begun)
        return result

    text = timed("turn", lambda: turns.turn_text(board))
    timed("ways", board.ways)
    timed("reasons of all pieces", board.immobile)
    if board.legal_moves:
        move = board.legal_moves[-1]
        timed("played move", lambda: turns.played_move(board, move))
        away = board.move_to(Piece.parse("wQ"), Hex(3, -3))
        timed("reason of a move", lambda: board.why_illegal(away))
    timed("game string", board.game_string)
    return text


def in_words(seconds: list[float]) -> str:
    """Return the average and the 95th percentile."""
    mean = sum(seconds) / len(seconds)
    high = sorted(seconds)[int(len(seconds) * 0.95)]
    return f"{mean * 1e3:7.3f} ms on average, {high * 1e3:7.3f} ms at the 95th percentile"


def without_explain(board: BaseBoard) -> BaseBoard:
    """Return a copy of the C++ board that explains itself in Python."""
    copy = board.copy()
    copy.__class__ = _in_python()
    return copy


@cache
def _in_python() -> type[BaseBoard]:
    from beespace import fast

    inherited = {
        name: value
        for name, value in vars(BaseBoard).items()
        if name in vars(fast.Board) and name in EXPLAINED
    }
    return type("InPython", (fast.Board,), inherited)


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
