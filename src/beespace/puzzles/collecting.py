"""A puzzle file that mining appends to, and that survives an interruption in mid-line."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from beespace.errors import InvalidNotationError
from beespace.puzzles.puzzle import Puzzle, read_puzzles

# How the line of a puzzle starts, to recognize an incomplete one.
_BEGINNING = '{"kind":'


class PuzzleFile:
    """A file to append puzzles to; `puzzles` are those that it already contains.

    Every line is flushed at once, so only the last one can be incomplete. Opening the file removes
    such a line.

    Raises:
        InvalidNotationError: a line of the file is not a puzzle.
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        whole, last = _split(text)
        self.puzzles = list(read_puzzles([*whole.splitlines(), last]))
        repaired = whole + last + "\n" * bool(last)
        if text != repaired:
            path.write_text(repaired, encoding="utf-8")
        self._lines = path.open("a", encoding="utf-8")

    def add(self, puzzle: Puzzle) -> None:
        """Append a puzzle."""
        self._lines.write(puzzle.to_json() + "\n")
        self._lines.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._lines.close()


def _split(text: str) -> tuple[str, str]:
    """Return the complete lines, and the rest; an incomplete puzzle is dropped."""
    end = text.rfind("\n") + 1
    whole, last = text[:end], text[end:]
    try:
        Puzzle.from_json(last)
    except InvalidNotationError:
        if last.startswith(_BEGINNING) or _BEGINNING.startswith(last):
            last = ""
    return whole, last
