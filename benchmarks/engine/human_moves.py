"""How often the policy, the opponents and the engine choose the move that a person played.

    python benchmarks/engine/human_moves.py GAMES.jsonl [--sample 20] [--engine-nodes 1000000]

Each line of the file is a game of people with its `game_type` and `moves`. Only every tenth game
counts, which the policy wasn't fitted to. Moves that lead to the same position, rotated or
reflected, are one choice, and positions with a single choice don't count. The policy is tried in
all positions, and what searches in every SAMPLE-th.

The opponents pick their moves at random. `first` is how often the move of the person is their
likeliest, and `plays it` how likely they are to play it.
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
from beespace.engine.native import NativePlayer, as_native
from beespace.engine.policy import human_policy, policy
from beespace.rules import BaseBoard, Move

sys.path.insert(0, str(Path(__file__).parents[2] / "training" / "policy"))

from games import TEST, TEST_EVERY, choices

# How likely each move is, or how good. Some may be missing.
Judge = Callable[[BaseBoard], dict[Move, float]]


class Position:
    """A position, its choices, and the one that a person made."""

    def __init__(self, board: BaseBoard, played: int, found: list[tuple[list[int], bytes]]) -> None:
        self.board = board.copy()
        self.played = played
        legal = board.legal_moves
        self.choice_of = {legal[i]: number for number, (same, _) in enumerate(found) for i in same}
        self.count = len(found)

    def rank(self, judged: dict[Move, float]) -> int:
        """Return the place of the move that was played, from 0."""
        order = sorted(judged, key=judged.__getitem__, reverse=True)
        choices = list(dict.fromkeys(self.choice_of[move] for move in order))
        return choices.index(self.played) if self.played in choices else self.count

    def chance(self, judged: dict[Move, float]) -> float:
        """Return how likely the move is that was played, if these are probabilities."""
        return sum(judged[move] for move in judged if self.choice_of[move] == self.played)


def positions(path: Path) -> Iterator[Position]:
    """Yield the positions of the games that are only for testing."""
    for number, line in enumerate(path.read_text("utf-8").splitlines()):
        if number % TEST_EVERY == TEST:
            for board, played, found in choices(json.loads(line)):
                yield Position(board, played, found)


def by_opponent(level: Level) -> Judge:
    """Judge moves by how likely an opponent is to play them."""
    assert level.character is not None
    text = level.character.text

    def judge(board: BaseBoard) -> dict[Move, float]:
        moves = board.legal_moves
        found = policy().chances_of(as_native(board), text, board.ply)
        return {moves[i]: chance / len(same) for same, chance in found for i in same if chance}

    return judge


def by_engine(nodes: int) -> Judge:
    """Judge moves by the engine's search: the best one gets the highest number."""
    player = NativePlayer(hash_mb=8, seed=1)

    def judge(board: BaseBoard) -> dict[Move, float]:
        player.new_game()
        # Mirrored moves take places of their own, so five choices may need more lines.
        lines = min(len(board.legal_moves), 5 if board.ply > 3 else 30)
        *_, last = player.analyse(board, Limit(nodes=nodes), lines=lines)
        return {line.moves[0]: -float(place) for place, line in enumerate(last.lines)}

    return judge


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path)
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--engine-nodes", type=int, default=1_000_000)
    options = parser.parse_args()
    every = list(track(positions(options.games), "reading", total=None))
    some = list(itertools.islice(every, 0, None, options.sample))
    print(f"{'':24} positions   first   among five   plays it")
    first = [1 / one.count for one in every]
    five = [min(1.0, 5 / one.count) for one in every]
    uniform = sum(first) / len(every)
    show("a uniform choice", len(every), uniform, sum(five) / len(every), uniform)
    try_out("the policy", every, human_policy, draws=True)
    for level in LEVELS[:-1]:
        try_out(f"level {level.number}, {level.name}", some, by_opponent(level), draws=True)
    name = f"level {LEVELS[-1].number}, {LEVELS[-1].name}"
    try_out(name, some, by_engine(options.engine_nodes), draws=False)


def try_out(name: str, asked: list[Position], judge: Judge, *, draws: bool) -> None:
    """Print how often a judge agrees with people."""
    judged = [judge(one.board) for one in asked]
    ranks = [one.rank(found) for one, found in zip(asked, judged, strict=True)]
    hits = [sum(rank < most for rank in ranks) / len(ranks) for most in (1, 5)]
    chances = [one.chance(found) for one, found in zip(asked, judged, strict=True)]
    plays = sum(chances) / len(chances) if draws else hits[0]
    show(name, len(asked), hits[0], hits[1], plays)


def show(name: str, count: int, first: float, five: float, plays: float) -> None:
    """Print a row."""
    print(f"{name:24} {count:9,} {first:7.1%} {five:12.1%} {plays:10.1%}", flush=True)


if __name__ == "__main__":
    main()
