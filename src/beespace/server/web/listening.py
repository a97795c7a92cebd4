"""Connections that hear what happens in a game, by a socket or a stream."""

from __future__ import annotations

import asyncio

from beespace.server.games.seats import Who

# A page that is alive takes a message at once; these are many moves.
_MOST_UNREAD = 64

# Codes of closing; those from 4000 on are ours.
DROPPED = 1013
NO_SUCH_GAME = 4404
SEAT_LOST = 4403


class Hearer:
    """Keeps what is told until it is sent; whoever does not read is dropped."""

    def __init__(self, who: Who) -> None:
        self.hashes = who.hashes
        self.lag_ms = 0
        self.unsent: asyncio.Queue[str] = asyncio.Queue(_MOST_UNREAD)
        self.closing = asyncio.Event()
        self.close_code = 1000

    def tell(self, text: str) -> None:
        """Send a message without waiting."""
        try:
            self.unsent.put_nowait(text)
        except asyncio.QueueFull:
            self.end(DROPPED)

    def close(self) -> None:
        """The game is gone."""
        self.end(NO_SUCH_GAME)

    def lose_seat(self) -> None:
        """Who comes back looks on."""
        self.end(SEAT_LOST)

    def end(self, code: int) -> None:
        """Let the connection be closed."""
        self.close_code = code
        self.closing.set()
