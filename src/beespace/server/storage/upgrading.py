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
from beespace.server.storage.engines import DATABASE, new_engine, place_of
from beespace.server.storage.tables import METADATA

BACKUPS = "backups"
# The forms a database has had, the present one last: the steps in migrations/versions lead there.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006")
MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(data: Path, url: str | None = None) -> None:
    """Make the database in the data folder or at a URL, or bring an older one up to date.

    Raises:
        NewerDatabaseError: it is newer than this program.
        StorageError: it cannot be read or written.
    """
    place = place_of(data, url)
    try:
        if url is not None:
            _upgrade_server(place, data, url)
        else:
            _upgrade_file(data / DATABASE, data / BACKUPS)
    except (sqlite3.Error, sa.exc.SQLAlchemyError, OSError) as error:
        reason = getattr(error, "orig", None) or error
        raise StorageError(f"{place} cannot be used: {reason}") from None


def _upgrade_file(file: Path, backups: Path) -> None:
    present = _revision(file)
    if present == REVISIONS[-1]:
        return
    if present is not None:
        _check_known(present, str(file))
        back_up(file, backups, present)
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)), poolclass=sa.NullPool)
    # Python's driver would commit before every change of a table: one transaction is ours to begin.
    sa.event.listen(engine, "connect", _leave_transactions_to_us)
    sa.event.listen(engine, "begin", _begin)
    _run_migrations(engine)


def _upgrade_server(place: str, data: Path, url: str) -> None:
    """Bring a server's database up to date; copies of it are its keeper's business."""
    engine = new_engine(data, url, writes=True)
    try:
        with engine.connect() as connection:
            tables = sa.inspect(connection).get_table_names()
            present = None
            if "alembic_version" in tables:
                present = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
            elif set(tables) & set(METADATA.tables):
                raise StorageError(f"{place} is not a database of Beespace")
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
            f"{place} was made by a newer version of Beespace (its form is {present}); "
            "nothing was changed"
        )


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


def _run_migrations(engine: sa.Engine) -> None:
    # Needed once in a database's life, so not imported at every start.
    from alembic import command
    from alembic.config import Config

    config = Config()
    # In Alembic's settings a percent sign starts a reference.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()


def _leave_transactions_to_us(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
