"""Brings the database to the form this program knows, before the server starts.

An existing database is copied before it is changed, and one from a newer program is left alone.
"""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from beespace.server.errors import NewerDatabaseError, StorageError

DATABASE = "games.sqlite3"
BACKUPS = "backups"
# The forms a database has had, the present one last: the steps in migrations/versions lead there.
REVISIONS = ("0001", "0002", "0003")
MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(data: Path) -> None:
    """Make the database in the data folder, or bring an older one up to date.

    Raises:
        NewerDatabaseError: it is newer than this program.
        StorageError: it cannot be read or written.
    """
    file = data / DATABASE
    try:
        present = _revision(file)
        if present == REVISIONS[-1]:
            return
        if present is not None:
            if present not in REVISIONS:
                raise NewerDatabaseError(
                    f"{file} was made by a newer version of Beespace (its form is {present}); "
                    "nothing was changed"
                )
            back_up(file, data / BACKUPS, present)
        _run_migrations(file)
    except (sqlite3.Error, sa.exc.SQLAlchemyError, OSError) as error:
        reason = getattr(error, "orig", None) or error
        raise StorageError(f"{file} cannot be used: {reason}") from None


def back_up(file: Path, folder: Path, revision: str) -> Path:
    """Copy a database while others may be using it; the name says its form and the time."""
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
    """The form of a database; None if there is none yet."""
    if not file.exists() or not file.stat().st_size:
        return None
    with contextlib.closing(sqlite3.connect(file)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if "alembic_version" not in tables:
            if tables:
                raise StorageError(f"{file} is not a database of Beespace")
            return None
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else None


def _run_migrations(file: Path) -> None:
    # Needed once in a database's life, so not imported at every start.
    from alembic import command
    from alembic.config import Config

    config = Config()
    # In Alembic's settings a percent sign starts a reference.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)), poolclass=sa.NullPool)
    # Python's driver would commit before every change of a table: one transaction is ours to begin.
    sa.event.listen(engine, "connect", _leave_transactions_to_us)
    sa.event.listen(engine, "begin", _begin)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()


def _leave_transactions_to_us(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
