"""Stores everything: in a SQLite database in the data folder, or on a PostgreSQL server."""

from beespace.server.errors import (
    DamagedGameError,
    DatabaseAwayError,
    NewerDatabaseError,
    StorageError,
)
from beespace.server.storage.database import ConflictError, Database
from beespace.server.storage.rows import (
    StoredGame,
    StoredKey,
    StoredLine,
    StoredMove,
    StoredPlayer,
    WholeGame,
)

__all__ = [
    "ConflictError",
    "DamagedGameError",
    "Database",
    "DatabaseAwayError",
    "NewerDatabaseError",
    "StorageError",
    "StoredGame",
    "StoredKey",
    "StoredLine",
    "StoredMove",
    "StoredPlayer",
    "WholeGame",
]
