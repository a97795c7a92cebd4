"""Measures how long a review takes per move, over ten games with the default node limit.

    review.py [games.jsonl] [--games 10] [--nodes N]

The file has one JSON game per line, with `game_type` and `moves`. Without a file, the engine's
middle levels play the games. Every game is reviewed twice, and the judgements are compared.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from beespace.errors import IllegalMoveError
from beespace.formats import GameRecord
from beespace.puzzles.self_play import games
from beespace.study import DEFAULT_NODES, Judgement, evaluate, judge


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--nodes", type=int, default=DEFAULT_NODES)
    options = parser.parse_args()
    found = of_file(options.file) if options.file else of_self_play()
    times: list[float] = []
    depths: list[int] = []
    blunders = differing = 0
    for number, record in enumerate(islice(found, options.games), 1):
        reviews = []
        for _ in range(2):
            evaluations = []
            for board in record.boards():
                begun = time.perf_counter()
                evaluations.append(evaluate(board, options.nodes))
                times.append(time.perf_counter() - begun)
                depths.append(evaluations[-1].depth)
            reviews.append(judge(record, evaluations))
        calls = [[move.judgement for move in review.moves] for review in reviews]
        differing += sum(one is not other for one, other in zip(*calls, strict=True))
        blunders += calls[0].count(Judgement.BLUNDER)
        print(
            f"game {number}: {len(record.line)} moves, {calls[0].count(Judgement.BLUNDER)} blunders"
        )
    times.sort()
    mean, high = sum(times) / len(times), times[int(len(times) * 0.95)]
    print(f"{options.nodes:,} nodes per position, depth {sum(depths) / len(depths):.1f} on average")
    print(f"{mean * 1e3:.0f} ms per move on average, {high * 1e3:.0f} ms at the 95th percentile")
    print(f"{blunders} blunders; two reviews differ on {differing} moves")


def of_self_play() -> Iterator[GameRecord]:
    """Yield games that the engine plays against itself."""
    for board in games(["Base", "Base+ML", "Base+MLP"], seed=1):
        yield GameRecord.from_board(board)


def of_file(file: Path) -> Iterator[GameRecord]:
    """Yield the games of a file."""
    for line in file.read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        try:
            yield GameRecord.from_moves(game["game_type"], game["moves"])
        except IllegalMoveError:
            continue  # the queen was placed first, which this ruleset forbids


if __name__ == "__main__":
    main()
