"""Connections to the database: a SQLite file in the data folder, or a PostgreSQL server.

Both use the same tables, migrations and queries. This module handles the differences.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import sqlalchemy as sa

from beespace.server.errors import StorageError

VARIABLE = "BEESPACE_DATABASE_URL"
DATABASE = "games.sqlite3"
_BUSY_TIMEOUT_S = 5
_CONNECT_TIMEOUT_S = 10
# An arbitrary number that other programs are unlikely to use: see `take`.
_LOCK_NUMBER = 0x62656573


def new_engine(data: Path, url: str | None, *, writes: bool) -> sa.Engine:
    """Return an engine with one connection, for one thread.

    Raises:
        StorageError: the URL is invalid, or its driver is missing.
    """
    if url is None:
        return _sqlite(data / DATABASE, writes=writes)
    return _postgres(url, writes=writes)


def is_url(url: str) -> bool:
    """Return whether a text is the URL of a supported database."""
    return url.startswith(("postgresql://", "postgres://"))


def place_of(data: Path, url: str | None) -> str:
    """Return the location of the database for messages, without the password."""
    if url is None:
        return str(data / DATABASE)
    try:
        parts = sa.make_url(url)
    except sa.exc.ArgumentError:
        return "the database"
    return f"{parts.database or 'the database'} at {parts.host or 'this machine'}"


def _sqlite(file: Path, *, writes: bool) -> sa.Engine:
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(file)),
        poolclass=sa.StaticPool,
        connect_args={"timeout": _BUSY_TIMEOUT_S, "check_same_thread": False},
    )

    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # `begin` starts the transactions
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        # A move that was acknowledged survives a power cut.
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    def begin(connection: sa.Connection) -> None:
        # Otherwise a transaction that reads before it writes could fail halfway.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    sa.event.listen(engine, "connect", prepare)
    sa.event.listen(engine, "begin", begin)
    return engine


def _postgres(url: str, *, writes: bool) -> sa.Engine:
    if not is_url(url):
        raise StorageError(f"{VARIABLE} must start with postgresql://")
    try:
        import psycopg
    except ImportError:
        raise StorageError(
            "PostgreSQL needs a driver: run pip install 'beespace[postgres]'"
        ) from None
    try:
        # Only the driver is set; the driver gets everything else in the URL, such as parameters.
        parts = sa.make_url(url).set(drivername="postgresql+psycopg")
    except sa.exc.ArgumentError:
        raise StorageError(f"{VARIABLE} is not a valid database URL") from None
    engine = sa.create_engine(
        parts,
        pool_size=1,
        max_overflow=0,
        # Replace connections that broke while idle.
        pool_pre_ping=True,
        connect_args={"connect_timeout": _CONNECT_TIMEOUT_S},
    )

    def take(connection: psycopg.Connection[tuple[bool]], _record: object) -> None:
        """Lock the database, because two servers on it would not see each other's moves."""
        row = connection.execute("SELECT pg_try_advisory_lock(%s)", (_LOCK_NUMBER,)).fetchone()
        connection.commit()
        if row is None or not row[0]:
            raise StorageError(f"another server is using {place_of(Path(), url)}")

    if writes:
        sa.event.listen(engine, "connect", take)
    return engine
