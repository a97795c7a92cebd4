"""Reads files of any size as lines of text, and splits them into chunks of one game each.

Files are UTF-8, with or without a byte order mark. A line that isn't valid UTF-8 is decoded as
Latin-1, which older programs wrote. Any usual line ending works.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from beespace.errors import RecordError

# A path, a byte stream or a text stream.
Source = str | Path | IO[bytes] | IO[str]

# Many times the longest game; keeps files that aren't game records from filling the memory.
MAX_GAME_CHARS = 1 << 22
_MAX_LINE_CHARS = MAX_GAME_CHARS

_BOMS_16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(slots=True)
class Line:
    """A line of a file without its line ending, and its number, counted from 1."""

    number: int
    text: str


@dataclass(slots=True)
class Chunk:
    """The part of a file that contains one game: its text and where it starts."""

    file: str
    first_line: int
    text: str
    # Whether this is the last chunk; a file that was cut short ends here.
    is_last: bool = False

    def error(self, reason: str, offset: int = 0) -> RecordError:
        """Return an error at an offset into the text."""
        line = self.text.count("\n", 0, offset)
        column = offset - (self.text.rfind("\n", 0, offset) + 1)
        return RecordError(reason, self.file, self.first_line + line, column + 1)


class Lines:
    """The lines of a source, with lookahead."""

    def __init__(self, source: Source, name: str | None = None) -> None:
        self._stream: IO[str]
        self._owned: IO[bytes] | None = None
        if isinstance(source, str | Path):
            self._owned = Path(source).open("rb")  # noqa: SIM115  # closed by `close`
            source = self._owned
            name = name or self._owned.name
        self.file = name or str(getattr(source, "name", "") or "<text>")
        if isinstance(source, io.TextIOBase | io.StringIO):
            self._stream = source
        else:
            self._stream = _as_text(source)  # type: ignore[arg-type]  # a byte stream
        self._ahead: list[Line] = []
        self._number = 0

    @property
    def bytes_read(self) -> int:
        """The position in the file; 0 unless this object opened it."""
        return 0 if self._owned is None or self._owned.closed else self._owned.tell()

    def close(self) -> None:
        """Close the file if this object opened it."""
        if self._owned is not None:
            self._owned.close()

    def peek(self, count: int) -> list[Line]:
        """Return up to `count` of the next lines without consuming them."""
        while len(self._ahead) < count and (line := self._next()) is not None:
            self._ahead.append(line)
        return self._ahead[:count]

    def __iter__(self) -> Iterator[Line]:
        while True:
            line = self._ahead.pop(0) if self._ahead else self._next()
            if line is None:
                return
            yield line

    def _next(self) -> Line | None:
        try:
            text = self._stream.readline(_MAX_LINE_CHARS)
        except UnicodeError as error:
            raise RecordError(f"not a text file: {error}", self.file, self._number + 1, 1) from None
        except OSError as error:
            raise RecordError(f"can't read the file: {error.strerror}", self.file) from None
        if not text:
            return None
        self._number += 1
        if self._number == 1:
            text = text.removeprefix("\ufeff")  # in a text passed by a program
        return Line(self._number, _repaired(text.rstrip("\r\n")))


def _as_text(source: IO[bytes]) -> IO[str]:
    buffered = source if isinstance(source, io.BufferedReader) else io.BufferedReader(source)  # type: ignore[type-var]
    if buffered.peek(2)[:2] in _BOMS_16:
        return io.TextIOWrapper(buffered, encoding="utf-16")
    # Invalid UTF-8 becomes lone surrogates, from which `_repaired` recovers the bytes.
    return io.TextIOWrapper(buffered, encoding="utf-8-sig", errors="surrogateescape")


def _repaired(text: str) -> str:
    """Return a line, decoded as Latin-1 if it isn't valid UTF-8."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        try:
            return text.encode("utf-8", "surrogateescape").decode("latin-1")
        except UnicodeEncodeError:  # other lone surrogates, in a text passed by a program
            return text.encode("utf-8", "replace").decode("utf-8")
    return text


class ChunkBuilder:
    """Collects the lines of one game, and rejects chunks that are too long to be one."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._lines: list[str] = []
        self._first_line = 0
        self._size = 0

    def __bool__(self) -> bool:
        return self._size > 0

    def add(self, line: Line) -> None:
        """Add a line; once the game is too long, further lines are dropped."""
        if not self._lines:
            self._first_line = line.number
        self._size += len(line.text) + 1
        if self._size <= MAX_GAME_CHARS:
            self._lines.append(line.text)

    def take(self, *, is_last: bool = False) -> Chunk | RecordError:
        """Return the game, or an error if it is too long, and start a new one."""
        lines, first_line, size = self._lines, self._first_line, self._size
        self._lines, self._size = [], 0
        if size > MAX_GAME_CHARS:
            return RecordError(
                f"a game can't be longer than {MAX_GAME_CHARS} characters",
                self._file,
                first_line,
                1,
            )
        return Chunk(self._file, first_line, "\n".join(lines), is_last)
