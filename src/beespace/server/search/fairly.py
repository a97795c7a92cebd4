"""Who may analyse when all places are taken: no address keeps several while another has none."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from typing import TypeVar

_Result = TypeVar("_Result")


class Place:
    """The place of a running analysis, which its address can lose."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._is_lost = asyncio.Event()

    def lose(self) -> None:
        """Let the analysis end."""
        self._is_lost.set()

    @property
    def is_lost(self) -> bool:
        """Whether another address got the place."""
        return self._is_lost.is_set()

    async def until_lost(self, found: AsyncGenerator[_Result, None]) -> AsyncIterator[_Result]:
        """Yield what is found, until the place is lost."""
        lost = asyncio.ensure_future(self._is_lost.wait())
        try:
            while not self.is_lost:
                following = asyncio.ensure_future(anext(found, None))
                try:
                    await asyncio.wait({following, lost}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    if not following.done():
                        following.cancel()
                        with contextlib.suppress(asyncio.CancelledError):
                            await following
                if following.cancelled():
                    return
                result = following.result()
                if result is None:
                    return
                yield result
        finally:
            lost.cancel()


class Places:
    """The places of all running analyses, oldest first."""

    def __init__(self) -> None:
        self._taken: list[Place] = []

    @contextlib.contextmanager
    def taken(self, address: str) -> Iterator[Place]:
        """Hold a place during the block."""
        place = Place(address)
        self._taken.append(place)
        try:
            yield place
        finally:
            self._taken.remove(place)

    def make_room(self, address: str) -> bool:
        """Take the oldest place from the address with most, for one that has none."""
        held = Counter(place.address for place in self._taken if not place.is_lost)
        if held[address] or not held:
            return False
        most = max(held.values())
        if most == 1:
            return False
        oldest = next(
            place for place in self._taken if not place.is_lost and held[place.address] == most
        )
        oldest.lose()
        return True
