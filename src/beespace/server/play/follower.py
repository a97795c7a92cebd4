"""Clients that follow a game, over a socket or a stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from beespace.server.people.client import Client

# The queue's limit. A live page reads messages at once, and this is enough for many moves.
_MOST_UNREAD = 64

# Close codes. Those from 4000 up are our own.
DROPPED = TRY_AGAIN = 1013
NO_SUCH_GAME = 4404
SEAT_LOST = 4403


class Follower(Client):
    """A client with a queue of messages to send. If the queue is full, it is dropped."""

    def __init__(self, client: Client) -> None:
        super().__init__(client.guest, client.token, client.address)
        self.unsent: asyncio.Queue[str] = asyncio.Queue(_MOST_UNREAD)
        self.closing = asyncio.Event()
        self.close_code = 1000
        # The round-trip time, if the server has measured it.
        self.lag_ms: int | None = None

    def tell(self, text: str) -> None:
        """Queue a JSON message without waiting."""
        try:
            self.unsent.put_nowait(text)
        except asyncio.QueueFull:
            self.end(DROPPED)

    async def messages(self) -> AsyncIterator[str]:
        """Yield the queued messages as they come, until the connection is to be closed."""
        closing = asyncio.create_task(self.closing.wait())
        coming: asyncio.Task[str] | None = None
        try:
            while not (self.closing.is_set() and self.unsent.empty()):
                coming = asyncio.create_task(self.unsent.get())
                await asyncio.wait((coming, closing), return_when=asyncio.FIRST_COMPLETED)
                if not coming.done():
                    return
                yield coming.result()
        finally:
            for task in filter(None, (coming, closing)):
                task.cancel()

    def close(self) -> None:
        """Close the connection because the game was deleted."""
        self.end(NO_SUCH_GAME)

    def lose_seat(self) -> None:
        """Close the connection because its key was revoked. Reconnecting clients only watch."""
        self.end(SEAT_LOST)

    def end(self, code: int) -> None:
        """Ask for the connection to be closed with a code."""
        self.close_code = code
        self.closing.set()
