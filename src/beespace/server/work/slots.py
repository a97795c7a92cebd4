"""Slots for costly work: how many run at once, who is next, and how many one client may have."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable

from beespace.server import problems
from beespace.server.work.queue import FairQueue, Priority


class Slots:
    """A number of slots. Use them only in the event loop's thread.

    A client has several names, such as its guest and its address; each has the same limit.
    """

    def __init__(
        self,
        count: int,
        most_per_client: int | None = None,
        *,
        when_refused: Callable[[], None] = lambda: None,
    ) -> None:
        """Create `count` slots. A client can hold and wait for `most_per_client` of them."""
        self._when_refused = when_refused
        self._free = count
        self._most_per_client = most_per_client
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()
        self._held: Counter[str] = Counter()
        self.running = 0

    @property
    def waiting(self) -> int:
        """How many wait for a slot."""
        return len(self._waiting)

    def is_within_limit(self, names: tuple[str, ...]) -> bool:
        """Return whether a client may take or wait for another slot."""
        most = self._most_per_client
        return most is None or all(self._held[name] < most for name in names)

    @contextlib.asynccontextmanager
    async def taken(self, priority: Priority, names: tuple[str, ...]) -> AsyncIterator[None]:
        """Wait for a slot, and hold it during the block.

        Raises:
            ProblemError: the client already has as many as it may.
        """
        if not self.is_within_limit(names):
            self._when_refused()
            raise problems.too_many("you have too many requests at once; wait for one to finish")
        self._held.update(names)
        try:
            # Addresses take turns: an address can have any number of guests.
            await self._take(priority, names[-1] if names else "")
            self.running += 1
            try:
                yield
            finally:
                self.running -= 1
                self._release()
        finally:
            for name in names:
                self._held[name] -= 1
                if not self._held[name]:
                    del self._held[name]

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
