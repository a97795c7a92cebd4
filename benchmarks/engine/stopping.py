"""Measures how long a search takes to end after `stop`, and after its analysis is closed.

    stopping.py [--tries 50]

Prints the median and the maximum in milliseconds.
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time
from itertools import islice

from beespace import Board
from beespace.engine import Limit
from beespace.engine.native import NativePlayer

GAME = "Base+MLP;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-"
# How long the search runs before it is stopped.
THINK_S = 0.1


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=50)
    options = parser.parse_args()
    for name, measure in (("stop", stop), ("close", close)):
        times_ms = [1000 * measure() for _ in range(options.tries)]
        print(f"{name:6} {statistics.median(times_ms):6.1f} ms median, {max(times_ms):6.1f} ms max")


def stop() -> float:
    """Return the seconds from `stop` to the end of `choose`."""
    player, board = NativePlayer(hash_mb=4), Board.from_game_string(GAME)
    thinker = threading.Thread(target=player.choose, args=(board, Limit(time_s=60)))
    thinker.start()
    time.sleep(THINK_S)
    begun = time.perf_counter()
    player.stop()
    thinker.join()
    return time.perf_counter() - begun


def close() -> float:
    """Return the seconds it takes to close an analysis."""
    analyses = NativePlayer(hash_mb=4).analyse(Board.from_game_string(GAME), Limit())
    list(islice(analyses, 3))
    begun = time.perf_counter()
    analyses.close()  # type: ignore[attr-defined]  # it is a generator
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
