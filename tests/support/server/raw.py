"""Connections that send whatever a test wants, and what the server refused."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

from beespace.server.refusals import LimitName
from support.server.serving import TIMEOUT_S, Served

HEAD = b"GET /api/alive HTTP/1.1\r\nhost: 127.0.0.1\r\n"


@contextlib.contextmanager
def connected(port: int, address: str = "127.0.0.1") -> Iterator[socket.socket]:
    """Connect to a server on this machine, from one of its loopback addresses."""
    server = "127.0.0.1", port
    with socket.create_connection(server, TIMEOUT_S, source_address=(address, 0)) as client:
        yield client


def answer(client: socket.socket) -> bytes:
    """Return what the server sends until it closes the connection."""
    received = b""
    with contextlib.suppress(ConnectionError):
        while some := client.recv(65536):
            received += some
    return received


def refused(served: Served, limit: LimitName) -> int:
    """Return how often the metrics say that a limit refused something."""
    text = served.http.get("/api/metrics").text
    name = f'beespace_refused_total{{limit="{limit}"}} '
    (line,) = (line for line in text.splitlines() if line.startswith(name))
    return round(float(line.removeprefix(name)))
