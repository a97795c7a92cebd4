"""Measures the engine's search depth after 1 and 5 seconds on one thread: `depths.py [GAMES]`.

`positions.py` says which positions are searched, with and without a file of games.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from positions import middle_positions

from beespace.engine import Limit
from beespace.engine.native import NativePlayer

SECONDS = (1.0, 5.0)


def main() -> None:
    """Print the depths for every position, and their medians."""
    if len(sys.argv) > 2:
        sys.exit("usage: depths.py [GAMES.jsonl]")
    found: dict[float, list[int]] = {seconds: [] for seconds in SECONDS}
    for board in middle_positions(Path(sys.argv[1]) if sys.argv[1:] else None):
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
            median = statistics.median(all_depths)
            print(f"{seconds:g} s: median depth {median:g} of {len(all_depths)} positions")


if __name__ == "__main__":
    main()
