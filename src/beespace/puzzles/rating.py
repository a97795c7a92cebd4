"""An Elo rating for people who solve puzzles, based on the puzzles' grades.

A puzzle is an opponent of fixed strength. Solving it on the first try is a win, anything else a
loss; expected results change the rating less. The first puzzles count more, so that newcomers
quickly get puzzles of the right difficulty.
"""

from __future__ import annotations

FIRST_RATING = 1000.0
LOWEST, HIGHEST = 400.0, 3000.0
_LOWEST_PUZZLE = 600
_PER_GRADE = 150
# How much a result can change the rating: up to a number of puzzles tried, and after that.
_STEPS = ((10, 90.0), (30, 45.0))
_LATER_STEP = 24.0


def rating_of_grade(grade: int) -> int:
    """Return the rating of puzzles with this grade.

    >>> [rating_of_grade(grade) for grade in (1, 5, 10)]
    [750, 1350, 2100]
    """
    return _LOWEST_PUZZLE + _PER_GRADE * grade


def expected(rating: float, grade: int) -> float:
    """Return the chance that someone with this rating solves a puzzle of this grade."""
    return 1 / (1 + 10 ** ((rating_of_grade(grade) - rating) / 400))


def new_rating(rating: float, tried: int, grade: int, is_solved: bool) -> float:
    """Return the rating after a puzzle, given the number of puzzles tried before.

    >>> round(new_rating(1350, 100, grade=5, is_solved=True))
    1362
    >>> round(new_rating(1350, 100, grade=5, is_solved=False))
    1338
    """
    step = next((size for until, size in _STEPS if tried < until), _LATER_STEP)
    changed = rating + step * (is_solved - expected(rating, grade))
    return min(max(changed, LOWEST), HIGHEST)
