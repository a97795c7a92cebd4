"""Plays random games with the Python API, the C++ core and OpenSpiel, and compares their speed.

    playouts.py [--seconds 10]

The games are Base+MLP with at most 100 plies, and the results are moves per second of CPU time.
Without OpenSpiel (PyPI: open_spiel) only Beespace is measured.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import beespace
from beespace import fast

MAX_PLIES = 100


def moves_per_second(play: Callable[[random.Random], int], seconds: float) -> float:
    """Return how many moves a function plays per second, with the same seeds each time."""
    rng = random.Random(1)
    moves, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        moves += play(rng)
    return moves / elapsed


def play_from_python(rng: random.Random) -> int:
    """Play a game with `legal_moves[i]` and `push`."""
    board = beespace.Board("Base+MLP")
    for ply in range(MAX_PLIES):
        legal = board.legal_moves
        count = len(legal)
        if not count:
            return ply
        board.push(legal[rng.randrange(count)])
    return MAX_PLIES


def play_in_cpp(rng: random.Random) -> int:
    """Play a batch of games entirely in C++."""
    board = fast.Board("Base+MLP")
    return fast.random_playouts(board, 500, seed=rng.getrandbits(32), max_plies=MAX_PLIES).plies


def open_spiel_player() -> Callable[[random.Random], int] | None:
    """Return a function that plays a game with OpenSpiel, or None if it isn't installed."""
    try:
        import pyspiel  # type: ignore[import-not-found]
    except ImportError:
        return None
    game = pyspiel.load_game("hive")

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        for ply in range(MAX_PLIES):
            if state.is_terminal():
                return ply
            actions = state.legal_actions()
            state.apply_action(actions[rng.randrange(len(actions))])
        return MAX_PLIES

    return play


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="time per measurement")
    seconds = parser.parse_args().seconds
    python = moves_per_second(play_from_python, seconds)
    cpp = moves_per_second(play_in_cpp, seconds)
    print(f"beespace, from Python  {python:12,.0f} moves/s")
    print(f"beespace, in C++       {cpp:12,.0f} moves/s")
    other = open_spiel_player()
    if other is None:
        print("OpenSpiel is not installed: pip install open_spiel")
        return
    peer = moves_per_second(other, seconds)
    print(f"OpenSpiel, from Python {peer:12,.0f} moves/s")
    print(f"ratios: {python / peer:.1f} from Python, {cpp / peer:.0f} in C++")


if __name__ == "__main__":
    main()
