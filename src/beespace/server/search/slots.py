"""Slots for searches: how many run at once, who is next, and how many one client may have."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator

from beespace.server import problems
from beespace.server.search.queue import FairQueue, Priority


class Slots:
    """A number of slots. Use them only in the event loop's thread."""

    def __init__(self, count: int, most_per_client: int | None = None) -> None:
        """Create `count` slots. A client can hold and wait for `most_per_client` of them."""
        self._free = count
        self._most_per_client = most_per_client
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()
        self._held: Counter[str] = Counter()
        self.running = 0

    @property
    def waiting(self) -> int:
        """How many searches wait for a slot."""
        return len(self._waiting)

    @contextlib.asynccontextmanager
    async def taken(self, priority: Priority, client: str) -> AsyncIterator[None]:
        """Wait for a slot, and hold it during the block.

        Raises:
            ProblemError: the client already has as many searches as it may.
        """
        most = self._most_per_client
        if most is not None and self._held[client] >= most:
            raise problems.too_many("you have too many searches at once; wait for one to finish")
        self._held[client] += 1
        try:
            await self._take(priority, client)
            self.running += 1
            try:
                yield
            finally:
                self.running -= 1
                self._release()
        finally:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]

    async def _take(self, priority: Priority, client: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.push(priority, client, turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._waiting.remove(priority, client, turn)
            if turn.done() and not turn.cancelled():
                self._release()  # its turn came just before it was cancelled
            raise

    def _release(self) -> None:
        while len(self._waiting):
            turn = self._waiting.pop()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
