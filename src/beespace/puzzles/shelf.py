"""The puzzles that come with Beespace, and which of them to offer next."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import blake2b
from pathlib import Path

from beespace.puzzles.puzzle import KINDS, Puzzle, read_puzzles
from beespace.puzzles.rating import rating_of_grade

DATA = Path(__file__).parent / "data" / "puzzles.jsonl"
# Of so many that fit equally well, chance picks one.
_CLOSEST = 12
# A puzzle of the day should be neither seen at once nor too much for most.
_DAILY_KINDS = ("win-in-2", "win-in-3", "only-defence")
_DAILY_GRADES = range(3, 8)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted: kinds and game types (none: all), and how much harder than the rating.

    `other_than` is the puzzle that was just looked at.
    """

    kinds: tuple[str, ...] = ()
    game_types: tuple[str, ...] = ()
    harder: int = 0
    other_than: str = ""

    def fits(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is of a kind and type that is wanted."""
        return (not self.kinds or puzzle.kind in self.kinds) and (
            not self.game_types or puzzle.game_type in self.game_types
        )


@cache
def shipped() -> dict[str, Puzzle]:
    """All puzzles that come along, by their names."""
    with DATA.open(encoding="utf-8") as lines:
        return {puzzle.id: puzzle for puzzle in read_puzzles(lines)}


def next_puzzle(
    wish: Wish, rating: float, done: Collection[str], chance: random.Random
) -> Puzzle | None:
    """One that fits the rating and was not done yet; one done before if there is no other."""
    fitting = [puzzle for puzzle in shipped().values() if wish.fits(puzzle)]
    others = [puzzle for puzzle in fitting if puzzle.id != wish.other_than] or fitting
    fresh = [puzzle for puzzle in others if puzzle.id not in done] or others
    if not fresh:
        return None
    wanted = rating + wish.harder
    # Grades are coarse: a throw decides between those that are equally far away.
    fresh.sort(key=lambda puzzle: (abs(rating_of_grade(puzzle.grade) - wanted), chance.random()))
    return chance.choice(fresh[:_CLOSEST])


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody."""
    candidates = [
        puzzle
        for puzzle in shipped().values()
        if puzzle.kind in _DAILY_KINDS and puzzle.grade in _DAILY_GRADES
    ]
    digest = blake2b(day.isoformat().encode(), digest_size=8).digest()
    return candidates[int.from_bytes(digest, "big") % len(candidates)]


def counts() -> dict[str, int]:
    """How many there are of each kind."""
    return {kind: sum(p.kind == kind for p in shipped().values()) for kind in KINDS}
