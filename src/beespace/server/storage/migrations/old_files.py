"""Imports the files of version 0.1 into the database, and moves them to the backups.

In 0.1, studies, the lists of their owners, reviews and openings were files in the data folder. An
import can be interrupted at any point: each kind is imported in one transaction, importing it again
changes nothing, and a file is moved only after that transaction.
"""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from beespace.server.storage.guests.changes import note_unknown_studies
from beespace.server.storage.migrations.old_openings import import_openings
from beespace.server.storage.tables import GAMES, REVIEWS, STUDIES

_LOG = logging.getLogger(__name__)

BACKUP = "0.1"
_STUDIES, _OWNERS, _REVIEWS, _OPENINGS = "studies", "study-owners", "reviews", "openings.db"
_NAMES = (_STUDIES, _OWNERS, _REVIEWS, _OPENINGS)
# What SQLite keeps next to a database.
_BESIDE = ("-wal", "-shm", "-journal")


def has_old_files(data: Path) -> bool:
    """Return whether the data folder has files of version 0.1."""
    return any((data / name).exists() for name in _NAMES)


def import_old_files(engine: sa.Engine, data: Path, backups: Path) -> None:
    """Import the files of version 0.1, if there are any, and move them into a backup folder.

    Damaged files are logged and moved, too.

    Raises:
        OSError: a file cannot be moved.
    """
    if not has_old_files(data):
        return
    backup = backups / BACKUP
    _LOG.info("importing the files of version 0.1 in %s into the database", data)
    for kind, import_it in (
        ("studies", _import_studies),
        ("reviews", _import_reviews),
        ("games for the opening explorer", _import_openings),
    ):
        with engine.begin() as connection:
            imported, left_out = import_it(connection, data)
        for reason in left_out:
            _LOG.warning("not imported: %s; the file is kept in %s", reason, backup)
        _LOG.info("imported %d %s", imported, kind)
    for name in _NAMES:
        _move(data / name, backup)
    _LOG.info("the files of version 0.1 are now in %s; you can delete them", backup)


def _import_studies(connection: sa.Connection, data: Path) -> tuple[int, list[str]]:
    owners, left_out = _owners(data / _OWNERS)
    known = set(connection.scalars(sa.select(STUDIES.c.id)))

    def row(name: str, study: dict[str, Any]) -> dict[str, Any] | None:
        if name in known:
            return None
        record = study["record"]
        json.loads(record)
        return {
            "id": name,
            "owner": study.get("owner", owners.get(name)),
            "title": str(study["title"]).replace("\0", ""),
            "created": str(study["created"]),
            "updated": str(study["updated"]),
            "record": record,
        }

    imported, damaged = _import(connection, STUDIES, data / _STUDIES, row)
    note_unknown_studies(connection)
    return imported, left_out + damaged


def _import_reviews(connection: sa.Connection, data: Path) -> tuple[int, list[str]]:
    games = set(connection.scalars(sa.select(GAMES.c.id)))
    known = set(connection.scalars(sa.select(REVIEWS.c.game)))

    def row(name: str, review: dict[str, Any]) -> dict[str, Any] | None:
        if name in known or name not in games:  # the review of a deleted game
            return None
        evaluations = [(one["score"], one["line"], one["depth"]) for one in review["evaluations"]]
        return {
            "game": name,
            "fingerprint": str(review["game"]),
            "total": int(review["total"]),
            "done": len(evaluations),
            "evaluations": json.dumps(review["evaluations"]),
        }

    return _import(connection, REVIEWS, data / _REVIEWS, row)


def _import_openings(connection: sa.Connection, data: Path) -> tuple[int, list[str]]:
    file = data / _OPENINGS
    return import_openings(connection, file) if file.exists() else (0, [])


def _owners(folder: Path) -> tuple[dict[str, str], list[str]]:
    """Return the owner of each study. The lists hold nothing else that isn't in the studies."""
    owners: dict[str, str] = {}
    left_out = []
    for file in sorted(folder.glob("*.json")):
        try:
            for study in _read(file)["studies"]:
                owners[str(study["id"])] = file.stem
        except (OSError, ValueError, KeyError, TypeError) as error:
            left_out.append(f"{file} ({_words(error)})")
    return owners, left_out


def _import(
    connection: sa.Connection,
    table: sa.Table,
    folder: Path,
    row_of: Callable[[str, dict[str, Any]], dict[str, Any] | None],
) -> tuple[int, list[str]]:
    """Insert a row for each file; return their number, and what is damaged."""
    left_out: list[str] = []

    def rows() -> Iterator[dict[str, Any]]:
        for file in sorted(folder.glob("*.json")):
            try:
                row = row_of(file.stem, _read(file))
            except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
                left_out.append(f"{file} ({_words(error)})")
                continue
            if row is not None:
                yield row

    imported = 0
    for row in rows():
        connection.execute(table.insert(), row)
        imported += 1
    return imported, left_out


def _read(file: Path) -> dict[str, Any]:
    data = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(data, dict):
        raise TypeError("it is not a JSON object")
    return data


def _words(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def _move(path: Path, backup: Path) -> None:
    """Move a file, or all files of a folder, into the backup folder. Nothing there is replaced."""
    if path.is_dir():
        for inside in sorted(path.iterdir()):
            _move(inside, backup / path.name)
        path.rmdir()
    elif path.exists():
        backup.mkdir(parents=True, exist_ok=True)
        for beside in ("", *_BESIDE) if path.name == _OPENINGS else ("",):
            file = path.with_name(path.name + beside)
            if file.exists():
                shutil.move(file, _free(backup / file.name))


def _free(path: Path) -> Path:
    """Return a path that doesn't exist, with a number if necessary."""
    free, number = path, 1
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free
