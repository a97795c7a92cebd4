"""What connections can cost: headers, half-sent requests, bad frames, streams that nobody reads."""

from __future__ import annotations

import contextlib
import functools
import resource
import socket
import time
from pathlib import Path

from attacks.target import long_line

from found.checkout import TIMEOUT_S, Checkout, Finding, Server, hear, say

_HALF = 1100
_PATIENCE_S = 15
_MOST_MB = 300


def headers_mb(checkout: Checkout) -> float:
    """Send headers without an end on one connection."""
    with checkout.server() as server, _connected(server) as client:
        before = grown = server.memory_mb()
        client.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n")
        ends_s = time.monotonic() + 5
        with contextlib.suppress(OSError):
            while time.monotonic() < ends_s and grown - before < _MOST_MB:
                client.sendall((b"x: " + b"x" * 60_000 + b"\r\n") * 20)
                grown = max(grown, server.memory_mb())
        return max(grown, server.memory_mb()) - before


@functools.cache
def _half_requests(checkout: Checkout) -> tuple[float, float]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    with checkout.server(files=1024) as server, contextlib.ExitStack() as stack:
        logged = server.log_mb()
        for _ in range(_HALF):
            with contextlib.suppress(OSError):
                client = stack.enter_context(_connected(server))
                client.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n")
        began_s = time.monotonic()
        took_s = float(_PATIENCE_S)
        with contextlib.suppress(OSError), _connected(server) as client:
            client.settimeout(_PATIENCE_S)
            client.sendall(b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            if client.recv(100).startswith(b"HTTP/1.1 200"):
                took_s = time.monotonic() - began_s
        return took_s, server.log_mb() - logged


def half_requests_s(checkout: Checkout) -> float | str:
    """Return how long another client waits."""
    took_s = _half_requests(checkout)[0]
    return took_s if took_s < _PATIENCE_S else f"more than {_PATIENCE_S} s"


def half_requests_log_mb(checkout: Checkout) -> float:
    """Return how much is logged in that time."""
    return _half_requests(checkout)[1]


def tracebacks(checkout: Checkout) -> float:
    """Send a frame without a mask, and one of an unknown kind."""
    with checkout.server() as server:
        with server.guest() as guest:
            game = guest.post("/api/games", json={"opponent": "local"}).json()["id"]
        for frame in (b"\x81\x02hi", b"\x83\x80\0\0\0\0", b"\x81\x82\0\0\0\0\xff\xfe"):
            with _connected(server) as client:
                client.sendall(
                    f"GET /api/games/{game}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\n"
                    "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
                    "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                )
                client.recv(100)
                client.sendall(frame)
                client.settimeout(2)
                with contextlib.suppress(OSError):
                    while client.recv(65536):
                        pass
        time.sleep(0.5)
        return server.log.read_text().count("Traceback")


def unread_stream(checkout: Checkout) -> str:
    """Follow a game without reading, while much happens in it, and see whether it is dropped."""
    with checkout.server() as server, server.guest() as guest, socket.socket() as client:
        game = guest.post("/api/games", json={"opponent": "local", "ruleset": "Base"}).json()["id"]
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", server.port))
        head = f"GET /api/games/{game}/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        client.sendall(head.encode())
        with server.socket(f"/api/games/{game}/socket", guest) as page:
            hear(page, "game")
            *texts, last = long_line()[:121]
            for ply, text in enumerate(texts):
                say(page, "move_text", ply=ply, text=text)
                hear(page, "moved")
            for _ in range(500):
                say(page, "move_text", ply=len(texts), text=last)
                hear(page, "moved")
                say(page, "undo", ply=len(texts) + 1)
                hear(page, "game")
        # The server closes what isn't read for 30 seconds.
        ends_s = time.monotonic() + 40
        while time.monotonic() < ends_s:
            if not _is_open(server, client):
                return "dropped"
            time.sleep(0.5)
        return "kept"


def _is_open(server: Server, client: socket.socket) -> bool:
    """Return whether the server's process still has its end of a connection."""
    own, other = (f"{end[1]:04X}" for end in (client.getpeername(), client.getsockname()))
    for line in Path(f"/proc/{server.process.pid}/net/tcp").read_text().splitlines():
        columns = line.split()
        ends = columns[1].endswith(f":{own}") and columns[2].endswith(f":{other}")
        if ends and columns[3] == "01":  # established
            return True
    return False


def _connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT_S)


CONNECTIONS = (
    Finding("H1", "memory that endless headers of one connection take", "MB", 20, headers_mb),
    Finding(
        "H2",
        "1,100 half-sent requests, 1,024 descriptors: time until another client is answered",
        "s",
        5,
        half_requests_s,
    ),
    Finding("H2", "the same: log written meanwhile", "MB", 1, half_requests_log_mb),
    Finding("low", "tracebacks in the log after three bad frames", "", 0, tracebacks),
    Finding(
        "low", "the client of a stream that never reads", "", None, unread_stream, wanted="dropped"
    ),
)
