"""The folder that holds all the server's data, and the lock on it.

Two servers sharing a folder would not see each other's moves, so the first one locks it and writes
its URL into the lock file. The operating system releases the lock when the process ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from pathlib import Path
from typing import IO

import platformdirs

from beespace.server.errors import InUseError, StorageError

VARIABLE = "BEESPACE_DATA"
_LOCK = "lock"
_WAIT_FOR_URL_S = 3.0


def choose_folder(given: Path | None) -> Path:
    """Return the given folder, or the one in BEESPACE_DATA, or the platform's default."""
    if given is not None:
        return given
    named = os.environ.get(VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("beespace", appauthor=False)


class DataFolder:
    """A data folder, locked until `release` is called or the process ends."""

    def __init__(self, path: Path) -> None:
        """Create the folder if necessary, and lock it.

        Raises:
            StorageError: the folder cannot be created or written to.
            InUseError: another server is using the folder.
        """
        self.path = path
        try:
            # Games and chat are private. The mode of an existing folder is left alone.
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = _opened(path / _LOCK)
        except OSError as error:
            reason = "it is not a folder" if path.exists() and not path.is_dir() else error.strerror
            raise StorageError(f"cannot use the data folder {path}: {reason}") from None
        try:
            _lock(self._file)
        except OSError:
            self._file.close()
            raise InUseError(path, _url_of_owner(path / _LOCK)) from None
        self._write("")

    def announce(self, url: str) -> None:
        """Write the server's URL into the lock file."""
        self._write(json.dumps({"pid": os.getpid(), "url": url}))

    def release(self) -> None:
        """Unlock the folder for other servers."""
        self._write("")
        self._file.close()

    def _write(self, text: str) -> None:
        try:
            self._file.truncate(0)
            self._file.write(text)
            self._file.flush()
        except OSError as error:
            raise StorageError(f"cannot write to the data folder {self.path}: {error}") from None


def _opened(lock: Path) -> IO[str]:
    # Not what a link leads to: the file will be emptied.
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(os.open(lock, flags, 0o600), "a+", encoding="utf-8")


def _url_of_owner(file: Path) -> str:
    """Return the URL of the server that holds the lock, waiting a moment in case it is starting."""
    deadline = time.monotonic() + _WAIT_FOR_URL_S
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            return str(json.loads(file.read_text(encoding="utf-8"))["url"])
        time.sleep(0.1)
    return ""


if sys.platform == "win32":
    import msvcrt

    # A byte far beyond the text: on Windows, other processes cannot read locked bytes.
    _LOCKED_BYTE = 1 << 20

    def _lock(file: IO[str]) -> None:
        file.seek(_LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
