"""Measures how many puzzles the engine solves in time on one thread: `puzzles.py [PUZZLES]`.

Without a file, they are the puzzles that come with Beespace; `beespace puzzles mine` finds others.
A puzzle counts as solved if the engine's move is one of its solutions. The time limit is 0.1 s
for wins in 1 and 2, and 1 s for the rest.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from beespace.engine import Limit
from beespace.engine.native import NativePlayer
from beespace.errors import BeespaceError
from beespace.puzzles import KINDS, read_puzzles
from beespace.puzzles.shelf import DATA

SECONDS = {"win-in-1": 0.1, "win-in-2": 0.1}


def main() -> None:
    """Try all puzzles and print the success rates."""
    if len(sys.argv) > 2:
        sys.exit("usage: puzzles.py [PUZZLES.jsonl]")
    file = Path(sys.argv[1]) if sys.argv[1:] else DATA
    tried: Counter[str] = Counter()
    solved: Counter[str] = Counter()
    player = NativePlayer(hash_mb=64)
    try:
        puzzles = list(read_puzzles(file.read_text(encoding="utf-8").splitlines()))
    except (OSError, UnicodeDecodeError, BeespaceError) as error:
        sys.exit(f"{file}: {error}")
    for puzzle in puzzles:
        board = puzzle.board()
        player.new_game()
        move = player.choose(board, Limit(time_s=SECONDS.get(puzzle.kind, 1.0)))
        tried[puzzle.kind] += 1
        solved[puzzle.kind] += board.uhp(move) in puzzle.solutions
    for kind in KINDS:
        if tried[kind]:
            rate = 100 * solved[kind] / tried[kind]
            limit = SECONDS.get(kind, 1.0)
            print(f"{kind:13} {solved[kind]:5} of {tried[kind]:5}  {rate:6.2f} % in {limit:g} s")


if __name__ == "__main__":
    main()
