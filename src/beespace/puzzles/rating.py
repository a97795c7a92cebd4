"""A rating for who solves puzzles: Elo's, against the grades of the puzzles.

A puzzle is an opponent of fixed strength. Solving it at the first try is a win, anything else a
loss; what was expected is won or lost cheaply. The first puzzles count more, so that newcomers
soon get puzzles that suit them.
"""

from __future__ import annotations

FIRST_RATING = 1000.0
LOWEST, HIGHEST = 400.0, 3000.0
_LOWEST_PUZZLE = 600
_PER_GRADE = 150
# How much a result can change the rating: until so many puzzles were tried, and later.
_STEPS = ((10, 90.0), (30, 45.0))
_LATER_STEP = 24.0


def rating_of_grade(grade: int) -> int:
    """The strength that a puzzle stands for.

    >>> [rating_of_grade(grade) for grade in (1, 5, 10)]
    [750, 1350, 2100]
    """
    return _LOWEST_PUZZLE + _PER_GRADE * grade


def expected(rating: float, grade: int) -> float:
    """How likely somebody with this rating solves it."""
    return 1 / (1 + 10 ** ((rating_of_grade(grade) - rating) / 400))


def new_rating(rating: float, tried: int, grade: int, is_solved: bool) -> float:
    """The rating after a puzzle, when `tried` have counted before.

    >>> round(new_rating(1350, 100, grade=5, is_solved=True))
    1362
    >>> round(new_rating(1350, 100, grade=5, is_solved=False))
    1338
    """
    step = next((size for until, size in _STEPS if tried < until), _LATER_STEP)
    changed = rating + step * (is_solved - expected(rating, grade))
    return min(max(changed, LOWEST), HIGHEST)
