"""What one connection can make the server parse, and how soon that ends."""

from __future__ import annotations

import contextlib
import gc
import socket
import struct
from pathlib import Path

import pytest

from beespace.server.http.guard import LONG_BODIES
from beespace.server.http.long_bodies import LongBodyRoute
from beespace.server.launch import protocols
from beespace.server.play.routes import files
from beespace.server.refusals import LimitName
from beespace.server.study import routes as study_routes
from beespace.server.sync import routes as sync_routes
from support.server.raw import HEAD, answer, connected, refused
from support.server.serving import TIMEOUT_S, Served, serving, wait_until


def _upgraded(served: Served, path: str) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", served.port), TIMEOUT_S)
    upgrade = b"upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
    key = b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    client.sendall(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n".encode() + upgrade + key)
    received = b""
    while b"\r\n\r\n" not in received:
        received += client.recv(65536)
    assert received.startswith(b"HTTP/1.1 101 ")
    return client


@pytest.mark.parametrize("opcode", [0x81, 0x89, 0x8A], ids=["texts", "pings", "pongs"])
@pytest.mark.parametrize("place", ["game", "analysis"])
def test_a_flood_of_empty_frames_is_cut_off(tmp_path: Path, opcode: int, place: str) -> None:
    """Before, one megabyte of them held up all moves for 1.4 s."""
    with serving(tmp_path) as served:
        path = f"/api/games/{served.new_game()['id']}/socket"
        with _upgraded(served, path if place == "game" else "/api/analysis/socket") as client:
            with contextlib.suppress(ConnectionError):
                client.sendall((bytes((opcode, 0x80)) + bytes(4)) * 100_000)
            answer(client)
        assert refused(served, LimitName.FRAMES) == 1


def test_a_socket_that_answers_pings_stays_open(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        path = f"/api/games/{served.new_game()['id']}/socket"
        with _upgraded(served, path) as client:
            for _ in range(50):
                client.sendall(bytes((0x8A, 0x80)) + bytes(4))
            client.sendall(b"\x89\x80" + bytes(4))
            received = b""
            while not received.endswith(b"\x8a\x00"):
                received += client.recv(65536)
        assert refused(served, LimitName.FRAMES) == 0


def test_requests_that_do_not_wait_for_answers_are_few(tmp_path: Path) -> None:
    """Before, fifty connections with one send each took 1.6 GB."""
    with serving(tmp_path) as served, connected(served.port) as client:
        request = HEAD + b"\r\n"
        client.sendall(request * 5)
        received = b""
        while received.count(b'"ok"') < 5:
            received += client.recv(65536)
        with contextlib.suppress(ConnectionError):
            client.sendall(request * 2000)
        answer(client)
        assert refused(served, LimitName.PIPELINED) == 1


@pytest.mark.parametrize("requests", [1, 5, 50])
def test_a_connection_that_is_gone_takes_no_memory(tmp_path: Path, requests: int) -> None:
    """Before, its requests stayed until a timer ended, or the garbage was collected."""

    def remaining() -> int:
        return sum(isinstance(one, protocols.LimitedHttp) for one in gc.get_objects())

    with serving(tmp_path) as served:
        served.http.get("/api/alive")
        gc.collect()
        gc.disable()
        try:
            before = remaining()
            for _ in range(20):
                with connected(served.port) as client, contextlib.suppress(ConnectionError):
                    client.sendall((HEAD + b"\r\n") * requests)
                    client.recv(65536)
                    # Resets the connection instead of closing it.
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            wait_until(lambda: remaining() <= before + 2)
        finally:
            gc.enable()


def test_the_bytes_around_headers_count(tmp_path: Path) -> None:
    """Before, 31,000 headers of two letters were accepted."""
    with serving(tmp_path) as served:
        for number in (protocols.MOST_HEADERS, 31_000):
            with connected(served.port) as client:
                client.sendall(HEAD + b"a:\r\n" * number + b"\r\n")
                assert answer(client).startswith(b"HTTP/1.1 431 ")
        with connected(served.port) as client:
            client.sendall(HEAD + b"a:\r\n" * 80 + b"connection: close\r\n\r\n")
            assert answer(client).startswith(b"HTTP/1.1 200 ")


def test_a_body_in_tiny_chunks_is_refused(tmp_path: Path) -> None:
    """Before, four of them held up all moves for 3.2 s."""
    head = b"POST /api/imports HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n"
    with serving(tmp_path) as served:
        with connected(served.port) as client:
            with contextlib.suppress(ConnectionError):
                client.sendall(head + b"1\r\nx\r\n" * 50_000)
            assert answer(client).startswith(b"HTTP/1.1 400 ")
        assert refused(served, LimitName.FRAGMENTS) == 1


MANY_FIELDS = {f"k{number}": 0 for number in range(200_000)}


@pytest.mark.parametrize("path", ["/api/games", "/api/imports", "/api/analysis/read"])
def test_a_body_of_wrong_fields_is_refused_elsewhere(tmp_path: Path, path: str) -> None:
    """Before, one of them held up all moves for 1.9 s."""
    with serving(tmp_path) as served:
        refusal = served.http.post(path, json={"text": "x", **MANY_FIELDS})
        assert refusal.status_code == (413 if path == "/api/games" else 422), refusal.text
        assert refusal.json()["code"] in ("too-large", "invalid")
        few = {f"k{number}": 0 for number in range(5100)}
        assert served.http.post(path, json=few).status_code == (
            413 if path == "/api/games" else 422
        )


def test_the_guard_knows_every_route_with_long_bodies() -> None:
    routers = files.router, study_routes.router, sync_routes.router
    routes = [route for router in routers for route in router.routes]
    paths = {route.path for route in routes if isinstance(route, LongBodyRoute)}
    assert {path.removesuffix("/{study_id}") for path in paths} == set(LONG_BODIES)


UPGRADE = (
    b"host: 127.0.0.1\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
SOCKET = b"/api/analysis/socket"


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET %s HTTP/1.1\r\nx: %s\r\n" % (SOCKET, b"x" * 20_000), b"431"),
        (b"GET %s?%s HTTP/1.1\r\n" % (SOCKET, b"x" * 20_000), b"431"),
        (b"GET %s HTTP/1.1\r\ncontent-length: 2\r\n" % SOCKET, b"400"),
        (b"GET %s HTTP/1.1\r\ntransfer-encoding: chunked\r\n" % SOCKET, b"400"),
        (b"POST %s HTTP/1.1\r\n" % SOCKET, b"405"),
        (b"POST %s HTTP/1.1\r\ncontent-length: 2\r\n" % SOCKET, b"400"),
    ],
    ids=["long header", "long address", "length", "chunks", "POST", "POST with a length"],
)
def test_an_upgrade_that_fails_is_answered_and_closed(
    tmp_path: Path, head: bytes, status: bytes
) -> None:
    """Before, there was no answer, and whatever came next was read and thrown away forever."""
    with serving(tmp_path) as served, connected(served.port) as client:
        client.sendall(head + UPGRADE + b"\r\n")
        assert answer(client).startswith(b"HTTP/1.1 " + status)
        sent = 0
        with contextlib.suppress(ConnectionError):
            for _ in range(2000):
                sent += client.send(b"a" * 65_536)
        assert sent < 50_000_000


def test_a_handshake_that_never_ends_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deadline lasts until the socket is open, whatever keeps it from opening."""
    monkeypatch.setattr(protocols, "HEADER_S", 0.5)
    monkeypatch.setattr(protocols.LimitedSocket, "handle_events", lambda _self: None)
    with serving(tmp_path) as served, connected(served.port) as client:
        client.sendall(b"GET %s HTTP/1.1\r\n" % SOCKET + UPGRADE + b"\r\n")
        assert answer(client) == b""
        assert refused(served, LimitName.HEADER_TIME) == 1
