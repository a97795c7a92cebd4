"""The puzzles included with Beespace, and the choice of the next one."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from beespace.puzzles.puzzle import KINDS, Puzzle, read_puzzles
from beespace.puzzles.rating import rating_of_grade

DATA = Path(__file__).parent / "data" / "puzzles.jsonl"
# The next puzzle is a random one of this many that are closest to the rating.
_CLOSEST = 12
# A daily puzzle should be neither trivial nor too hard for most people.
_DAILY_KINDS = ("win-in-2", "win-in-3", "only-defence")
_DAILY_GRADES = range(3, 8)
# Step between the puzzles of consecutive days. A prime larger than their number, so that each comes
# up once before any comes up again.
_DAILY_STEP = 7919
_FIRST_DAY = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Wish:
    """The puzzles a client wants: kinds and game types (empty: all), and how much harder.

    `harder` is relative to the rating. `other_than` is the ID of the puzzle just shown.
    """

    kinds: tuple[str, ...] = ()
    game_types: tuple[str, ...] = ()
    harder: int = 0
    other_than: str = ""

    def fits(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle has a wanted kind and game type."""
        return (not self.kinds or puzzle.kind in self.kinds) and (
            not self.game_types or puzzle.game_type in self.game_types
        )


@cache
def shipped() -> dict[str, Puzzle]:
    """Return all included puzzles by ID."""
    with DATA.open(encoding="utf-8") as lines:
        return {puzzle.id: puzzle for puzzle in read_puzzles(lines)}


def next_puzzle(
    wish: Wish, rating: float, done: Collection[str], chance: random.Random
) -> Puzzle | None:
    """Return a puzzle near the rating, preferably one that isn't done yet; None if none fits."""
    fitting = [puzzle for puzzle in shipped().values() if wish.fits(puzzle)]
    others = [puzzle for puzzle in fitting if puzzle.id != wish.other_than] or fitting
    fresh = [puzzle for puzzle in others if puzzle.id not in done] or others
    if not fresh:
        return None
    wanted = rating + wish.harder
    # Many puzzles have the same grade, so break ties at random.
    fresh.sort(key=lambda puzzle: (abs(rating_of_grade(puzzle.grade) - wanted), chance.random()))
    return chance.choice(fresh[:_CLOSEST])


def daily(day: date) -> Puzzle:
    """Return the puzzle of a day, the same for everyone."""
    candidates = [
        puzzle
        for puzzle in shipped().values()
        if puzzle.kind in _DAILY_KINDS and puzzle.grade in _DAILY_GRADES
    ]
    return candidates[(day - _FIRST_DAY).days * _DAILY_STEP % len(candidates)]


def counts() -> dict[str, int]:
    """Return the number of puzzles of each kind."""
    return {kind: sum(p.kind == kind for p in shipped().values()) for kind in KINDS}
