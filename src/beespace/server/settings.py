"""What can be set about a server; the command line and the environment fill it in."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

DEFAULT_PORT = 8765

_BEGAN_MS = (time.time() - time.monotonic()) * 1000


def time_ms() -> int:
    """Milliseconds since 1970, which never jump while the server runs, even if its machine's do."""
    return round(_BEGAN_MS + time.monotonic() * 1000)


@dataclass(frozen=True)
class Limits:
    """How much may be asked: so many at once, and so many a second in the long run.

    Generous for people; a server for many programs behind one address needs more.
    """

    # HTTP requests of an address; a page of ours loads some twenty files.
    address: tuple[float, float] = (400, 40)
    # Requests that change something, of a guest or token, and of an address.
    change: tuple[float, float] = (60, 4)
    address_change: tuple[float, float] = (200, 20)
    # New games of an address: so many at once, and as many in an hour.
    games: tuple[float, float] = (300, 300 / 3600)
    # Messages on one socket.
    message: tuple[float, float] = (60, 20)
    # Sockets and streams that an address may have open.
    connections: int = 200

    def times(self, factor: float) -> Limits:
        """As much more, of everything.

        >>> Limits().times(10).connections
        2000
        """

        def more(size: tuple[float, float]) -> tuple[float, float]:
            return size[0] * factor, size[1] * factor

        return Limits(
            more(self.address),
            more(self.change),
            more(self.address_change),
            more(self.games),
            more(self.message),
            round(self.connections * factor),
        )


@dataclass(frozen=True)
class Settings:
    """Where the server keeps its games, whom it answers and how long its engine thinks."""

    data: Path
    host: str = "127.0.0.1"
    # Names besides those of this machine under which it may be asked, as behind a proxy.
    allowed_hosts: tuple[str, ...] = ()
    # Where others find it, to be told to those who invite them.
    addresses: tuple[str, ...] = ()
    # A PostgreSQL database instead of the file in the data folder.
    database_url: str | None = field(default=None, repr=False)
    # Who knows it may read the metrics from elsewhere.
    metrics_token: str | None = field(default=None, repr=False)
    # None: no limits on a private server, these on others.
    limits: Limits | None = None
    # Addresses and networks of proxies that say truly on whose behalf they ask.
    proxies: tuple[str, ...] = ()
    # The built page.
    page: Path = Path(__file__).parent / "page"
    # The levels have limits of their own; this keeps the highest ones from thinking for ever.
    think_time_s: float = 1.5
    hint_time_s: float = 0.7
    # How many searches run at once, and how many more may wait.
    thinkers: int = 2
    most_waiting: int = 8
    hash_mb: int = 16
    # How many analyses run at once, how long each may go on, and the work put into a position of a
    # review: fixed, so that a game is always judged the same way.
    most_analyses: int = 16
    analysis_time_s: float = 600
    review_nodes: int = 100_000
    # What the clocks go by.
    now_ms: Callable[[], int] = time_ms
    # How often clocks are looked at that nobody asks about.
    sweep_s: float = 0.5

    @property
    def limits_in_force(self) -> Limits | None:
        """How much may be asked, if that is limited."""
        if self.limits is None and not self.is_private:
            return Limits()
        return self.limits

    @property
    def is_private(self) -> bool:
        """Whether only people at this machine can ask."""
        return is_loopback(self.host) and not self.allowed_hosts and not self.proxies


def is_loopback(name: str) -> bool:
    """Whether a host is this machine, as it sees itself."""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
