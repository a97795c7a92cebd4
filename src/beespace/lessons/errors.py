"""Errors in lesson files, and in what a client says a learner has done."""

from __future__ import annotations

from beespace.errors import BeespaceError


class LessonDataError(BeespaceError):
    """A lesson or reference file is invalid."""


class TryError(BeespaceError):
    """The moves or hexes a client reports are impossible in this step."""
