"""The settings of a server, filled in from the command line and the environment."""

from __future__ import annotations

import ipaddress
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

DEFAULT_PORT = 8765

_BEGAN_MS = (time.time() - time.monotonic()) * 1000


def time_ms() -> int:
    """Return milliseconds since 1970, unaffected by changes to the system clock while running."""
    return round(_BEGAN_MS + time.monotonic() * 1000)


@dataclass(frozen=True)
class Limits:
    """Limits per client. Rates are a burst size and a sustained rate per second.

    The defaults are generous for people. Many programs behind one address need more.
    """

    # HTTP requests per address, and files of the page, which cost little. The first visit takes
    # fewer than ten requests and about thirty files.
    address: tuple[float, float] = (400, 40)
    file: tuple[float, float] = (6000, 300)
    # Requests that change something, per guest or token and per address.
    change: tuple[float, float] = (60, 4)
    address_change: tuple[float, float] = (200, 20)
    # New games per address: 300 at once, and 300 per hour.
    games: tuple[float, float] = (300, 300 / 3600)
    # Messages per socket.
    message: tuple[float, float] = (60, 20)
    # Messages of all game sockets of an address together.
    address_message: tuple[float, float] = (600, 60)
    # Bytes of imported games and studies: in all per guest, and per address 60 MB at once and 60 MB
    # per day.
    storage: int = 40_000_000
    address_storage: tuple[float, float] = (60_000_000, 60_000_000 / 86_400)
    # Open sockets and streams per address.
    connections: int = 200
    # Open connections of any kind per address.
    open_connections: int = 500

    def times(self, factor: float) -> Limits:
        """Return these limits multiplied by a factor.

        >>> Limits().times(10).connections
        2000
        """

        def more(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(part * factor for part in value)
            return round(value * factor)

        return Limits(**{field.name: more(getattr(self, field.name)) for field in fields(self)})


# For limits that also protect a private server: a program that plays there may be fast, but not
# endless.
PRIVATE_LIMITS = Limits().times(10)
_PER_CLIENT = (
    "searches_per_client",
    "analyses_per_client",
    "reviews_per_client",
    "computations_per_client",
)


@dataclass(frozen=True)
class Settings:
    """Where the server stores data, which clients it accepts, and how long its engine thinks."""

    data: Path
    host: str = "127.0.0.1"
    # Host names to accept in addition to this machine's own, for example behind a proxy.
    allowed_hosts: tuple[str, ...] = ()
    # The addresses for other devices, shown to players who invite a friend.
    addresses: tuple[str, ...] = ()
    # A PostgreSQL database instead of the file in the data folder.
    database_url: str | None = field(default=None, repr=False)
    # Clients on other machines need this token to read the metrics.
    metrics_token: str | None = field(default=None, repr=False)
    # None: no limits on a private server, the defaults on others.
    limits: Limits | None = None
    # Addresses and networks of trusted proxies that forward client addresses.
    proxies: tuple[str, ...] = ()
    # Open connections of all clients together.
    most_connections: int = 20_000
    # The built page.
    page: Path = Path(__file__).parent / "page"
    # For the highest level. The others have limits of their own, and get as much time at most.
    think_time_s: float = 1.5
    hint_time_s: float = 0.7
    # In how many games the engine thinks at once, and how many more may wait before it stops
    # thinking in games that nobody watches.
    thinkers: int = 2
    most_waiting: int = 8
    # How many hints, proofs and scores are computed at once, on the server and per client.
    helpers: int = 2
    searches_per_client: int = 4
    # The size of a hash table, and how many games and analysis boards keep theirs.
    hash_mb: int = 16
    kept_tables: int = 8
    # How many analyses run at once, on the server and per client, and how long each may run. Each
    # has a hash table.
    most_analyses: int = max(4, 2 * (os.cpu_count() or 1))
    analyses_per_client: int = 2
    analysis_time_s: float = 600
    # How many reviews may wait, and the nodes searched per position: a fixed number, so that a game
    # always gets the same review.
    most_reviews: int = 100
    reviews_per_client: int = 5
    review_nodes: int = 100_000
    # Processes that read files, draw and check positions; how many computations a client may ask
    # for at once, how many may wait, and how long each may wait and take.
    workers: int = 2
    computations_per_client: int = 8
    most_waiting_computations: int = 64
    computation_wait_s: float = 10
    computation_time_s: float = 60
    # The time source of the game clocks.
    now_ms: Callable[[], int] = time_ms
    # How often to check clocks that no client is asking about.
    sweep_s: float = 0.5
    # How often to check that changes can be stored.
    pulse_s: float = 1.0

    def with_factor(self, factor: float) -> Settings:
        """Return these settings with limits on what each client may do, times a factor.

        >>> Settings(Path()).with_factor(0.1).reviews_per_client
        1
        """
        more = {name: max(1, round(getattr(self, name) * factor)) for name in _PER_CLIENT}
        return replace(self, limits=Limits().times(factor), **more)

    @property
    def limits_in_force(self) -> Limits | None:
        """The rate limits to apply, or None."""
        if self.limits is None and not self.is_private:
            return Limits()
        return self.limits

    @property
    def is_private(self) -> bool:
        """Whether only clients on this machine can connect."""
        return is_loopback(self.host) and not self.allowed_hosts and not self.proxies


def is_loopback(name: str) -> bool:
    """Return whether a host is this machine's loopback address."""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
