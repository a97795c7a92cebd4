"""Counts open connections, and decides which to close when there are too many."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from typing import Protocol

from beespace.server.people.addresses import counted_address
from beespace.server.refusals import Limit, Refusals
from beespace.server.settings import PRIVATE_LIMITS, Settings

# How long a connection may take to send its last bytes.
_MOST_CLOSING_S = 30
# How much memory clients that don't read may take together.
MOST_UNREAD_BYTES = 64_000_000
# How much memory the bodies of unanswered requests may take together. Short ones don't count.
MOST_BODY_BYTES_TOGETHER = 16_000_000
_SHORT_BODY_BYTES = 65_536
# How many frames a socket may send beside twice the messages.
_MORE_FRAMES = 40


class Connection(Protocol):
    """An open connection."""

    def abort(self) -> None:
        """Close it at once, without sending what is still unsent."""

    def get_write_buffer_size(self) -> int:
        """Return how many bytes are still unsent."""

    def is_closing(self) -> bool:
        """Return whether it is being closed, perhaps after sending the rest."""


class Connections:
    """The open connections of a server: HTTP, streams and sockets.

    When all places are taken, a connection that hasn't sent a whole request yet gives way to a new
    one, the oldest first. So clients that send nothing can't keep others out.
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
        self._proxies = [ipaddress.ip_network(proxy) for proxy in settings.proxies]
        self._addresses: dict[Connection, str | None] = {}
        self._by_address: Counter[str] = Counter()
        # Connections that haven't sent a whole request head, the oldest first.
        self._unproven: dict[Connection, None] = {}
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
        address = self._counted(host)
        if self._most_per_address is not None and address is not None:
            if self._by_address[address] >= self._most_per_address:
                self.refusals.note(Limit.CONNECTIONS_PER_ADDRESS)
                return False
            self._by_address[address] += 1
        else:
            address = None
        self._addresses[connection] = address
        self._unproven[connection] = None
        if len(self._addresses) > self.most:
            oldest = next(iter(self._unproven))
            self.refusals.note(Limit.CONNECTIONS)
            self.remove(oldest)
            if oldest is connection:
                return False
            oldest.abort()
        return True

    def prove(self, connection: Connection) -> None:
        """Note that a connection has sent a whole request head."""
        self._unproven.pop(connection, None)

    def remove(self, connection: Connection) -> None:
        """Forget a connection that was closed. A no-op if it isn't counted."""
        self._unproven.pop(connection, None)
        self._unread.pop(connection, None)
        self._closing_since.pop(connection, None)
        self.end_request(connection)
        address = self._addresses.pop(connection, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def take_body(self, connection: Connection, size: int) -> bool:
        """Note how much of a body has arrived. Return whether there is room for it.

        Of the address whose bodies take most, the one that has been arriving for longest gives way.
        """
        if size <= _SHORT_BODY_BYTES:
            return True
        self._bodies[connection] = size
        self._arriving[connection] = None
        while sum(self._bodies.values()) > MOST_BODY_BYTES_TOGETHER:
            oldest = self._oldest_of_the_largest()
            self.end_request(oldest)
            self.refusals.note(Limit.BODY_BYTES)
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
        """Note that a client doesn't read. Abort the longest waiting ones if they hold too much."""
        self._unread[connection] = connection.get_write_buffer_size()
        while sum(self._unread.values()) > MOST_UNREAD_BYTES:
            oldest = next(iter(self._unread))
            self.refusals.note(Limit.UNREAD_BYTES)
            del self._unread[oldest]
            oldest.abort()

    def resume(self, connection: Connection) -> None:
        """Note that a client reads again."""
        self._unread.pop(connection, None)

    def abort_lingering(self) -> None:
        """Abort connections whose clients don't read the last bytes before the end."""
        now_s = time.monotonic()
        for connection in [one for one in self._addresses if one.is_closing()]:
            if now_s - self._closing_since.setdefault(connection, now_s) > _MOST_CLOSING_S:
                self.refusals.note(Limit.WRITE_TIME)
                connection.abort()

    def _counted(self, host: str | None) -> str | None:
        """Return the address to count; None for a proxy, which stands for many clients."""
        if not host:
            return None
        if self._proxies:
            try:
                address = ipaddress.ip_address(host)
            except ValueError:
                return host
            if any(address in network for network in self._proxies):
                return None
        return counted_address(host)
