"""The folder that holds everything the server keeps, and who is using it.

Two servers on one folder would not see each other's moves: the first holds a lock, in which it
says where it can be found. The lock goes with its process, however that ends.
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
    """The folder that was asked for, else the one of the environment, else the platform's."""
    if given is not None:
        return given
    named = os.environ.get(VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("beespace", appauthor=False)


class DataFolder:
    """A data folder that is ours as long as this process lives, or until `release`."""

    def __init__(self, path: Path) -> None:
        """Make the folder if need be, and take it.

        Raises:
            StorageError: it cannot be made or written to.
            InUseError: another server has taken it.
        """
        self.path = path
        try:
            # Games and chat are nobody else's business; a folder that is there is left as it is.
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file: IO[str] = (path / _LOCK).open("a+", encoding="utf-8")
        except OSError as error:
            reason = "it is not a folder" if path.exists() and not path.is_dir() else error.strerror
            raise StorageError(f"games cannot be kept in {path}: {reason}") from None
        try:
            _lock(self._file)
        except OSError:
            self._file.close()
            raise InUseError(path, _url_of_owner(path / _LOCK)) from None
        self._write("")

    def announce(self, url: str) -> None:
        """Say where the server is to be found."""
        self._write(json.dumps({"pid": os.getpid(), "url": url}))

    def release(self) -> None:
        """Let others take the folder."""
        self._write("")
        self._file.close()

    def _write(self, text: str) -> None:
        try:
            self._file.truncate(0)
            self._file.write(text)
            self._file.flush()
        except OSError as error:
            raise StorageError(f"games cannot be kept in {self.path}: {error}") from None


def _url_of_owner(file: Path) -> str:
    """Where the server that holds the lock says it is; it may have to start first."""
    deadline = time.monotonic() + _WAIT_FOR_URL_S
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            return str(json.loads(file.read_text(encoding="utf-8"))["url"])
        time.sleep(0.1)
    return ""


if sys.platform == "win32":
    import msvcrt

    # A byte far behind the text: Windows does not let others read what is locked.
    _LOCKED_BYTE = 1 << 20

    def _lock(file: IO[str]) -> None:
        file.seek(_LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
