"""A client that follows a game, over a socket or a stream."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable

from beespace.server.people.client import Client

# The queue's limit. A live page reads messages at once, and this is enough for many moves.
_MOST_UNREAD = 64

# Close codes. Those from 4000 up are our own.
DROPPED = TRY_AGAIN = 1013
NO_SUCH_GAME = 4404
SEAT_LOST = 4403


class Told:
    """A message as JSON, and the revision after it. All followers that get it share one.

    It consists of encoded pieces, because long ones are part of several messages.
    """

    __slots__ = ("pieces", "revision")

    def __init__(self, *pieces: str | bytes, revision: int | None = None) -> None:
        self.pieces = tuple(one.encode() if isinstance(one, str) else one for one in pieces)
        self.revision = revision

    @property
    def text(self) -> str:
        """The message in one piece."""
        return b"".join(self.pieces).decode()


class Follower(Client):
    """A client with a queue of messages to send. If the queue is full, the client is dropped."""

    def __init__(self, client: Client) -> None:
        super().__init__(client.guest, client.token, client.address, client.devices, client.browser)
        self.unsent: deque[Told] = deque()
        self.closing = asyncio.Event()
        self.close_code = 1000
        # The round-trip time, if the server has measured it.
        self.lag_ms: int | None = None
        # Called as soon as the connection is to be closed.
        self.when_ended: Callable[[Follower], None] = lambda _follower: None
        self._is_news = asyncio.Event()

    def tell(self, told: Told) -> None:
        """Queue a message without waiting."""
        if len(self.unsent) >= _MOST_UNREAD:
            self.end(DROPPED)
            return
        self.unsent.append(told)
        self._is_news.set()

    async def messages(self) -> AsyncIterator[Told]:
        """Yield the queued messages as they come, until the connection should be closed."""
        while True:
            while self.unsent:
                yield self.unsent.popleft()
            if self.closing.is_set():
                return
            self._is_news.clear()
            await self._is_news.wait()

    def close(self) -> None:
        """Close the connection because the game was deleted."""
        self.end(NO_SUCH_GAME)

    def lose_seat(self) -> None:
        """Close the connection because its key was revoked. Reconnecting clients only watch."""
        self.end(SEAT_LOST)

    def end(self, code: int) -> None:
        """Ask for the connection to be closed with a code. It gets no more messages."""
        self.close_code = code
        self.closing.set()
        self._is_news.set()
        self.when_ended(self)
