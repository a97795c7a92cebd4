"""What can be wrong with a lesson, or with what a learner is said to have done in it."""

from __future__ import annotations

from beespace.errors import BeespaceError


class LessonDataError(BeespaceError):
    """A file of a lesson or of the reference says what cannot be meant."""


class TryError(BeespaceError):
    """What was done before in a step cannot have been done there."""
