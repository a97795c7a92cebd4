"""How often the policy, the levels and the engine choose the move that a person played.

    python benchmarks/engine/human_moves.py GAMES.jsonl [--sample 20] [--engine-nodes 1000000]

Each line of the file is a game of people with its `game_type` and `moves`. Only every tenth game
counts, which the policy wasn't fitted to. Moves that lead to the same position, rotated or
reflected, are one choice, and positions with a single choice don't count. The policy is tried in
all positions, and what searches in every SAMPLE-th.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.progress import track

from beespace.engine import LEVELS, Level, Limit
from beespace.engine.native import NativePlayer
from beespace.engine.policy import human_policy
from beespace.rules import BaseBoard, Move

sys.path.insert(0, str(Path(__file__).parents[2] / "training" / "policy"))

from games import TEST, TEST_EVERY, choices

# Puts the choices in order, best first; some may be missing.
Ranker = Callable[[BaseBoard], list[Move]]


class Position:
    """A position, its choices, and the one that a person made."""

    def __init__(self, board: BaseBoard, played: int, found: list[tuple[list[int], bytes]]) -> None:
        self.board = board.copy()
        self.played = played
        legal = board.legal_moves
        self.choice_of = {legal[i]: number for number, (same, _) in enumerate(found) for i in same}
        self.count = len(found)

    def rank(self, ranker: Ranker) -> int:
        """Return the place of the move that was played, from 0."""
        order = list(dict.fromkeys(self.choice_of[move] for move in ranker(self.board)))
        return order.index(self.played) if self.played in order else self.count


def positions(path: Path) -> Iterator[Position]:
    """Yield the positions of the games that are only for testing."""
    for number, line in enumerate(path.read_text("utf-8").splitlines()):
        if number % TEST_EVERY == TEST:
            for board, played, found in choices(json.loads(line)):
                yield Position(board, played, found)


def by_policy(board: BaseBoard) -> list[Move]:
    """Rank moves by their probability."""
    chances = human_policy(board)
    return sorted(chances, key=chances.__getitem__, reverse=True)


def by_level(level: Level, nodes: int) -> Ranker:
    """Rank moves by a level's search."""
    player = NativePlayer(level=level, hash_mb=8, seed=1)

    def rank(board: BaseBoard) -> list[Move]:
        player.new_game()
        # Mirrored moves take places of their own, so five choices may need more lines.
        limit = Limit(depth=level.depth, nodes=level.nodes or (None if level.depth else nodes))
        lines = min(len(board.legal_moves), 5 if board.ply > 3 else 30)
        *_, last = player.analyse(board, limit, lines=lines)
        return [line.moves[0] for line in last.lines]

    return rank


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path)
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--engine-nodes", type=int, default=1_000_000)
    options = parser.parse_args()
    every = list(track(positions(options.games), "reading", total=None))
    some = list(itertools.islice(every, 0, None, options.sample))
    rankers: list[tuple[str, Ranker, list[Position]]] = [("the policy", by_policy, every)]
    for level in LEVELS:
        name = f"level {level.number}, {level.name}"
        rankers.append((name, by_level(level, options.engine_nodes), some))
    print(f"{'':24} positions   first   among five")
    first = [1 / one.count for one in every]
    five = [min(1.0, 5 / one.count) for one in every]
    show("a uniform choice", len(every), sum(first) / len(every), sum(five) / len(every))
    for name, ranker, asked in rankers:
        ranks = [one.rank(ranker) for one in asked]
        hits = [sum(rank < most for rank in ranks) / len(ranks) for most in (1, 5)]
        show(name, len(asked), *hits)


def show(name: str, count: int, first: float, five: float) -> None:
    """Print a row."""
    print(f"{name:24} {count:9,} {first:7.1%} {five:12.1%}", flush=True)


if __name__ == "__main__":
    main()
