"""Backs up the SQLite database of a data folder to a file, and restores such a file."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from beespace.server.errors import StorageError
from beespace.server.storage.connections import DATABASE
from beespace.server.storage.copies.before_upgrades import BACKUPS, check_not_newer
from beespace.server.storage.copies.copying import (
    OTHER_BACKUP,
    Contents,
    Progress,
    check_usable,
    code_of,
    copy_database,
    errors_in_words,
    flush_folder,
)
from beespace.server.storage.copies.drafts import remove_unfinished
from beespace.server.storage.copies.revisions import REVISIONS, open_file, revision_of
from beespace.server.storage.guests.changes import EPOCH
from beespace.server.storage.migrations.old_files import has_old_files

# What SQLite may keep next to a database.
_BESIDE = ("-wal", "-shm", "-journal")
_MAGIC = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, and where the database that was there is now."""

    contents: Contents
    replaced: Path | None
    # Whether the next start will upgrade the database.
    is_older: bool


def back_up(
    data: Path, target: Path, *, overwrite: bool = False, progress: Progress | None = None
) -> Contents:
    """Copy the database of a data folder to a file, even while a server is using it.

    Raises:
        NewerDatabaseError: a newer version has upgraded the database.
        StorageError: there is no database, it can't be copied, or the target exists.
    """
    database = data / DATABASE
    if not database.exists():
        raise StorageError(f"there is no database in {data}")
    if has_old_files(data):
        raise StorageError(
            f"{data} has files of version 0.1 that aren't in the database yet. "
            "Start the server once, so that it imports them"
        )
    with errors_in_words(database):
        check_not_newer(data)
        if target.exists() and any(
            target.samefile(used) for used in _files_of(database) if used.exists()
        ):
            raise StorageError(f"{target} is the database itself")
    if not target.parent.is_dir():
        raise StorageError(f"there is no folder {target.parent}")
    if target.exists() and not target.is_file():
        raise StorageError(f"{target} isn't a file")
    if target.exists() and not overwrite:
        raise StorageError(f"{target} exists already")
    return copy_database(database, target, overwrite=overwrite, progress=progress)


def restore(file: Path, data: Path, progress: Progress | None = None) -> Restored:
    """Replace the database of a data folder by a copy of a file. No server may be using it.

    The database that was there is moved to the backups. If the process is killed, either the old
    or the new database is in place.

    Raises:
        NewerDatabaseError: a newer version has upgraded the database in the file.
        StorageError: the file isn't a usable database, or the database in the folder is in use.
    """
    database = data / DATABASE
    check_usable(file)
    if database.exists() and file.samefile(database):
        raise StorageError(f"{file} is the database that you would replace")
    with errors_in_words(file, if_damaged=OTHER_BACKUP):
        is_older = revision_of(file) != REVISIONS[-1]
        incoming = data / f"{DATABASE}.restoring"
        remove_unfinished(data, incoming.name)
        contents = copy_database(
            file, incoming, overwrite=True, progress=progress, if_damaged=OTHER_BACKUP
        )
        try:
            _begin_epoch(incoming)
            replaced = _set_aside(database, data / BACKUPS)
            incoming.replace(database)
        finally:
            incoming.unlink(missing_ok=True)
        flush_folder(data)
    return Restored(contents, replaced, is_older)


def _begin_epoch(database: Path) -> None:
    """Make pages start over: they have seen changes that the restored database doesn't have."""
    # A database of an older version has no such table, and nothing to start over.
    with (
        contextlib.suppress(sqlite3.OperationalError),
        contextlib.closing(open_file(database)) as connection,
    ):
        connection.execute("DELETE FROM server_values WHERE name = ?", (EPOCH,))


def _files_of(database: Path) -> list[Path]:
    return [database, *(database.with_name(database.name + end) for end in _BESIDE)]


def _set_aside(database: Path, backups: Path) -> Path | None:
    """Give a database a second name among the backups, and return it; None if there is none."""
    if not any(file.exists() for file in _files_of(database)):
        return None
    if database.exists() and _is_sqlite(database):
        _take_in_wal(database)
    backups.mkdir(mode=0o700, exist_ok=True)
    time = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    kept = backups / f"replaced-{time}.sqlite3"
    for end in _BESIDE:  # left of a damaged database; it would damage the next one
        beside = database.with_name(database.name + end)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + end))
    if not database.exists():
        return None
    try:
        # The database keeps its own name until the new one takes it.
        os.link(database, kept)
    except OSError:  # a file system without hard links
        database.rename(kept)
    flush_folder(backups)
    return kept


def _is_sqlite(file: Path) -> bool:
    """Return whether a file begins like a database. SQLite deletes the log of any other file."""
    with file.open("rb") as opened:
        return opened.read(len(_MAGIC)) == _MAGIC


def _take_in_wal(database: Path) -> None:
    """Move everything that is still in the write-ahead log into the database.

    Raises:
        StorageError: another program is using the database.
    """
    try:
        with contextlib.closing(open_file(database)) as connection:
            connection.execute("PRAGMA busy_timeout = 2000").fetchone()
            # Fails if any other program has the database open.
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.DatabaseError as error:
        if code_of(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StorageError(
                f"another program is using {database}, such as beespace db import. "
                "Wait for it, or stop it"
            ) from None
        # A damaged database: it is kept as it is.
