"""The Python interface to engines: players, limits, scores and levels."""

from __future__ import annotations

from beespace.backend import BACKEND
from beespace.engine.levels import LEVELS, Level, level
from beespace.engine.plain import PlainPlayer
from beespace.engine.player import Analysis, Limit, Line, Player
from beespace.engine.policy import human_policy
from beespace.engine.score import Score
from beespace.engine.table import DEFAULT_HASH_MB, HashTable

__all__ = [
    "LEVELS",
    "Analysis",
    "HashTable",
    "Level",
    "Limit",
    "Line",
    "PlainPlayer",
    "Player",
    "Score",
    "best_player",
    "human_policy",
    "level",
]


def best_player(
    threads: int = 1,
    hash_mb: int = DEFAULT_HASH_MB,
    level: Level = LEVELS[-1],
    seed: int | None = None,
    table: HashTable | None = None,
) -> Player:
    """Return the C++ engine if it was built, otherwise the Python one.

    The Python player has no levels and no table.
    """
    if BACKEND == "native":
        from beespace.engine.native import NativePlayer

        return NativePlayer(threads=threads, hash_mb=hash_mb, table=table, level=level, seed=seed)
    return PlainPlayer()
