"""Imports game files into the opening database, and reports what it had to skip."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from beespace.errors import BeespaceError, RecordError
from beespace.formats import FORMATS, GameReader, read_games
from beespace.openings.games import of_record
from beespace.openings.store import Openings

_EXTENSIONS = {end for format in FORMATS.values() for end in format.extensions}
_ZIP = ".zip"
# Report progress after this many games.
_STEP = 50


@dataclass
class ImportReport:
    """The result of an import; `skipped` says where each skipped game is, and why."""

    added: int = 0
    known: int = 0
    plies: int = 0
    files: int = 0
    skipped: list[str] = field(default_factory=list)

    @property
    def read(self) -> int:
        """How many games were read."""
        return self.added + self.known + len(self.skipped)


# A progress callback; gets the report so far and the name of the current file.
Tell = Callable[[ImportReport, str], None]


def import_files(
    openings: Openings,
    paths: list[Path],
    tell: Tell | None = None,
) -> ImportReport:
    """Import the games in files, folders and zip files.

    Raises:
        OpeningsError: the database cannot be written.
    """
    report = ImportReport()
    for source in _sources(paths, report):
        with source as reader:
            report.files += 1
            _import(openings, reader, report, tell)
    openings.flush()
    return report


def _import(
    openings: Openings,
    reader: GameReader,
    report: ImportReport,
    tell: Tell | None,
) -> None:
    for number, record in enumerate(reader, 1):
        try:
            game = of_record(record)
        except BeespaceError as error:
            report.skipped.append(f"{reader.file}: game {number}: {error}")
            continue
        if len(game.keys) < 2:
            report.skipped.append(f"{reader.file}: game {number}: no moves")
        elif openings.add(game):
            report.added += 1
            report.plies += len(game.keys) - 1
        else:
            report.known += 1
        if tell is not None and number % _STEP == 0:
            tell(report, reader.file)
    report.skipped += [str(error) for error in reader.skipped]
    if tell is not None:
        tell(report, reader.file)


def _sources(paths: list[Path], report: ImportReport) -> Iterator[GameReader]:
    """Open and yield every file that may contain games, and report those that can't be opened."""
    for path in paths:
        if path.is_dir():
            inside = [file for file in sorted(path.rglob("*")) if _may_hold_games(file)]
            if not inside:
                report.skipped.append(f"{path}: no game files in this folder")
            yield from _sources(inside, report)
        elif path.suffix.lower() == _ZIP:
            yield from _of_zip(path, report)
        else:
            try:
                yield read_games(path)
            except RecordError as error:
                report.skipped.append(str(error))


def _of_zip(path: Path, report: ImportReport) -> Iterator[GameReader]:
    try:
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if Path(name).suffix.lower() not in _EXTENSIONS:
                    continue
                try:
                    with archive.open(name) as stream:
                        yield read_games(stream, name=f"{path}/{name}")
                except (RecordError, zipfile.BadZipFile, RuntimeError) as error:
                    report.skipped.append(f"{path}/{name}: {error}")
    except (zipfile.BadZipFile, OSError) as error:
        report.skipped.append(f"{path}: cannot read the file: {error}")


def _may_hold_games(file: Path) -> bool:
    return file.is_file() and file.suffix.lower() in {*_EXTENSIONS, _ZIP}
