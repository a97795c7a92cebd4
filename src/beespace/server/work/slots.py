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
        most_per_address: int | None = None,
        most_waiting: int | None = None,
        when_refused: Callable[[], None] = lambda: None,
    ) -> None:
        """Create `count` slots.

        A client can hold and wait for `most_per_client` of them. An address can hold
        `most_per_address` at once, even if the others are free. If `most_waiting` wait, an
        address with few entries can still join: the address with the most entries loses its newest.
        """
        self._when_refused = when_refused
        self._free = count
        self._most_per_client = most_per_client
        self._most_per_address = most_per_address or count
        self._most_waiting = most_waiting
        self._running_of: Counter[str] = Counter()
        self._waiting: FairQueue[tuple[str, asyncio.Future[None]]] = FairQueue()
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
            ProblemError: the client already has as many as it may, or too many wait.
        """
        if not self.is_within_limit(names):
            self._when_refused()
            raise problems.too_many("you have too many requests at once; wait for one to finish")
        self._held.update(names)
        try:
            # Addresses take turns: an address can have any number of guests.
            address = names[-1] if names else ""
            await self._take(priority, address)
            self.running += 1
            try:
                yield
            finally:
                self.running -= 1
                self._release(address)
        finally:
            _subtract(self._held, *names)

    async def _take(self, priority: Priority, address: str) -> None:
        if self._free and self._may_have(address):
            self._give(address)
            return
        self._make_room(address)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.push(priority, address, (address, turn))
        try:
            await turn
        except asyncio.CancelledError:
            self._waiting.remove(priority, address, (address, turn))
            if turn.done() and not turn.cancelled():
                self._release(address)  # its turn came just before it was cancelled
            raise

    def _make_room(self, address: str) -> None:
        """If too many wait, refuse one: the newcomer, unless another address has more waiting."""
        if self._most_waiting is None or self.waiting < self._most_waiting:
            return
        self._when_refused()
        found = self._waiting.pop_newest_of_largest(address)
        if found is None:
            raise problems.busy()
        _, turn = found
        if not turn.done():
            turn.set_exception(problems.busy())

    def _may_have(self, address: str) -> bool:
        return self._running_of[address] < self._most_per_address

    def _give(self, address: str) -> None:
        self._free -= 1
        self._running_of[address] += 1

    def _release(self, address: str) -> None:
        self._free += 1
        _subtract(self._running_of, address)
        while self._free:
            try:
                waiting, turn = self._waiting.pop(self._may_have)
            except IndexError:
                return
            if not turn.done():
                self._give(waiting)
                turn.set_result(None)


def _subtract(counts: Counter[str], *names: str) -> None:
    for name in names:
        counts[name] -= 1
        if not counts[name]:
            del counts[name]
