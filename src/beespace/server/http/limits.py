"""Rate limits: token buckets in memory, per address and per guest or program.

A private server has no limits.
"""

from __future__ import annotations

import time
from collections import Counter

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beespace.server import problems
from beespace.server.http.clients import shown_by
from beespace.server.http.errors import problem_answer
from beespace.server.people.addresses import counted_address
from beespace.server.people.buckets import Bucket, Buckets
from beespace.server.refusals import LimitName, Refusals
from beespace.server.settings import PRIVATE_LIMITS, Limits, Settings

_HARMLESS = ("GET", "HEAD", "OPTIONS")
_NEW_GAMES = ("/api/games", "/api/imports")


class BoardMessages(Buckets):
    """The messages that the analysis boards of each address may send."""

    def __init__(self, settings: Settings) -> None:
        super().__init__((settings.limits_in_force or PRIVATE_LIMITS).message)


class GameMessages(Buckets):
    """The messages that the game sockets of each address may send."""

    def __init__(self, settings: Settings) -> None:
        super().__init__((settings.limits_in_force or PRIVATE_LIMITS).address_message)


class MessageLimit:
    """The limit on the messages of a socket.

    With `shared` buckets, all sockets of an address also have a limit together, so that opening
    new ones doesn't help.
    """

    def __init__(
        self,
        settings: Settings,
        refusals: Refusals,
        shared: Buckets | None = None,
        address: str = "",
    ) -> None:
        limits = settings.limits_in_force or PRIVATE_LIMITS
        self._bucket = Bucket(*limits.message, time.monotonic())
        self._refusals = refusals
        self._shared = shared if address else None
        self._address = address
        self.is_exceeded = False

    def take(self) -> bool:
        """Count a message. Return whether it may be handled."""
        exceeded = None
        if not self._bucket.take(time.monotonic()):
            exceeded = LimitName.MESSAGES
        elif self._shared is not None and not self._shared.take(self._address):
            exceeded = LimitName.MESSAGES_PER_ADDRESS
        if exceeded is not None:
            self._refusals.note(exceeded)
        self.is_exceeded = exceeded is not None
        return not self.is_exceeded


class Limiter:
    """ASGI middleware that enforces the rate limits."""

    def __init__(self, app: ASGIApp, settings: Settings, refusals: Refusals) -> None:
        self._app = app
        self._refusals = refusals
        limits = settings.limits_in_force
        self._limits = limits
        if limits is not None:
            self._by_address = Buckets(limits.address)
            self._files = Buckets(limits.file)
            self._changes = Buckets(limits.change)
            self._changes_by_address = Buckets(limits.address_change)
            self._games = Buckets(limits.games)
            self._connections: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it with 429."""
        if self._limits is None or scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address = address_of(scope)
        refused = self._refused(scope, address, self._limits)
        if refused is not None:
            self._refusals.note(refused)
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

    def _refused(self, scope: Scope, address: str, limits: Limits) -> LimitName | None:
        """Return the limit that a request exceeds, if any."""
        if _is_for_file(scope):
            return None if self._files.take(address) else LimitName.FILES
        if not self._by_address.take(address):
            return LimitName.REQUESTS
        if scope["type"] == "websocket" or scope["path"].endswith("/events"):
            is_full = self._connections[address] >= limits.connections
            return LimitName.SOCKETS_PER_ADDRESS if is_full else None
        if scope["method"] in _HARMLESS:
            return None
        if scope["path"] in _NEW_GAMES and not self._games.take(address):
            return LimitName.NEW_GAMES
        known_as = shown_by(HTTPConnection(scope))
        is_within = (known_as is None or self._changes.take(known_as)) and (
            self._changes_by_address.take(address)
        )
        return None if is_within else LimitName.CHANGES


def address_of(scope: Scope) -> str:
    """Return a client's address, as the limits count it."""
    return counted_address(scope["client"][0]) if scope.get("client") else ""


def _is_for_file(scope: Scope) -> bool:
    """Return whether a request is for a file of the page, and not for a screen or the API."""
    path: str = scope["path"]
    if scope["type"] != "http" or scope["method"] not in _HARMLESS or path.startswith("/api/"):
        return False
    return "." in path.rpartition("/")[2]


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    error = problems.too_many()
    if scope["type"] == "websocket":
        message: Message = {"type": "websocket.close", "code": 1013, "reason": str(error)}
        await send(message)
        return
    await problem_answer(error.problem)(scope, receive, send)
