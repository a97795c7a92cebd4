"""Where the games are kept: a SQLite database in the data folder."""

from beespace.server.errors import NewerDatabaseError, StorageError
from beespace.server.storage.database import (
    Database,
    NewlyStored,
    PlyConflictError,
    StoredGame,
    StoredMove,
    StoredPlayer,
)

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
