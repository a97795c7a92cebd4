"""Generates the opening book for matches: `python training/make_openings.py`.

Both sides place random pieces for two or three turns each. An opening is kept if a search of
moderate depth finds it nearly even, and if no rotation or reflection of it was seen before.
The same seed gives the same book as long as the engine's search and evaluation don't change.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from beespace.backend import Board
from beespace.engine.native import NativePlayer
from beespace.engine.player import Limit
from beespace.rules import GAME_TYPES, Place

BOOK = Path(__file__).parent.parent / "src/beespace/uhp/match/openings.txt"
# Even numbers, so that White always moves first after the opening.
PLIES = (4, 6)
HEAD = """\
# Openings for matches, made by training/make_openings.py: {count} for each game type.
# Depth {depth}, at most {bound} hundredths of a free ant from even.
"""


def random_opening(rng: random.Random, game_type: str) -> Board:
    """Return a board after a few random placements, with all bugs equally likely."""
    board = Board(game_type)
    for _ in range(rng.choice(PLIES)):
        placements = [move for move in board.legal_moves if isinstance(move, Place)]
        piece = rng.choice(list(dict.fromkeys(move.piece for move in placements)))
        board.push(rng.choice([move for move in placements if move.piece is piece]))
    return board


def make(game_type: str, count: int, depth: int, bound: int, seed: int) -> list[str]:
    """Return the lines of one game type."""
    rng = random.Random(f"{seed} {game_type}")
    player = NativePlayer(hash_mb=16)
    seen: set[int] = set()
    lines: list[str] = []
    while len(lines) < count:
        board = random_opening(rng, game_type)
        key = board.symmetry_key()
        if key in seen:
            continue
        seen.add(key)
        player.new_game()
        *_, analysis = player.analyse(board, Limit(depth=depth))
        if abs(analysis.best.score.value) <= bound:
            lines.append(";".join(board.game_string().split(";")[3:]))
    return lines


def main() -> None:
    """Write the book."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="openings per game type")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument(
        "--bound", type=int, default=40, help="largest score, in hundredths of a free ant"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=BOOK)
    args = parser.parse_args()
    text = HEAD.format(count=args.count, depth=args.depth, bound=args.bound)
    for game_type in GAME_TYPES:
        lines = make(game_type, args.count, args.depth, args.bound, args.seed)
        text += "\n".join(["", f"[{game_type}]", *lines, ""])
        print(f"{game_type}: {len(lines)} openings")
    args.out.write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
