"""Whole files of games: which format they are in, one record after the other, and writing them.

A game that cannot be read does not end a collection: it is skipped, and said why.
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
    """What the module of every format offers."""

    def looks_like_it(self, text: str) -> bool: ...
    def split(self, lines: Lines) -> Iterator[Chunk | RecordError]: ...
    def parse(self, chunk: Chunk) -> GameRecord: ...


@dataclass(frozen=True)
class Format:
    """A format of records; `write` is None where records are only read."""

    name: str
    extensions: tuple[str, ...]
    reader: _Reader
    write: Callable[[GameRecord], str] | None
    # What stands between two games of a file, besides the end of a line.
    separator: str = ""
    # BoardSpace saves some games twice into one file.
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

# How many lines are looked at to find out what a file is.
_LOOKED_AT = 100


def format_of_path(path: str | Path) -> Format | None:
    """The format that a file's name promises."""
    suffix = Path(path).suffix.lower()
    return next((f for f in FORMATS.values() if suffix in f.extensions), None)


def format_of_lines(lines: Lines) -> Format:
    """The format of a file, from its first lines and, where they do not tell, from its name.

    Raises:
        RecordError: it is in none that can be read.
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
    raise RecordError(f"this is not in a format that can be read ({names})", lines.file, 1, 1)


def _named(format: str) -> Format:
    if format not in FORMATS:
        raise RecordError(f"{format!r} is not a format; there are {', '.join(FORMATS)}")
    return FORMATS[format]


class GameReader(Iterator[GameRecord]):
    """The games of a file, one after the other; what cannot be read is in `skipped`.

    Only one game at a time is in memory, however long the file is. Used as a context manager it
    closes the file.
    """

    def __init__(
        self, source: Source, format: str | None = None, *, name: str | None = None
    ) -> None:
        given = _named(format) if format else None
        try:
            self._lines = Lines(source, name)
        except OSError as error:
            raise RecordError(f"cannot be read: {error.strerror}", str(source)) from None
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
        """How far into the file reading has come; 0 if it was not given as a path."""
        return self._lines.bytes_read

    @property
    def file(self) -> str:
        """The name of what is read."""
        return self._lines.file

    def close(self) -> None:
        """Close the file, if a path was given."""
        self._lines.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def read_games(source: Source, format: str | None = None, *, name: str | None = None) -> GameReader:
    r"""Read the games of a file, a stream of text or one of bytes.

    The format is found out unless it is given; `name` stands for the file in errors.

    >>> games = read_games(io.StringIO("Base;InProgress;White[1];wS1\nBase;InProgress;White[1];wX"))
    >>> [game.uhp_moves() for game in games]
    [['wS1']]
    >>> print(games.skipped[0].line, games.skipped[0].column)
    2 26

    Raises:
        RecordError: the file cannot be opened, or is in no format that can be read.
    """
    return GameReader(source, format, name=name)


def read_game(source: Source, format: str | None = None, *, name: str | None = None) -> GameRecord:
    """The first game of a file.

    Raises:
        RecordError: it cannot be read, or there is none.
    """
    with read_games(source, format, name=name) as games:
        record = next(games, None)
        if games.skipped:
            raise games.skipped[0]
        if record is None:
            raise RecordError("there is no game in it", games.file)
        return record


def loads(text: str, format: str | None = None) -> GameRecord:
    """The first game in a text; raises as `read_game` does."""
    return read_game(io.StringIO(text), format)


def dumps(record: GameRecord, format: str) -> str:
    """A record as text, without a line break at the end.

    >>> print(dumps(GameRecord.from_moves("Base", ["wS1"]), "uhp"))
    Base;InProgress;Black[1];wS1

    Raises:
        RecordError: the record contradicts itself, or the format is only read.
    """
    return _writer(_named(format))(record).rstrip("\n")


def _writer(format: Format) -> Callable[[GameRecord], str]:
    if format.write is None:
        raise RecordError(f"{format.name} is read, not written")
    return format.write


class GameWriter:
    """Writes records to a file one after the other; the file appears when it is closed.

    A single game is written to `.json` with line breaks; several are one to a line. Used as a
    context manager it closes the file, or leaves no file behind if something went wrong.
    """

    def __init__(self, target: str | Path | IO[str], format: str | None = None) -> None:
        """Begin a file, or go on writing to a stream of text.

        Raises:
            RecordError: the format is not known, or is only read.
            OSError: the file cannot be written.
        """
        path = Path(target) if isinstance(target, str | Path) else None
        chosen = _named(format) if format else format_of_path(path or "")
        if chosen is None:
            names = ", ".join(name for name, known in FORMATS.items() if known.write)
            raise RecordError(
                f"it is not said which format is meant ({names})", str(path or "<stream>")
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
            RecordError: the record contradicts itself; nothing of it is written.
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
    """Write records to a file, and return how many there were.

    Raises:
        RecordError: a record contradicts itself, or the format is not known or only read.
        OSError: the file cannot be written.
    """
    with GameWriter(path, format) as writer:
        for record in records:
            writer.write(record)
    return writer.count


@contextlib.contextmanager
def _appearing(path: Path) -> Iterator[io.TextIOWrapper]:
    """A file that takes its name when it is complete.

    Devices and pipes are written to as they are: there is nothing to take the place of.

    Raises:
        OSError: it cannot be written; the error names the path as it was given.
    """
    try:
        target = path.resolve()  # a link stays a link
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
