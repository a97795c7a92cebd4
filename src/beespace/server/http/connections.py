"""Counts open connections, and decides which to close when there are too many."""

from __future__ import annotations

import time
from collections import Counter
from typing import Protocol

from uvicorn.middleware.proxy_headers import _TrustedHosts

from beespace.server.people.addresses import counted_address
from beespace.server.refusals import LimitName, Refusals
from beespace.server.settings import PRIVATE_LIMITS, Settings

# How long a connection may take to send its last bytes.
_MOST_CLOSING_S = 30
# How much memory clients that don't read may take together.
MOST_UNREAD_BYTES = 64_000_000
# How much memory the bodies of unanswered requests may take together. Short ones don't count.
MOST_BODY_BYTES_TOGETHER = 8_000_000
_SHORT_BODY_BYTES = 65_536
# How many frames a socket may send beside twice the messages.
_MORE_FRAMES = 40
# The address of a proxy's connection before its first request: it stands for many clients.
_UNKNOWN = ""
# An address with this part of the connections of another one has few.
_FEW = 4


class Connection(Protocol):
    """An open connection."""

    def abort(self) -> None:
        """Close it at once, and drop what is still unsent."""

    def get_write_buffer_size(self) -> int:
        """Return how many bytes are still unsent."""

    def is_closing(self) -> bool:
        """Return whether it is being closed, perhaps after sending the rest."""


