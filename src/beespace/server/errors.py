"""Errors when starting the server and when storing games. Imports little, so it loads quickly."""

from __future__ import annotations

from pathlib import Path

from beespace.errors import BeespaceError


class LaunchError(BeespaceError):
    """The server cannot start."""


class StorageError(BeespaceError):
    """Games or other data cannot be stored or read."""


class DamagedGameError(StorageError):
    """A stored game cannot be replayed."""


class DatabaseAwayError(StorageError):
    """The database doesn't answer, or it can't write."""


class NewerDatabaseError(StorageError):
    """The database was created by a newer version of Beespace."""


class InUseError(BeespaceError):
    """Another server is using the data folder. `url` is its address, or empty if unknown."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(f"Beespace is already running with the data folder {folder}")
        self.url = url
