"""The random seed of an opponent: it keeps its favourite opening for a whole game."""

from __future__ import annotations


def seed_of(game: str) -> int:
    """Return a number of 32 bits for a game's id, as web/src/local/games/thinking.ts does.

    >>> seed_of("abc")
    440920331
    """
    found = 0x811C9DC5
    for byte in game.encode():
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF  # FNV-1a
    return found
