"""Rate limits: token buckets in memory, per address and per guest or program.

A private server has no limits.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beespace.server import problems
from beespace.server.http.clients import shown_by
from beespace.server.http.errors import problem_answer
from beespace.server.settings import Limits, Settings

_HARMLESS = ("GET", "HEAD", "OPTIONS")
_NEW_GAMES = ("/api/games", "/api/imports")
# At this many buckets, those that are full again are dropped.
_MOST_KEPT = 20_000


class Bucket:
    """A token bucket: its size allows a burst, its refill rate sets the sustained rate."""

    __slots__ = ("_left", "_most", "_per_s", "_seen_s")

    def __init__(self, most: float, per_s: float, now_s: float) -> None:
        self._most, self._per_s = most, per_s
        self._left, self._seen_s = most, now_s

    def take(self, now_s: float) -> bool:
        """Take a token. Return whether there was one."""
        self._left = min(self._most, self._left + (now_s - self._seen_s) * self._per_s)
        self._seen_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self, now_s: float) -> bool:
        """Return whether the bucket is full, so that dropping it makes no difference."""
        return self._left + (now_s - self._seen_s) * self._per_s >= self._most


class Buckets:
    """A bucket per client."""

    def __init__(
        self, size: tuple[float, float], now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._size = size
        self._now_s = now_s
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str) -> bool:
        """Take a token from a client's bucket. Return whether there was one."""
        now_s = self._now_s()
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= _MOST_KEPT:
                kept = {n: b for n, b in self._buckets.items() if not b.is_full(now_s)}
                # In a flood from many addresses, resetting the limits beats running out of memory.
                self._buckets = kept if len(kept) < _MOST_KEPT else {}
            bucket = self._buckets[name] = Bucket(*self._size, now_s)
        return bucket.take(now_s)


class Limiter:
    """ASGI middleware that enforces the rate limits."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        limits = settings.limits_in_force
        self._limits = limits
        if limits is not None:
            self._by_address = Buckets(limits.address)
            self._changes = Buckets(limits.change)
            self._changes_by_address = Buckets(limits.address_change)
            self._games = Buckets(limits.games)
            self._connections: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it with 429."""
        if self._limits is None or scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        if not self._may_pass(scope, address, self._limits):
            await _refuse(scope, receive, send)
            return
        # Streams stay open like sockets, so both count as connections.
        if scope["type"] != "websocket" and not scope["path"].endswith("/events"):
            await self._app(scope, receive, send)
            return
        self._connections[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._connections[address] -= 1
            if not self._connections[address]:
                del self._connections[address]

    def _may_pass(self, scope: Scope, address: str, limits: Limits) -> bool:
        if not self._by_address.take(address):
            return False
        if scope["type"] == "websocket" or scope["path"].endswith("/events"):
            return self._connections[address] < limits.connections
        if scope["method"] in _HARMLESS:
            return True
        if scope["path"] in _NEW_GAMES and not self._games.take(address):
            return False
        known_as = shown_by(HTTPConnection(scope))
        return (known_as is None or self._changes.take(known_as)) and (
            self._changes_by_address.take(address)
        )


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    error = problems.too_many()
    if scope["type"] == "websocket":
        message: Message = {"type": "websocket.close", "code": 1013, "reason": str(error)}
        await send(message)
        return
    answer = problem_answer(error.problem)
    answer.headers["retry-after"] = "5"
    await answer(scope, receive, send)
