"""The schema revisions, and the errors about databases that this program can't use."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import beespace
from beespace.server.errors import NewerDatabaseError, StorageError

# The schema revisions so far, the current one last, as in migrations/versions.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010")
# The row of the table `server_values` with the version that last upgraded the database.
UPGRADED_BY = "upgraded by"
_BUSY_TIMEOUT_S = 20


def open_file(file: Path) -> sqlite3.Connection:
    """Open an existing database, without creating one."""
    # Not read-only, because SQLite may have to complete what a killed process began. It falls back
    # to that where it can't write.
    address = f"{file.absolute().as_uri()}?mode=rw"
    # Without an isolation level, the driver starts no transactions itself.
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=_BUSY_TIMEOUT_S)


def revision_of(file: Path) -> str | None:
    """Return the schema revision of a database, or None if it is missing or empty.

    Raises:
        StorageError: it is a database of another program.
    """
    if not file.exists() or not file.stat().st_size:
        return None
    with contextlib.closing(open_file(file)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if "alembic_version" not in tables:
            if tables:
                raise StorageError(f"{file} is not a Beespace database")
            return None
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else None


def version_of(file: Path) -> str | None:
    """Return the version of Beespace that last upgraded a database, if the database says so."""
    query = "SELECT value FROM server_values WHERE name = ?"
    # A much newer version may have another table for this.
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(open_file(file)) as connection,
    ):
        row = connection.execute(query, (UPGRADED_BY,)).fetchone()
        return str(row[0]) if row else None
    return None


def newer_database(
    place: str, revision: str, version: str | None, way_back: str
) -> NewerDatabaseError:
    """Return the error for a database that a newer version has upgraded.

    `way_back` says what to do instead of installing that version.
    """
    newer = f"Beespace {version} or newer" if version else "a newer version of Beespace"
    written_by = f"{version}, schema {revision}" if version else f"schema {revision}"
    return NewerDatabaseError(
        f"{place} was upgraded by a newer version of Beespace ({written_by}). This is version "
        f"{beespace.__version__}, so nothing was changed. Install {newer}, or {way_back}"
    )
