"""Locks for the games that are being opened, so that each is read from the database once.

Different games are opened at the same time: a long one doesn't keep the others waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator


class Opening:
    """A lock for each game that is being opened, which is removed when nobody needs it."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._users: Counter[str] = Counter()
        self._may_begin = asyncio.Lock()
        self._all_ended = asyncio.Event()
        self._all_ended.set()

    def __len__(self) -> int:
        """How many games are being opened."""
        return len(self._locks)

    @contextlib.asynccontextmanager
    async def of(self, game_id: str) -> AsyncIterator[None]:
        """Wait until nobody else is opening the game, and keep others from it."""
        async with self._may_begin:
            lock = self._locks.setdefault(game_id, asyncio.Lock())
            self._users[game_id] += 1
            self._all_ended.clear()
        try:
            async with lock:
                yield
        finally:
            self._users[game_id] -= 1
            if not self._users[game_id]:
                del self._users[game_id], self._locks[game_id]
            if not self._locks:
                self._all_ended.set()

    @contextlib.asynccontextmanager
    async def of_none(self) -> AsyncIterator[None]:
        """Wait until no game is being opened, and let none begin."""
        async with self._may_begin:
            await self._all_ended.wait()
            yield
