"""Upgrades the database to the current schema before the server starts.

A SQLite database is backed up first. A database from a newer version is left alone.
"""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from beespace.server.errors import NewerDatabaseError, StorageError
from beespace.server.storage.connections import DATABASE, new_engine, place_of
from beespace.server.storage.tables import METADATA

BACKUPS = "backups"
# The schema revisions so far, the current one last, as in migrations/versions.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006")
MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(data: Path, url: str | None = None) -> None:
    """Create or upgrade the database in the data folder or at a URL.

    Raises:
        NewerDatabaseError: the database is newer than this program.
        StorageError: the database cannot be read or written.
    """
    place = place_of(data, url)
    try:
        if url is not None:
            _upgrade_server(place, data, url)
        else:
            _upgrade_file(data / DATABASE, data / BACKUPS)
    except (sqlite3.Error, sa.exc.SQLAlchemyError, OSError) as error:
        reason = getattr(error, "orig", None) or error
        raise StorageError(f"cannot use {place}: {reason}") from None


def _upgrade_file(file: Path, backups: Path) -> None:
    present = _revision(file)
    if present == REVISIONS[-1]:
        return
    if present is not None:
        _check_known(present, str(file))
        back_up(file, backups, present)
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)), poolclass=sa.NullPool)
    # Python's driver would commit before every schema change. This keeps them in one transaction.
    sa.event.listen(engine, "connect", _leave_transactions_to_us)
    sa.event.listen(engine, "begin", _begin)
    _run_migrations(engine)


def _upgrade_server(place: str, data: Path, url: str) -> None:
    """Upgrade a PostgreSQL database. Backing it up is its administrator's job."""
    engine = new_engine(data, url, writes=True)
    try:
        with engine.connect() as connection:
            tables = sa.inspect(connection).get_table_names()
            present = None
            if "alembic_version" in tables:
                present = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
            elif set(tables) & set(METADATA.tables):
                raise StorageError(f"{place} is not a Beespace database")
        if present == REVISIONS[-1]:
            return
        if present is not None:
            _check_known(present, place)
        _run_migrations(engine)
    finally:
        engine.dispose()


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
    with (
        contextlib.closing(sqlite3.connect(file)) as source,
        contextlib.closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
    return copy


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
