"""Measures the gain of a second thread: nodes per second of one thread, two, and two programs.

Two independent programs show the most that the machine can do. If they slow each other down (for
example, two hardware threads of one core), two threads do too, and the search can't help it.
"""

from __future__ import annotations

import subprocess
import sys
import time

SECONDS = 8.0

_PROGRAM = """
import sys
from beespace import Board
from beespace.bench import bench_positions
from beespace.engine import Limit
from beespace.engine.native import NativePlayer
positions = bench_positions()
threads, seconds = int(sys.argv[1]), float(sys.argv[2]) / len(positions)
nodes = time = 0
for text in positions:
    player = NativePlayer(threads=threads, hash_mb=64)
    for last in player.analyse(Board.from_position(text), Limit(time_s=seconds)):
        pass
    nodes += last.nodes
    time += last.time_s
print(nodes / time)
"""


def nodes_a_second(threads: int, programs: int = 1) -> float:
    """Return the total nodes per second of several programs with the given threads each."""
    command = [sys.executable, "-c", _PROGRAM, str(threads), str(SECONDS)]
    started = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(programs)
    ]
    return sum(float(program.communicate()[0]) for program in started)


def main() -> None:
    """Measure each variant three times, alternating, and print the best results."""
    ways = {"one thread": (1, 1), "two threads": (2, 1), "two programs": (1, 2)}
    best = dict.fromkeys(ways, 0.0)
    for _ in range(3):
        for name, (threads, programs) in ways.items():
            best[name] = max(best[name], nodes_a_second(threads, programs))
            time.sleep(0.5)
    for name, speed in best.items():
        print(f"{name:13} {speed / 1e6:5.2f} million nodes per second")
    print(f"two threads / two programs: {best['two threads'] / best['two programs']:.2f}")


if __name__ == "__main__":
    main()
