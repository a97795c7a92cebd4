"""A file of puzzles that grows: what is in it stays, also when mining was cut short in mid-line."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from beespace.errors import InvalidNotationError
from beespace.puzzles.puzzle import Puzzle, read_puzzles

# How a line begins that was cut short.
_BEGINNING = '{"kind":'


class PuzzleFile:
    """Puzzles are added at the end of a file; `puzzles` are those that were there before.

    Every line is written out at once, so that no more than the last can be cut short; that one is
    removed.

    Raises:
        InvalidNotationError: a line of the file is not a puzzle.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        whole, last = _split(text)
        self.puzzles = list(read_puzzles([*whole.splitlines(), last]))
        mended = whole + last + "\n" * bool(last)
        if text != mended:
            path.write_text(mended, encoding="utf-8")
        self._lines = path.open("a", encoding="utf-8")

    def add(self, puzzle: Puzzle) -> None:
        """Write a puzzle down."""
        self._lines.write(puzzle.to_json() + "\n")
        self._lines.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._lines.close()


def _split(text: str) -> tuple[str, str]:
    """The lines that have an end, and what follows: nothing, if it was cut short."""
    end = text.rfind("\n") + 1
    whole, last = text[:end], text[end:]
    try:
        Puzzle.from_json(last)
    except InvalidNotationError:
        if last.startswith(_BEGINNING) or _BEGINNING.startswith(last):
            last = ""
    return whole, last
