"""Measures the engine's search depth after 1 and 5 seconds on one thread.

The positions are those after move 40 of every 100th game, if it is long enough. The command line
names the file of games (JSON lines with `game_type` and `moves`).
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from beespace import Board
from beespace.engine import Limit
from beespace.engine.native import NativePlayer

PLY = 40
EVERY = 100
SECONDS = (1.0, 5.0)


def positions(file: str) -> Iterator[Board]:
    """Yield every hundredth game after its fortieth move."""
    with Path(file).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            game = json.loads(line)
            if number % EVERY or len(game["moves"]) < PLY:
                continue
            queen_first = ",queen-first" if game.get("queen_first") else ""
            board = Board(game["game_type"] + queen_first)
            for move in game["moves"][:PLY]:
                board.push_uhp(move)
            if board.outcome() is None:
                yield board


def main() -> None:
    """Print the depths for every position, and their medians."""
    if len(sys.argv) != 2:
        sys.exit("usage: depths.py GAMES.jsonl")
    found: dict[float, list[int]] = {seconds: [] for seconds in SECONDS}
    try:
        boards = list(positions(sys.argv[1]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{sys.argv[1]}: expected one JSON game per line: {error}")
    for board in boards:
        depths = []
        for seconds in SECONDS:
            player = NativePlayer(hash_mb=256)
            for analysis in player.analyse(board, Limit(time_s=seconds)):
                last = analysis
            depths.append(f"{last.depth} ({last.nodes / 1e6:.1f} M nodes, {last.best.score})")
            found[seconds].append(last.depth)
        print(f"{board.ruleset!s:20} {len(board.legal_moves):4} moves  " + "  ".join(depths))
    for seconds, all_depths in found.items():
        if all_depths:
            print(f"{seconds:g} s: median depth {statistics.median(all_depths):g}")


if __name__ == "__main__":
    main()