class Connections:
    """The open connections of a server: HTTP, streams and sockets.

    A connection waits until it has sent a whole request, and again once that is answered. When all
    places are taken, one of the address with most connections gives way to a new one: one that
    waits, if any does. So a few addresses can't keep others out.
    """

    def __init__(self, settings: Settings, refusals: Refusals) -> None:
        limits = settings.limits_in_force
        self.refusals = refusals
        # The launcher lowers this to what the system allows.
        self.most = settings.most_connections
        # The frames of one socket, of any kind. Messages that are too many are refused before this.
        burst, per_s = (limits or PRIVATE_LIMITS).message
        self.frames = 2 * burst + _MORE_FRAMES, 2 * per_s
        self._most_per_address = limits.open_connections if limits is not None else None
        self._proxies = _TrustedHosts(list(settings.proxies))
        self._addresses: dict[Connection, str] = {}
        # The same by address, the oldest first, and those of them that wait, the longest waiting
        # first. The address of a proxy's connection is known once a request has arrived.
        self._open: dict[str, dict[Connection, None]] = {}
        self._waiting: dict[str, dict[Connection, None]] = {}
        # The unsent bytes of connections whose clients don't read, the longest waiting first.
        self._unread: dict[Connection, int] = {}
        # The bytes of long bodies, and which of these haven't arrived completely, the oldest first.
        self._bodies: dict[Connection, int] = {}
        self._arriving: dict[Connection, None] = {}
        # When a connection was first seen closing.
        self._closing_since: dict[Connection, float] = {}

    @property
    def open(self) -> int:
        """How many connections are open."""
        return len(self._addresses)

    def admit(self, connection: Connection, host: str | None) -> bool:
        """Count a new connection. Return whether it may stay."""
        address = _UNKNOWN if not host or host in self._proxies else counted_address(host)
        limit = self._exceeded(address)
        if limit is not None:
            self.refusals.note(limit)
            is_own = limit is LimitName.CONNECTIONS_PER_ADDRESS
            leaving = self._first_waiting(address) if is_own else self._next_to_leave(address)
            if leaving is None:
                return False
            self.remove(leaving)
            leaving.abort()
        self._add(connection, address)
        self._waiting.setdefault(address, {})[connection] = None
        return True

    def use(self, connection: Connection, host: str | None, forwarded: str) -> None:
        """Note that a whole request head has arrived.

        `forwarded` is what it says about the client, which counts if a proxy says it.
        """
        if connection not in self._addresses:
            return
        _discard(self._waiting, self._addresses[connection], connection)
        if forwarded and host in self._proxies:
            client, _ = self._proxies.get_trusted_client_address(forwarded)
            _discard(self._open, self._addresses[connection], connection)
            self._add(connection, counted_address(client))

    def rest(self, connection: Connection) -> None:
        """Note that all requests of a connection so far are answered."""
        if connection in self._addresses:
            self._waiting.setdefault(self._addresses[connection], {})[connection] = None

    def remove(self, connection: Connection) -> None:
        """Forget a connection that was closed. A no-op if it isn't counted."""
        self._unread.pop(connection, None)
        self._closing_since.pop(connection, None)
        self.end_request(connection)
        address = self._addresses.pop(connection, None)
        if address is not None:
            _discard(self._open, address, connection)
            _discard(self._waiting, address, connection)

    def _add(self, connection: Connection, address: str) -> None:
        self._addresses[connection] = address
        self._open.setdefault(address, {})[connection] = None

    def _exceeded(self, address: str) -> LimitName | None:
        """Return the limit that one more connection of an address would exceed, if any."""
        most = self._most_per_address
        if most is not None and address != _UNKNOWN and self._count(address) >= most:
            return LimitName.CONNECTIONS_PER_ADDRESS
        return LimitName.CONNECTIONS if self.open >= self.most else None

    def _count(self, address: str) -> int:
        return len(self._open.get(address, ()))

    def _first_waiting(self, address: str) -> Connection | None:
        return next(iter(self._waiting.get(address, ())), None)

    def _next_to_leave(self, address: str) -> Connection | None:
        """Return the connection to close for a new one from an address, if any."""
        own = self._count(address)
        largest = max(self._open, key=self._count, default=address)
        most = self._count(largest)
        if self._waiting:
            waits = max(self._waiting, key=self._count)
            count = self._count(waits)
            # Those who have few connections need them, even if they don't use them yet.
            if (waits == address or count > own) and count * _FEW >= most:
                return self._first_waiting(waits)
        if most > own + 1:
            return self._first_waiting(largest) or next(reversed(self._open[largest]))
        return self._first_waiting(address)

    def take_body(self, connection: Connection, size: int) -> bool:
        """Note how much of a body has arrived. Return whether there is room for it.

        If there is none, abort the oldest upload of the address whose bodies take most.
        """
        if size <= _SHORT_BODY_BYTES:
            return True
        self._bodies[connection] = size
        self._arriving[connection] = None
        while sum(self._bodies.values()) > MOST_BODY_BYTES_TOGETHER:
            oldest = self._oldest_of_the_largest()
            self.end_request(oldest)
            self.refusals.note(LimitName.BODY_BYTES)
            if oldest is connection:
                return False
            oldest.abort()
        return True

    def _oldest_of_the_largest(self) -> Connection:
        by_address: Counter[str | None] = Counter()
        for connection in self._arriving:
            by_address[self._addresses.get(connection)] += self._bodies[connection]
        largest = max(by_address, key=lambda address: by_address[address])
        return next(one for one in self._arriving if self._addresses.get(one) == largest)

    def complete_body(self, connection: Connection) -> None:
        """Note that a body has arrived completely. It stays in memory until the answer is sent."""
        self._arriving.pop(connection, None)

    def end_request(self, connection: Connection) -> None:
        """Note that a request was answered, so that its body isn't needed any more."""
        self._bodies.pop(connection, None)
        self._arriving.pop(connection, None)

    def pause(self, connection: Connection) -> None:
        """Note that a client has stopped reading. Abort the oldest if they hold too much."""
        self._unread[connection] = connection.get_write_buffer_size()
        while sum(self._unread.values()) > MOST_UNREAD_BYTES:
            oldest = next(iter(self._unread))
            self.refusals.note(LimitName.UNREAD_BYTES)
            del self._unread[oldest]
            oldest.abort()

    def resume(self, connection: Connection) -> None:
        """Note that a client is reading again."""
        self._unread.pop(connection, None)

    def abort_lingering(self) -> None:
        """Abort closing connections whose clients don't read the last bytes."""
        now_s = time.monotonic()
        for connection in [one for one in self._addresses if one.is_closing()]:
            if now_s - self._closing_since.setdefault(connection, now_s) > _MOST_CLOSING_S:
                self.refusals.note(LimitName.WRITE_TIME)
                connection.abort()


def _discard(
    by_address: dict[str, dict[Connection, None]], address: str, connection: Connection
) -> None:
    """Remove a connection if it is there, and its address if it was the last one."""
    some = by_address.get(address)
    if some is not None:
        some.pop(connection, None)
        if not some:
            del by_address[address]
