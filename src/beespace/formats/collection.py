"""Reads and writes files of games: detects the format and streams one record at a time.

A game that can't be read doesn't stop the rest: the reader skips it and keeps the error.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol, Self

from beespace.errors import RecordError
from beespace.formats import json, pgn, sgf, uhp
from beespace.formats.record import GameRecord
from beespace.formats.source import Chunk, Lines, Source


class _Reader(Protocol):
    """The functions that every format module provides."""

    def looks_like_it(self, text: str) -> bool: ...
    def split(self, lines: Lines) -> Iterator[Chunk | RecordError]: ...
    def parse(self, chunk: Chunk) -> GameRecord: ...


@dataclass(frozen=True)
class Format:
    """A record format; `write` is None if the format is read-only."""

    name: str
    extensions: tuple[str, ...]
    reader: _Reader
    write: Callable[[GameRecord], str] | None
    # Written between two games, after the line break.
    separator: str = ""
    # BoardSpace saves some games twice in one file; the reader drops the copy.
    repeats_games: bool = False


FORMATS = {
    format.name: format
    for format in (
        Format("pgn", (".pgn",), pgn, pgn.write, separator="\n"),
        Format("json", (".json", ".jsonl", ".ndjson"), json, json.write),
        Format("uhp", (".uhp", ".txt"), uhp, uhp.write),
        Format("sgf", (".sgf",), sgf, None, repeats_games=True),
    )
}
"""The file formats by name."""

# How many lines the format detection reads at most.
_LOOKED_AT = 100


def format_of_path(path: str | Path) -> Format | None:
    """Return the format that belongs to a file's extension, or None."""
    suffix = Path(path).suffix.lower()
    return next((f for f in FORMATS.values() if suffix in f.extensions), None)


def format_of_lines(lines: Lines) -> Format:
    """Return the format of a file, judged by its first lines, or else by its name.

    Raises:
        RecordError: the file is in none of the known formats.
    """
    for line in lines.peek(_LOOKED_AT):
        if not line.text.strip() or line.text.startswith("#"):
            continue
        for format in FORMATS.values():
            if format.reader.looks_like_it(line.text):
                return format
        break
    named = format_of_path(lines.file)
    if named is not None:
        return named
    names = ", ".join(FORMATS)
    raise RecordError(f"unknown format; expected one of {names}", lines.file, 1, 1)


def _named(format: str) -> Format:
    if format not in FORMATS:
        raise RecordError(f"unknown format {format!r}; expected one of {', '.join(FORMATS)}")
    return FORMATS[format]


class GameReader(Iterator[GameRecord]):
    """An iterator over the games of a file; games that can't be read end up in `skipped`.

    It holds one game in memory at a time, however long the file is. As a context manager it
    closes the file.
    """

    def __init__(
        self, source: Source, format: str | None = None, *, name: str | None = None
    ) -> None:
        given = _named(format) if format else None
        try:
            self._lines = Lines(source, name)
        except OSError as error:
            raise RecordError(f"can't read the file: {error.strerror}", str(source)) from None
        try:
            self.format = given or format_of_lines(self._lines)
        except BaseException:
            self._lines.close()
            raise
        self.skipped: list[RecordError] = []
        self.count = 0
        self._records = self._read()

    def __next__(self) -> GameRecord:
        return next(self._records)

    def _read(self) -> Iterator[GameRecord]:
        before: tuple[object, ...] | None = None
        chunks = self.format.reader.split(self._lines)
        while True:
            try:
                chunk = next(chunks, None)
                if chunk is None:
                    break
                if isinstance(chunk, RecordError):
                    raise chunk
                record = self.format.reader.parse(chunk)
            except RecordError as error:
                self.skipped.append(error)
                continue
            if self.format.repeats_games:
                known = (record.white, record.black, record.date, record.moves)
                if known == before:
                    continue
                before = known
            self.count += 1
            yield record
        self.close()

    @property
    def bytes_read(self) -> int:
        """The number of bytes read so far; 0 unless the source is a path."""
        return self._lines.bytes_read

    @property
    def file(self) -> str:
        """The name of the source, as used in errors."""
        return self._lines.file

    def close(self) -> None:
        """Close the file if the source is a path."""
        self._lines.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def read_games(source: Source, format: str | None = None, *, name: str | None = None) -> GameReader:
    r"""Read games from a path, a text stream or a byte stream.

    Without `format` the format is detected. `name` is the file name to use in errors.

    >>> games = read_games(io.StringIO("Base;InProgress;White[1];wS1\nBase;InProgress;White[1];wX"))
    >>> [game.uhp_moves() for game in games]
    [['wS1']]
    >>> print(games.skipped[0].line, games.skipped[0].column)
    2 26

    Raises:
        RecordError: the file can't be opened, or its format is unknown.
    """
    return GameReader(source, format, name=name)


