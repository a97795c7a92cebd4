"""Why a server cannot start or keep its games. Light, so that saying so takes no time."""

from __future__ import annotations

from pathlib import Path

from beespace.errors import BeespaceError


class LaunchError(BeespaceError):
    """The server cannot be started."""


class StorageError(BeespaceError):
    """The games cannot be kept or read."""


class NewerDatabaseError(StorageError):
    """The database was made by a newer version of Beespace."""


class InUseError(BeespaceError):
    """Another server is using the data folder; `url` is where, if it says so."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(f"Beespace is running already with the games in {folder}")
        self.url = url
