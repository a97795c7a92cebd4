"""Interactive lessons and the rules reference, both defined by data files.

The texts and positions are in `data/`; the rules decide whether a learner is right. This package
depends on neither the server nor the page.
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
