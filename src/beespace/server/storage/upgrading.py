"""Upgrades the database to the current schema before the server starts.

A SQLite database is backed up first. A database from a newer version is left alone. The files of
version 0.1 are imported. If the process is killed, the next start completes the upgrade.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from beespace.server.errors import NewerDatabaseError, StorageError
from beespace.server.storage.connections import (
    DATABASE,
    new_engine,
    openings_engine,
    place_of,
)
from beespace.server.storage.migrations.old_files import has_old_files, import_old_files
from beespace.server.storage.tables import METADATA

_LOG = logging.getLogger(__name__)

BACKUPS = "backups"
# The schema revisions so far, the current one last, as in migrations/versions.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007")
MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(data: Path, url: str | None = None) -> None:
    """Create or upgrade the database in the data folder or at a URL.

    Raises:
        NewerDatabaseError: the database is newer than this program.
        StorageError: the database cannot be read or written.
    """
    with _errors_about(data, url):
        if url is not None:
            _upgrade_server(data, url)
        else:
            _upgrade_file(data / DATABASE, data / BACKUPS)
        if has_old_files(data):
            engine = new_engine(data, url, writes=True)
            try:
                import_old_files(engine, data, data / BACKUPS)
            finally:
                engine.dispose()


def needs_upgrade(data: Path, url: str | None = None) -> bool:
    """Return whether there is no database yet, or an older one; raises the same errors."""
    with _errors_about(data, url):
        if url is None:
            present = _revision(data / DATABASE)
        else:
            # Not the engine of a server, which may be running and locks the database.
            engine = openings_engine(data, url, writes=False)
            try:
                present = _server_revision(engine, place_of(data, url))
            finally:
                engine.dispose()
        if present is not None:
            _check_known(present, place_of(data, url))
    return present != REVISIONS[-1] or has_old_files(data)


@contextlib.contextmanager
def _errors_about(data: Path, url: str | None) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, sa.exc.SQLAlchemyError, OSError) as error:
        reason = getattr(error, "orig", None) or error
        raise StorageError(f"cannot use {place_of(data, url)}: {reason}") from None


def _upgrade_file(file: Path, backups: Path) -> None:
    present = _revision(file)
    if present == REVISIONS[-1]:
        return
    if present is not None:
        _check_known(present, str(file))
        copy = back_up(file, backups, present)
        _LOG.info("upgrading %s; a copy of the old database is in %s", file, copy)
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)), poolclass=sa.NullPool)
    # Python's driver would commit before every schema change. This keeps them in one transaction.
    sa.event.listen(engine, "connect", _leave_transactions_to_us)
    sa.event.listen(engine, "begin", _begin)
    _run_migrations(engine)


def _upgrade_server(data: Path, url: str) -> None:
    """Upgrade a PostgreSQL database. Backing it up is its administrator's job."""
    place = place_of(data, url)
    engine = new_engine(data, url, writes=True)
    try:
        present = _server_revision(engine, place)
        if present == REVISIONS[-1]:
            return
        if present is not None:
            _check_known(present, place)
            _LOG.info("upgrading %s", place)
        _run_migrations(engine)
    finally:
        engine.dispose()


def _server_revision(engine: sa.Engine, place: str) -> str | None:
    """Return the schema revision of a PostgreSQL database, or None if it is empty."""
    with engine.connect() as connection:
        tables = sa.inspect(connection).get_table_names()
        if "alembic_version" in tables:
            found: str | None = connection.scalar(
                sa.text("SELECT version_num FROM alembic_version")
            )
            return found
    if set(tables) & set(METADATA.tables):
        raise StorageError(f"{place} is not a Beespace database")
    return None


def _check_known(present: str, place: str) -> None:
    if present not in REVISIONS:
        raise NewerDatabaseError(
            f"{place} was created by a newer version of Beespace (schema {present}) "
            "and was not changed"
        )


def back_up(file: Path, folder: Path, revision: str) -> Path:
    """Back up a database, even while it is in use. The file name has its revision and the time."""
    folder.mkdir(exist_ok=True)
    time = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    copy = folder / f"games-{revision}-{time}.sqlite3"
    draft = folder / "unfinished"
    draft.unlink(missing_ok=True)
    with (
        contextlib.closing(sqlite3.connect(file)) as source,
        contextlib.closing(sqlite3.connect(draft)) as target,
    ):
        source.backup(target)
    return draft.replace(copy)


def _revision(file: Path) -> str | None:
    """Return the schema revision of a database, or None if it is missing or empty."""
    if not file.exists() or not file.stat().st_size:
        return None
    with contextlib.closing(sqlite3.connect(file)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if "alembic_version" not in tables:
            if tables:
                raise StorageError(f"{file} is not a Beespace database")
            return None
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else None


def _run_migrations(engine: sa.Engine) -> None:
    # Rarely needed, so not imported at every start.
    from alembic import command
    from alembic.config import Config

    config = Config()
    # Alembic interpolates percent signs in its settings.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()


def _leave_transactions_to_us(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
