"""Copies new data from SQLite's log to its database file, in a separate thread.

SQLite first writes changes to a log. By default, whoever commits the thousandth page copies the log
into the file, and waits for the disk twice. Here that would delay a move.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

# How often to look for new data.
_EVERY_S = 2.0
# SQLite starts its log anew when all of it is copied. Moves that arrive meanwhile prevent that, so
# try again: after the first time, little is left to copy.
_TRIES = 10


class Checkpoints:
    """A thread that copies the log while others read and write. No request waits for it."""

    def __init__(self, file: Path, commits: Callable[[], int]) -> None:
        """Start it. `commits` says how many transactions there were so far."""
        self._file = file
        self._commits = commits
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread."""
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        with contextlib.closing(sqlite3.connect(self._file, isolation_level=None)) as connection:
            seen = 0
            while not self._is_over.wait(_EVERY_S):
                commits = self._commits()
                # If the disk is full or broken, those who write notice and say so.
                with contextlib.suppress(sqlite3.Error):
                    if commits != seen:
                        copy_log(connection)
                        seen = commits


def copy_log(connection: sqlite3.Connection) -> bool:
    """Copy the log of a database into its file. Return whether all of it is copied."""
    for _ in range(_TRIES):
        _, pages, copied = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if copied == pages:
            return True
    return False
