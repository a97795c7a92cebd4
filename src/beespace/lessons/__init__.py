"""The rules taught on the board: lessons to do and a reference to read, both as data.

The texts and positions are in `data/`; whether a learner is right is decided by the rules. Knows
neither the server nor the page, which show all this.
"""

from beespace.lessons.errors import LessonDataError, TryError
from beespace.lessons.lesson import (
    REQUIRED_LANGUAGES,
    Chapter,
    Lesson,
    Step,
    Texts,
    chapters,
    lessons,
)
from beespace.lessons.trying import Answer, Doing, answer, solution

__all__ = [
    "REQUIRED_LANGUAGES",
    "Answer",
    "Chapter",
    "Doing",
    "Lesson",
    "LessonDataError",
    "Step",
    "Texts",
    "TryError",
    "answer",
    "chapters",
    "lessons",
    "solution",
]
