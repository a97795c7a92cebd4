"""What a second thread brings: nodes a second of one thread, of two, and of two programs at once.

Two programs that share nothing are the most that this machine can do: where they slow each other
down (two "cores" of one real one), so do two threads, and no search can help it.
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
    """All nodes that so many programs with so many threads each search in a second."""
    command = [sys.executable, "-c", _PROGRAM, str(threads), str(SECONDS)]
    started = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(programs)
    ]
    return sum(float(program.communicate()[0]) for program in started)


def main() -> None:
    """Measure each three times, by turns, and print the best."""
    ways = {"one thread": (1, 1), "two threads": (2, 1), "two programs": (1, 2)}
    best = dict.fromkeys(ways, 0.0)
    for _ in range(3):
        for name, (threads, programs) in ways.items():
            best[name] = max(best[name], nodes_a_second(threads, programs))
            time.sleep(0.5)
    for name, speed in best.items():
        print(f"{name:13} {speed / 1e6:5.2f} million nodes a second")
    print(f"two threads against two programs: {best['two threads'] / best['two programs']:.2f}")


if __name__ == "__main__":
    main()
