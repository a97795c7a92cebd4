"""Starts requests one after the other, so that a burst of them doesn't delay moves.

The event loop handles everything that is ready before it looks for more. Without a turnstile, four
hundred requests that arrive together would be handled together, and a move on an open socket would
wait for all of them. Here at most one request starts per iteration of the loop, and addresses take
turns.
"""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Receive, Scope, Send

from beespace.server.http.limits import address_of
from beespace.server.work.queue import FairQueue, Priority


class Turnstile:
    """ASGI middleware that staggers the start of requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()
        self._is_turning = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when it is its turn."""
        if scope["type"] in ("http", "websocket"):
            await self._turn(address_of(scope))
        await self._app(scope, receive, send)

    async def _turn(self, address: str) -> None:
        loop = asyncio.get_running_loop()
        if not self._is_turning:
            self._is_turning = True
            loop.call_soon(self._next, loop)
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.push(Priority.HELP, address, turn)
        try:
            await turn
        finally:
            self._waiting.remove(Priority.HELP, address, turn)

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the next request."""
        while len(self._waiting):
            turn = self._waiting.pop()
            if not turn.done():  # otherwise it was cancelled
                turn.set_result(None)
                loop.call_soon(self._next, loop)
                return
        self._is_turning = False
