"""Games of the engine against itself, as data for tuning the evaluation.

    self_play.py OUT.npz [--games 2000] [--nodes 3000] [--seed 0]

Every game begins with a few random moves. Kept are positions where the evaluation is meant to be
used: both queens placed, nothing decided, and no great difference between what the evaluation
says at once and what the search finds.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import numpy as np

from beespace import Color, Ruleset
from beespace.engine.native import NativePlayer
from beespace.engine.player import Limit
from beespace.fast import Board, _native
from beespace.rules import Bug, Piece

GAME_TYPES = ("MLP", "", "MLP", "ML", "MLP", "P", "M", "L", "MLP", "", "MP", "LP")
RANDOM_PLIES = 5
LONGEST = 160
QUIET = 150  # how far the search's score may be from the evaluation


def play(
    player: NativePlayer, judge: _native.Searcher, expansions: str, nodes: int, rng: random.Random
) -> tuple[list[list[int]], list[int], list[int], float]:
    """One game: features, scores and sides to move of its quiet positions, and White's result."""
    board = Board(Ruleset(expansions, repetition="threefold"))
    player.new_game()
    features, scores, sides = [], [], []
    queens = [Piece(color, Bug.QUEEN) for color in Color]
    while board.outcome() is None and board.ply < LONGEST:
        if board.ply < RANDOM_PLIES:
            board.push(rng.choice(board.legal_moves))
            continue
        *_, last = player.analyse(board, Limit(nodes=nodes))
        value, seen = judge.evaluate(board._native)
        score = last.best.score
        quiet = not score.is_decided and abs(score.value - value) <= QUIET
        if quiet and seen and all(board.location(queen) for queen in queens):
            features.append(seen)
            scores.append(score.value)
            sides.append(board.ply % 2)
        board.push(last.best.moves[0])
    outcome = board.outcome()
    winner = outcome.winner if outcome else None
    result = 0.5 if winner is None else float(winner is Color.WHITE)
    return features, scores, sides, result


def main() -> None:
    """Play and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    player, judge = NativePlayer(hash_mb=8), _native.Searcher(1, False)
    features: list[list[int]] = []
    scores: list[int] = []
    results: list[float] = []
    games: list[int] = []
    begun = time.monotonic()
    for game in range(options.games):
        found, values, sides, result = play(
            player, judge, GAME_TYPES[game % len(GAME_TYPES)], options.nodes, rng
        )
        features += found
        scores += values
        results += [1 - result if side else result for side in sides]
        games += [game] * len(found)
        if game % 100 == 99:
            print(f"{game + 1} games, {len(games)} positions, {time.monotonic() - begun:.0f} s")
    np.savez_compressed(
        options.out,
        features=np.array(features, np.int8),
        scores=np.array(scores, np.int16),
        results=np.array(results, np.float32),
        games=np.array(games, np.int32),
    )


if __name__ == "__main__":
    main()
