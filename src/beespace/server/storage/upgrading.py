"""Upgrades the database to the current schema before the server starts.

A SQLite database is copied first, because there is no downgrade (decision 0025). A database
from a newer version is left alone. The files of version 0.1 are imported. If the process is killed,
the next start completes the upgrade.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

import beespace
from beespace.server.errors import StorageError
from beespace.server.storage.connections import (
    DATABASE,
    new_engine,
    openings_engine,
    place_of,
)
from beespace.server.storage.copies.before_upgrades import (
    BACKUPS,
    check_not_newer,
    copy_before_upgrade,
    delete_old_copies,
)
from beespace.server.storage.copies.revisions import (
    REVISIONS,
    UPGRADED_BY,
    newer_database,
    revision_of,
)
from beespace.server.storage.migrations.old_files import has_old_files, import_old_files
from beespace.server.storage.tables import METADATA, SERVER_VALUES

_LOG = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"
_VERSION = sa.select(SERVER_VALUES.c.value).where(SERVER_VALUES.c.name == UPGRADED_BY)


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
            _upgrade_file(data)
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
            check_not_newer(data)
            present = revision_of(data / DATABASE)
        else:
            # Not the engine of a server, which may be running and locks the database.
            engine = openings_engine(data, url, writes=False)
            try:
                present = _server_revision(engine, place_of(data, url))
            finally:
                engine.dispose()
    return present != REVISIONS[-1] or has_old_files(data)


@contextlib.contextmanager
def _errors_about(data: Path, url: str | None) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, sa.exc.SQLAlchemyError, OSError) as error:
        reason = getattr(error, "orig", None) or error
        raise StorageError(f"cannot use {place_of(data, url)}: {reason}") from None


def _upgrade_file(data: Path) -> None:
    file = data / DATABASE
    check_not_newer(data)
    present = revision_of(file)
    if present == REVISIONS[-1]:
        return
    if present is not None:
        copy = copy_before_upgrade(data, present)
        _LOG.info("upgrading %s; a copy of the old database is in %s", file, copy)
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)), poolclass=sa.NullPool)
    # Python's driver would commit before every schema change. This keeps them in one transaction.
    sa.event.listen(engine, "connect", _leave_transactions_to_us)
    sa.event.listen(engine, "begin", _begin)
    _run_migrations(engine)
    delete_old_copies(data)


def _upgrade_server(data: Path, url: str) -> None:
    """Upgrade a PostgreSQL database. Dumping it first is its administrator's job."""
    place = place_of(data, url)
    engine = new_engine(data, url, writes=True)
    try:
        present = _server_revision(engine, place)
        if present == REVISIONS[-1]:
            return
        if present is not None:
            _LOG.info("upgrading %s; the way back is the dump you took before", place)
        _run_migrations(engine)
    finally:
        engine.dispose()


def _server_revision(engine: sa.Engine, place: str) -> str | None:
    """Return the schema revision of a PostgreSQL database, or None if it is empty.

    Raises:
        NewerDatabaseError: a newer version has upgraded it.
    """
    with engine.connect() as connection:
        tables = sa.inspect(connection).get_table_names()
        if "alembic_version" not in tables:
            if set(tables) & set(METADATA.tables):
                raise StorageError(f"{place} is not a Beespace database")
            return None
        found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
        if found is not None and found not in REVISIONS:
            version = connection.scalar(_VERSION) if SERVER_VALUES.name in tables else None
            way_back = "restore the dump you took before the upgrade"
            raise newer_database(place, found, version, way_back)
        return found


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
        connection.execute(SERVER_VALUES.delete().where(SERVER_VALUES.c.name == UPGRADED_BY))
        version = {"name": UPGRADED_BY, "value": beespace.__version__}
        connection.execute(SERVER_VALUES.insert().values(**version))
    engine.dispose()


def _leave_transactions_to_us(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
