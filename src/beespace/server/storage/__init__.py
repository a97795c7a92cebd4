"""Where the games are kept: a SQLite database in the data folder."""

from beespace.server.storage.database import (
    Database,
    NewlyStored,
    PlyConflictError,
    StoredGame,
    StoredMove,
    StoredPlayer,
)
from beespace.server.storage.upgrading import NewerDatabaseError, StorageError

__all__ = [
    "Database",
    "NewerDatabaseError",
    "NewlyStored",
    "PlyConflictError",
    "StorageError",
    "StoredGame",
    "StoredMove",
    "StoredPlayer",
]
