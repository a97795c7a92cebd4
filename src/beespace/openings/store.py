"""An opening database to read and write: a SQLite file, or the tables in a server's database.

It deals with the keys of positions, not with boards. Several processes can share a database.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import sqlalchemy as sa

from beespace.openings import writing
from beespace.openings.reading import OpeningReader
from beespace.openings.rows import NewGame, OpeningsError
from beespace.openings.sqlite import sqlite_engine
from beespace.openings.tables import METADATA

# The form of the tables, stored in a file's user version. Form 1 had other names for the tables.
_FORM = 2
_OLD_NAMES = {"moves": "opening_moves", "games": "opening_games", "scores": "opening_scores"}
_BUSY_TIMEOUT_S = 20
# The size of SQLite's page cache.
CACHE_KB = 32_000
# Games are written in sorted batches with this many moves, which bounds the memory needed for an
# import of any size.
_BATCH = 50_000
# In a database in which games are being played, a batch takes about this long, so that a move
# waits no longer.
_SHORT_S = 0.02
_FIRST_SHORT_BATCH, _LEAST_BATCH = 1000, 250


class Openings(OpeningReader):
    """An open opening database. Thread-safe; reads don't wait for writes.

    As a context manager, it writes pending games and closes the database at the end.
    """

    def __init__(self, path: Path) -> None:
        """Open a file, or create it.

        Raises:
            OpeningsError: the file is unusable, or another version of Beespace created it.
        """
        reading = sqlite_engine(path, begin=None, timeout_s=_BUSY_TIMEOUT_S, cache_kb=CACHE_KB)
        # Not durable at once, which is faster; games lost in a power cut can be imported again.
        writing = sqlite_engine(
            path, timeout_s=_BUSY_TIMEOUT_S, cache_kb=CACHE_KB, is_durable=False
        )
        self._open(reading, writing, str(path))
        try:
            with writing.begin() as connection:
                _set_up(connection, path)
        except sa.exc.DBAPIError as error:
            self._close_engines()
            raise OpeningsError(f"cannot open {path}: {error.orig}") from None
        except OpeningsError:
            self._close_engines()
            raise

    @classmethod
    def in_database(cls, reading: sa.Engine, writing: sa.Engine, place: str) -> Self:
        """Open the tables in a server's database, in which games may be played meanwhile.

        Transactions are short, and on SQLite, which has one writer at a time, there are pauses
        between them.
        """
        openings = cls.__new__(cls)
        openings._open(reading, writing, place)
        openings._is_shared = True
        openings._batch = _FIRST_SHORT_BATCH
        return openings

    def _open(self, reading: sa.Engine, writing: sa.Engine, place: str) -> None:
        OpeningReader.__init__(self, reading, place)
        self._writer = writing
        self._writing_lock = threading.RLock()
        self._is_shared = False
        self._batch = _BATCH
        # Games that are not written yet, by fingerprint, and the number of their moves.
        self._pending: dict[int, NewGame] = {}
        self._pending_moves = 0
        # When the last transaction ended, and how long it took.
        self._ended_s = self._took_s = 0.0

    def close(self) -> None:
        """Write pending games and close the database."""
        with self._writing_lock:
            self.flush()
            self._close_engines()

    def _close_engines(self) -> None:
        super().close()
        self._writer.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def add(self, game: NewGame) -> bool:
        """Add a game; return False if it is a duplicate. Its moves are visible after `flush`."""
        with self._writing_lock:
            if game.fingerprint in self._pending or self.knows(game.fingerprint):
                return False
            self._pending[game.fingerprint] = game
            self._pending_moves += game.plies
            if self._pending_moves >= self._batch:
                self.flush()
            return True

    def flush(self) -> None:
        """Write pending games."""
        with self._writing_lock:
            games = list(self._pending.values())
            if games:
                self._write(lambda connection: writing.add(connection, games))
                self._adapt()
            self._pending.clear()
            self._pending_moves = 0

    def remove(self, game: NewGame) -> None:
        """Remove a game of the server; `game` must be the same as when it was added."""
        with self._writing_lock:
            self.flush()
            self._write(lambda connection: writing.remove(connection, game))

    def keep_copy(self, number: int, name: str) -> None:
        """Store the ID of the server's copy of a game."""
        with self._writing_lock:
            self._write(lambda connection: writing.keep_copy(connection, number, name))

    def _write(self, work: Callable[[sa.Connection], object]) -> None:
        """Run a change in a transaction."""
        if self._is_shared and self._writer.dialect.name == "sqlite":
            # Leave the database to others for about as long as the last transaction took.
            pause_s = min(self._took_s, _SHORT_S)
            time.sleep(max(0.0, self._ended_s + pause_s - time.monotonic()))
        try:
            with self._writer.begin() as connection:
                began_s = time.monotonic()
                work(connection)
        except sa.exc.DBAPIError as error:
            raise OpeningsError(f"cannot write {self._place}: {error.orig}") from error
        self._ended_s = time.monotonic()
        self._took_s = self._ended_s - began_s

    def _adapt(self) -> None:
        """Choose the size of the next batch by how long the last one took."""
        if self._is_shared:
            factor = min(2.0, max(0.5, _SHORT_S / max(self._took_s, 1e-6)))
            self._batch = min(_BATCH, max(_LEAST_BATCH, round(self._batch * factor)))


def _set_up(connection: sa.Connection, path: Path) -> None:
    """Create the tables of a new file, and rename those of an old one."""
    form = connection.exec_driver_sql("PRAGMA user_version").scalar()
    if form == _FORM:
        return
    if form == 0:
        METADATA.create_all(connection)
    elif form == 1:
        for old, new in _OLD_NAMES.items():
            connection.exec_driver_sql(f"ALTER TABLE {old} RENAME TO {new}")
    else:
        raise OpeningsError(f"{path} was created by another version of Beespace")
    connection.exec_driver_sql(f"PRAGMA user_version = {_FORM}")
