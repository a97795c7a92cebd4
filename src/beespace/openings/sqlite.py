"""Connections to SQLite files that several processes can use at the same time."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import sqlalchemy as sa


def sqlite_engine(
    file: Path,
    *,
    begin: str | None = "BEGIN IMMEDIATE",
    is_durable: bool = True,
    timeout_s: float = 5,
    cache_kb: int = 2000,
    checkpoint_pages: int = 1000,
) -> sa.Engine:
    """Return an engine with one connection, which threads may share if only one uses it at a time.

    `begin` starts its transactions: by default for writing, because a transaction that reads before
    it writes could otherwise fail halfway. If it is None, every statement is committed at once.
    Once the log has `checkpoint_pages`, a commit also copies it into the file.
    """
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(file)),
        poolclass=sa.StaticPool,
        connect_args={"timeout": timeout_s, "check_same_thread": False},
    )

    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # the driver starts no transactions itself
        for setting in (
            f"cache_size = -{cache_kb}",
            "journal_mode = WAL",
            # FULL: what was committed survives a power cut.
            f"synchronous = {'FULL' if is_durable else 'NORMAL'}",
            "foreign_keys = ON",
            f"wal_autocheckpoint = {checkpoint_pages}",
        ):
            connection.execute(f"PRAGMA {setting}").close()

    def start(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin or "")

    sa.event.listen(engine, "connect", prepare)
    if begin is not None:
        sa.event.listen(engine, "begin", start)
    return engine
