"""Request checks: hosts, origins and body sizes; and the headers of every response."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from support.server.serving import TIMEOUT_S, Served, serving


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "localhost.evil.example", "", "a b", "[::1", "@"]
)
def test_other_hosts_are_refused(served: Served, host: str) -> None:
    answer = served.http.get("/api/info", headers={"host": host})
    assert answer.status_code in (400, 421)
    if answer.status_code == 421:
        assert answer.json()["code"] == "wrong-host"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8765", "127.0.0.1:1", "[::1]:99"])
def test_the_names_of_this_machine_are_accepted(served: Served, host: str) -> None:
    assert served.http.get("/api/info", headers={"host": host}).status_code == 200


def test_other_names_can_be_allowed(tmp_path: Path) -> None:
    with serving(tmp_path, allowed_hosts=("hive.example",)) as served:
        answer = served.http.get("/api/info", headers={"host": "hive.example"})
        assert answer.status_code == 200


def test_a_public_server_accepts_addresses_but_not_unknown_names(tmp_path: Path) -> None:
    with serving(tmp_path, host="0.0.0.0") as served:
        for host, status in (("192.168.1.5:8765", 200), ("[fe80::1]", 200), ("evil.example", 421)):
            assert served.http.get("/api/info", headers={"host": host}).status_code == status


ORIGINS = [
    ("http://{host}", True),
    ("https://{host}", True),
    ("http://evil.example", False),
    ("http://127.0.0.1:1", False),
    ("null", False),
    ("", False),
    ("http://{host}.evil.example", False),
]


@pytest.mark.parametrize(("origin", "allowed"), ORIGINS)
def test_changes_are_only_accepted_from_our_own_page(
    served: Served, origin: str, allowed: bool
) -> None:
    headers = {"origin": origin.format(host=f"127.0.0.1:{served.port}")}
    answer = served.http.post("/api/games", json={"opponent": "local"}, headers=headers)
    assert answer.status_code == (201 if allowed else 403)
    assert served.http.get("/api/info", headers=headers).status_code == 200


@pytest.mark.parametrize(("origin", "allowed"), ORIGINS)
def test_sockets_are_only_accepted_from_our_own_page(
    served: Served, origin: str, allowed: bool
) -> None:
    game = served.new_game()
    address = f"ws://127.0.0.1:{served.port}/api/games/{game['id']}/socket"
    headers = {"origin": origin.format(host=f"127.0.0.1:{served.port}")}
    if allowed:
        with connect(address, additional_headers=headers) as page:
            assert "game" in str(page.recv(TIMEOUT_S))
    else:
        with (
            pytest.raises(InvalidStatus, match="403"),
            connect(address, additional_headers=headers),
        ):
            pass


def test_sockets_check_the_host(served: Served) -> None:
    game = served.new_game()
    address = f"ws://evil.example:{served.port}/api/games/{game['id']}/socket"
    with (
        socket.create_connection(("127.0.0.1", served.port)) as connection,
        pytest.raises(InvalidStatus, match="403"),
        connect(address, sock=connection),
    ):
        pass


@pytest.mark.parametrize("path", ["/", "/api/info", "/api/nothing", "/api/games/x"])
def test_every_response_has_security_headers(served: Served, path: str) -> None:
    headers = served.http.get(path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in headers["content-security-policy"]
    # Only with both may the page share memory with its workers.
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-embedder-policy"] == "require-corp"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_bodies_with_a_too_large_content_length_are_refused(served: Served) -> None:
    answer = served.http.post("/api/imports", content=b"x" * 2_600_000)
    assert answer.status_code == 413
    assert answer.json()["code"] == "too-large"


def test_bodies_that_grow_too_large_are_refused(served: Served) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(3000):
            yield b"x" * 1000

    try:
        answer = served.http.post("/api/imports", content=endless())
    except httpx.TransportError:
        return  # The server closed the connection before everything was sent.
    assert answer.status_code == 413
    assert answer.json()["code"] == "too-large"


def test_this_machines_name_on_the_local_network_is_accepted(tmp_path: Path) -> None:
    name = socket.gethostname().partition(".")[0]
    with serving(tmp_path, host="0.0.0.0") as served:
        for host, status in ((f"{name}.local:8765", 200), (f"{name}x.local", 421)):
            assert served.http.get("/api/info", headers={"host": host}).status_code == status


def test_responses_that_depend_on_the_client_are_not_cached(served: Served) -> None:
    for path in ("/api/games", "/api/info", "/api/games/none"):
        assert served.http.get(path).headers["cache-control"] == "no-store"
    assert served.http.get("/").headers["cache-control"] == "no-cache"