def read_game(source: Source, format: str | None = None, *, name: str | None = None) -> GameRecord:
    """Return the first game of a file.

    Raises:
        RecordError: the game can't be read, or the file contains none.
    """
    with read_games(source, format, name=name) as games:
        record = next(games, None)
        if games.skipped:
            raise games.skipped[0]
        if record is None:
            raise RecordError("no game found", games.file)
        return record


def loads(text: str, format: str | None = None) -> GameRecord:
    """Return the first game in a text; raises the same errors as `read_game`."""
    return read_game(io.StringIO(text), format)


def dumps(record: GameRecord, format: str) -> str:
    """Return a record as text, without a trailing line break.

    >>> print(dumps(GameRecord.from_moves("Base", ["wS1"]), "uhp"))
    Base;InProgress;Black[1];wS1

    Raises:
        RecordError: the record contradicts itself, or the format is read-only.
    """
    return _writer(_named(format))(record).rstrip("\n")


def _writer(format: Format) -> Callable[[GameRecord], str]:
    if format.write is None:
        raise RecordError(f"{format.name} is read-only: choose another format to write")
    return format.write


class GameWriter:
    """Writes records to a file one by one; the file appears when the writer is closed.

    A `.json` file with a single game is indented; with several, each game is one line. As a
    context manager it closes the file, or leaves no file behind after an error.
    """

    def __init__(self, target: str | Path | IO[str], format: str | None = None) -> None:
        """Open a file for writing, or write to an open text stream.

        Raises:
            RecordError: the format is unknown or read-only.
            OSError: the file can't be written.
        """
        path = Path(target) if isinstance(target, str | Path) else None
        chosen = _named(format) if format else format_of_path(path or "")
        if chosen is None:
            names = ", ".join(name for name, known in FORMATS.items() if known.write)
            raise RecordError(
                f"can't tell which format to write; choose one of {names}", str(path or "<stream>")
            )
        self.format = chosen
        self.count = 0
        self._write = _writer(chosen)
        self._may_indent = path is not None and path.suffix.lower() == ".json"
        self._first: GameRecord | None = None
        self._stack = contextlib.ExitStack()
        if isinstance(target, str | Path):
            self._file: IO[str] = self._stack.enter_context(_appearing(Path(target)))
        else:
            self._file = target

    def write(self, record: GameRecord) -> None:
        """Write a record.

        Raises:
            RecordError: the record contradicts itself; none of it is written.
        """
        text = self._write(record)
        if self.count == 0 and self._may_indent and self.format.name == "json":
            self._first = record
        elif self._first is not None:
            self._put(self._write(self._first))
            self._first = None
        if self._first is None:
            self._put(f"{self.format.separator if self.count else ''}{text}")
        self.count += 1

    def _put(self, text: str) -> None:
        self._file.write(text.removesuffix("\n") + "\n")

    def close(self) -> None:
        """Finish the file."""
        with self._stack:
            if self._first is not None:
                self._put(json.write(self._first, indent=1))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        else:
            self._stack.__exit__(kind, error, traceback)


def write_games(records: Iterable[GameRecord], path: str | Path, format: str | None = None) -> int:
    """Write records to a file and return how many there were.

    Raises:
        RecordError: a record contradicts itself, or the format is unknown or read-only.
        OSError: the file can't be written.
    """
    with GameWriter(path, format) as writer:
        for record in records:
            writer.write(record)
    return writer.count


@contextlib.contextmanager
def _appearing(path: Path) -> Iterator[io.TextIOWrapper]:
    """Open a temporary file that replaces `path` once it is complete.

    Devices and pipes are written to directly, since they can't be replaced.

    Raises:
        OSError: the file can't be written; the error names the path the caller passed.
    """
    try:
        target = path.resolve()  # so that a symbolic link stays one
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            return
        temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            with temporary.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            if target.exists():
                shutil.copymode(target, temporary)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
