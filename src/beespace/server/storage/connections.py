"""Connections to the database: a SQLite file in the data folder, or a PostgreSQL server.

Both use the same tables, migrations and queries. This module handles the differences.
"""

from __future__ import annotations

import time
from pathlib import Path

import sqlalchemy as sa

from beespace.openings.sqlite import sqlite_engine
from beespace.openings.store import CACHE_KB
from beespace.server.errors import StorageError

VARIABLE = "BEESPACE_DATABASE_URL"
DATABASE = "games.sqlite3"
_BUSY_TIMEOUT_S = 5
# About 64 MB. `checkpoints` normally copies the log long before that.
_MOST_PAGES_IN_LOG = 16_000
_IMPORT_TIMEOUT_S = 20
_CONNECT_TIMEOUT_S = 10
# After this time without an answer from the database's machine, a connection counts as broken.
_SILENCE_S = 20
# An arbitrary number that other programs are unlikely to use: see `take`.
_LOCK_NUMBER = 0x62656573
# PostgreSQL frees the lock of a server that has just stopped a moment later.
_LOCK_TIMEOUT_S = 5
_LOCK_AGAIN_S = 0.1


def new_engine(data: Path, url: str | None, *, writes: bool) -> sa.Engine:
    """Return an engine with one connection, for one thread of the server.

    Raises:
        StorageError: the URL is invalid, or its driver is missing.
    """
    if url is None:
        begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
        return sqlite_engine(
            data / DATABASE,
            begin=begin,
            timeout_s=_BUSY_TIMEOUT_S,
            checkpoint_pages=_MOST_PAGES_IN_LOG,
        )
    return _postgres(url, locks=writes)


def openings_engine(data: Path, url: str | None, *, writes: bool) -> sa.Engine:
    """Return an engine for the openings, for the server or for another program.

    Statements of a reading one are committed automatically.
    """
    if url is None:
        # What an import loses in a power cut can be imported again.
        return sqlite_engine(
            data / DATABASE,
            begin="BEGIN IMMEDIATE" if writes else None,
            is_durable=False,
            timeout_s=_IMPORT_TIMEOUT_S,
            cache_kb=CACHE_KB,
        )
    engine = _postgres(url, locks=False)
    return engine if writes else engine.execution_options(isolation_level="AUTOCOMMIT")


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


def _postgres(url: str, *, locks: bool) -> sa.Engine:
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
        connect_args={
            "connect_timeout": _CONNECT_TIMEOUT_S,
            "keepalives_idle": _SILENCE_S // 2,
            "keepalives_interval": 2,
            "keepalives_count": _SILENCE_S // 4,
            "tcp_user_timeout": _SILENCE_S * 1000,
        },
    )

    def take(connection: psycopg.Connection[tuple[bool]], _record: object) -> None:
        """Lock the database, because two servers on it would not see each other's moves."""
        deadline_s = time.monotonic() + _LOCK_TIMEOUT_S
        while True:
            row = connection.execute("SELECT pg_try_advisory_lock(%s)", (_LOCK_NUMBER,)).fetchone()
            connection.commit()
            if row is not None and row[0]:
                return
            if time.monotonic() > deadline_s:
                raise StorageError(f"another server is using {place_of(Path(), url)}")
            time.sleep(_LOCK_AGAIN_S)

    if locks:
        sa.event.listen(engine, "connect", take)
    return engine
