"""Counts instructions per perft leaf of the C++ core, using callgrind.

    instructions_per_leaf.py [--depth 3] [--games FILE] [--portable]

`positions.py` says which positions are counted, with and without a file of games. The instructions
for starting the program are subtracted.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from positions import middle_positions

ROOT = Path(__file__).resolve().parents[2]


def instructions(program: Path, *arguments: str) -> tuple[int, int]:
    """Return the instructions of one run, and the number that the program printed."""
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"Collected : (\d+)", run.stderr)
    assert found, run.stderr
    return int(found[1]), int(run.stdout)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--games", type=Path)
    parser.add_argument("--portable", action="store_true", help="don't use wide instructions")
    options = parser.parse_args()
    programs = sorted(ROOT.glob("build/*/native/beespace_perft"))
    if not programs:
        sys.exit("build/*/native/beespace_perft is missing: run `make native-tests` first")
    arch = ["--portable"] if options.portable else []

    def measure(position: str) -> tuple[float, float]:
        start, _ = instructions(programs[0], *arch, "0", position)
        depth = str(options.depth)
        listed, leaves = instructions(programs[0], *arch, "--listed", depth, position)
        counted, _ = instructions(programs[0], *arch, depth, position)
        return (listed - start) / leaves, (counted - start) / leaves

    positions = [board.position() for board in middle_positions(options.games)]
    with ThreadPoolExecutor(2) as pool:
        figures = list(pool.map(measure, positions))
    print(f"{len(figures)} positions, depth {options.depth}, instructions per leaf:")
    for name, values in zip(("listed", "counted"), zip(*figures, strict=True), strict=True):
        print(f"  {name:8} mean {statistics.mean(values):5.1f}  worst {max(values):5.1f}")


if __name__ == "__main__":
    main()
