"""What a connection may cost: headers, time, unread answers, and how many there can be."""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from beespace.server.http import connections
from beespace.server.http.connections import Connections
from beespace.server.http.turnstile import Turnstile
from beespace.server.launch import protocols
from beespace.server.people.addresses import counted_address
from beespace.server.refusals import LimitName, Refusals
from beespace.server.settings import Limits, Settings
from support.server.processes import started
from support.server.raw import HEAD, answer, connected, refused
from support.server.serving import TIMEOUT_S, Served, serving, wait_until


@pytest.mark.parametrize("part", [b"x-%d: 1\r\n", b"x: endless"], ids=["headers", "one header"])
def test_endless_headers_are_cut_off(tmp_path: Path, part: bytes) -> None:
    """Before, one connection took a gigabyte in three seconds."""
    with serving(tmp_path) as served, connected(served.port) as client:
        client.sendall(HEAD)
        sent = 0
        with contextlib.suppress(ConnectionError):
            for number in range(1_000_000):
                data = (part % number if b"%" in part else part) * 100
                client.sendall(data)
                sent += len(data)
        # What was sent before the answer arrived is in the buffers of the system.
        assert sent < 50_000_000
        assert refused(served, LimitName.HEADER_SIZE) == 1


CHUNKED = (
    b"POST /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    b"transfer-encoding: chunked\r\nconnection: close\r\n\r\n"
)


@pytest.mark.parametrize("start", [b"1\r\n{\r\n0\r\nx: ", b"1;x="], ids=["trailer", "extension"])
def test_what_surrounds_a_body_in_chunks_has_the_same_limit(tmp_path: Path, start: bytes) -> None:
    """Before, one connection took 250 MB with an endless header after its body."""
    with serving(tmp_path) as served, connected(served.port) as client:
        client.sendall(CHUNKED + start)
        sent = 0
        with contextlib.suppress(ConnectionError):
            for _ in range(2000):
                sent += client.send(b"a" * 65_536)
        assert sent < 50_000_000
        assert refused(served, LimitName.HEADER_SIZE) == 1


def test_bodies_in_small_chunks_are_fine(tmp_path: Path) -> None:
    body = json.dumps({"opponent": "local", "ruleset": "Base"}).encode() + b" " * 100_000
    chunks = [body[at : at + 70] for at in range(0, len(body), 70)]
    with serving(tmp_path) as served, connected(served.port) as client:
        client.sendall(CHUNKED)
        for chunk in chunks:
            client.sendall(b"%x;part=1\r\n%s\r\n" % (len(chunk), chunk))
        client.sendall(b"0\r\nx-checksum: none\r\n\r\n")
        assert answer(client).startswith(b"HTTP/1.1 201 ")


def test_headers_that_arrive_at_once_have_the_same_limit(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        fits = httpx.get(f"{served.url}/api/alive", headers={"x": "x" * 30_000})
        assert fits.status_code == 200
        with connected(served.port) as client:
            client.sendall(HEAD + b"x: " + b"x" * 40_000 + b"\r\n\r\n")
            assert answer(client).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    ("limit", "sent"),
    [
        (LimitName.HEADER_TIME, b""),
        (LimitName.HEADER_TIME, HEAD),
        (LimitName.BODY_TIME, b"POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{"),
    ],
    ids=["silence", "half a head", "half a body"],
)
def test_a_request_must_arrive_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: LimitName, sent: bytes
) -> None:
    """Before, a half-sent request kept its connection for ever."""
    monkeypatch.setattr(protocols, "HEADER_S", 0.2)
    monkeypatch.setattr(protocols, "BODY_S", 0.2)
    with serving(tmp_path) as served, connected(served.port) as client:
        client.sendall(sent)
        assert answer(client).startswith(b"HTTP/1.1 4")
        assert refused(served, limit) >= 1


def test_connections_that_are_used_stay_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "HEADER_S", 0.3)
    monkeypatch.setattr(protocols, "BODY_S", 0.3)
    with serving(tmp_path) as served:
        game = served.new_game()["id"]
        with served.page(game) as page, connected(served.port) as idle:
            for _ in range(2):
                idle.sendall(HEAD + b"\r\n")
                received = b""
                while not received.endswith(b'"ok"'):
                    received += idle.recv(65536)
                time.sleep(1)  # longer than both limits
            page.play("wS1")


def test_unfinished_bodies_have_a_limit_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, a thousand unfinished bodies took 2.5 GB."""
    monkeypatch.setattr(connections, "MOST_BODY_BYTES_TOGETHER", 1_000_000)
    head = b"POST /api/imports HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: %d\r\n\r\n"
    with serving(tmp_path) as served, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(connected(served.port)) for _ in range(3)]
        for client in clients:
            client.sendall(head % 2_000_000 + b"x" * 400_000)
            assert refused(served, LimitName.BODY_BYTES) <= 1  # by now, some of it has been read
        # The first gave way to the third, and short bodies always have room.
        assert answer(clients[0]) == b""
        assert served.new_game()["id"]
        assert refused(served, LimitName.BODY_BYTES) == 1
        # The second needs more room than there is. Without it, there is room for the third.
        clients[1].sendall(b"x" * 700_000)
        told = answer(clients[1])
        assert told.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nretry-after: " in told
        clients[2].sendall(b"x" * 500_000)
        assert served.new_game()["id"]
        assert refused(served, LimitName.BODY_BYTES) == 2


def test_the_address_with_most_bodies_gives_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, whoever sent slowly was cut off because of somebody else's bodies."""
    monkeypatch.setattr(connections, "MOST_BODY_BYTES_TOGETHER", 1_000_000)
    head = (
        b"POST /api/imports HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        b"content-type: application/json\r\ncontent-length: %d\r\n\r\n"
    )
    body = json.dumps({"text": "x" * 200_000}).encode()
    with serving(tmp_path, limits=Limits()) as served, contextlib.ExitStack() as stack:
        slow = stack.enter_context(connected(served.port))
        slow.sendall(head % len(body) + body[:100_000])
        assert refused(served, LimitName.BODY_BYTES) == 0
        for _ in range(5):
            other = stack.enter_context(connected(served.port, "127.0.0.2"))
            with contextlib.suppress(ConnectionError):
                other.sendall(head % 2_000_000 + b"x" * 400_000)
            refused(served, LimitName.BODY_BYTES)
        assert refused(served, LimitName.BODY_BYTES) >= 2
        slow.sendall(body[100_000:])
        assert slow.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_bodies_behind_a_proxy_count_by_their_clients(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, all of them counted as one address, and whoever sent slowly was cut off."""
    monkeypatch.setattr(connections, "MOST_BODY_BYTES_TOGETHER", 1_000_000)
    head = (
        b"POST /api/imports HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: 192.0.2.%d\r\n"
        b"content-type: application/json\r\ncontent-length: %d\r\n\r\n"
    )
    body = json.dumps({"text": "x" * 200_000}).encode()
    with (
        serving(tmp_path, proxies=("127.0.0.1",)) as served,
        contextlib.ExitStack() as stack,
    ):
        slow = stack.enter_context(connected(served.port))
        slow.sendall(head % (1, len(body)) + body[:100_000])
        for number in range(5):
            other = stack.enter_context(connected(served.port))
            with contextlib.suppress(ConnectionError):
                other.sendall(head % (2, 2_000_000) + b"x" * 400_000)
            while refused(served, LimitName.BODY_BYTES) < number - 1:
                time.sleep(0.01)
        slow.sendall(body[100_000:])
        assert slow.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_requests_of_a_burst_begin_in_turn() -> None:
    async def work() -> list[str]:
        begun: list[str] = []

        async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
            begun.append(scope["client"][0])

        async def other_work() -> None:
            for _ in range(5):
                begun.append("-")
                await asyncio.sleep(0)

        turnstile = Turnstile(app)

        def request(address: str) -> Coroutine[Any, Any, None]:
            scope: Scope = {"type": "http", "client": (address, 0)}
            return turnstile(scope, None, None)  # type: ignore[arg-type]  # the app needs neither

        requests = [asyncio.create_task(request(one)) for one in ("1.1.1.1",) * 3 + ("2.2.2.2",)]
        other = asyncio.create_task(other_work())
        requests[2].cancel()
        await asyncio.gather(other, *requests, return_exceptions=True)
        return begun

    first, second = "1.1.1.1", "2.2.2.2"
    begun = asyncio.run(work())
    assert [one for one in begun if one != "-"] == [first, first, second]
    # Other work gets on between any two of them.
    assert [begun[begun.index(one) + 1] for one in (first, second)] == ["-", "-"]


LOW_LIMIT = """
import resource, runpy
resource.setrlimit(resource.RLIMIT_NOFILE, (400, 400))
runpy.run_module("beespace", run_name="__main__")
"""


@pytest.mark.parametrize("sent", [HEAD, HEAD + b"\r\n"], ids=["half-sent", "answered"])
def test_idle_connections_keep_nobody_out(tmp_path: Path, sent: bytes) -> None:
    """Before, nobody was served for 75 s, and the log grew to 421 MB."""
    command = [sys.executable, "-c", LOW_LIMIT, "play", "--port", "0", "--no-browser"]
    log = tmp_path / "log"
    with (
        log.open("wb") as errors,
        subprocess.Popen(
            [*command, "--data", str(tmp_path / "data")],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as server,
        contextlib.ExitStack() as stack,
    ):
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().rstrip("/\n").rpartition(":")[2])
            for number in range(600):
                client = stack.enter_context(connected(port, f"127.0.0.{2 + number % 2}"))
                client.sendall(sent)
                if sent.endswith(b"\r\n\r\n"):
                    assert client.recv(65536).startswith(b"HTTP/1.1 200 ")
            assert httpx.get(f"http://127.0.0.1:{port}/api/alive", timeout=30).status_code == 200
        finally:
            server.terminate()
            server.wait(TIMEOUT_S)
    assert log.stat().st_size < 100_000


def test_the_limit_on_open_files_is_raised(tmp_path: Path) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with started("--port", "0", "--no-browser", "--data", tmp_path) as server:
        server.url()
        limits = Path(f"/proc/{server.process.pid}/limits").read_text()
    (line,) = (line for line in limits.splitlines() if line.startswith("Max open files"))
    assert int(line.split()[3]) == min(hard, 65_536)


class Transport:
    """A connection that only counts."""

    def __init__(self) -> None:
        self.is_aborted = False

    def abort(self) -> None:
        self.is_aborted = True

    def get_write_buffer_size(self) -> int:
        return 10_000_000

    def is_closing(self) -> bool:
        return self.is_aborted


def used(connections: Connections, *transports: Transport) -> None:
    for transport in transports:
        connections.use(transport, "192.0.2.1", "")


def test_new_connections_replace_those_that_sent_nothing(tmp_path: Path) -> None:
    refusals = Refusals()
    connections = Connections(Settings(tmp_path, most_connections=3), refusals)
    first, second, third, fourth = (Transport() for _ in range(4))
    for transport in (first, second, third):
        assert connections.admit(transport, "192.0.2.1")
    used(connections, first)
    assert connections.admit(fourth, "192.0.2.1")
    assert [one.is_aborted for one in (first, second, third)] == [False, True, False]
    used(connections, third, fourth)
    assert not connections.admit(Transport(), "192.0.2.1"), "all others are in use"
    assert (connections.open, refusals.counts[LimitName.CONNECTIONS]) == (3, 2)
    connections.rest(first)
    assert connections.admit(Transport(), "192.0.2.1")
    assert first.is_aborted, "it was idle"


def admitted(connections: Connections, address: str, count: int) -> list[Transport]:
    transports = [Transport() for _ in range(count)]
    assert all(connections.admit(one, address) for one in transports)
    return transports


def test_the_address_with_most_connections_gives_way(tmp_path: Path) -> None:
    connections = Connections(Settings(tmp_path, most_connections=20), Refusals())
    few, many = (admitted(connections, f"192.0.2.{n}", n) for n in (2, 18))
    used(connections, *few, *many)
    for transport in (*few, *many):
        connections.rest(transport)
    # The longest idle one of those who have most, and not the longest idle one of all.
    newer = admitted(connections, "192.0.2.3", 1)
    assert [one.is_aborted for one in (*few, *many)] == [False, False, True, *[False] * 17]
    # The others have few connections, so theirs stay, even if those who have most use all theirs.
    used(connections, *many)
    admitted(connections, "192.0.2.4", 1)
    assert not any(one.is_aborted for one in (*few, *newer))
    assert many[17].is_aborted
    # Who has most gets no more.
    assert not connections.admit(Transport(), "192.0.2.18")
    assert sum(one.is_aborted for one in many) == 2


def test_unread_answers_take_a_limited_amount_of_memory(tmp_path: Path) -> None:
    refusals = Refusals()
    connections = Connections(Settings(tmp_path), refusals)
    transports = [Transport() for _ in range(8)]
    for transport in transports:
        connections.admit(transport, "192.0.2.1")
        connections.pause(transport)
    assert [one.is_aborted for one in transports] == [True, True, *[False] * 6]
    assert refusals.counts[LimitName.UNREAD_BYTES] == 2
    for transport in transports[2:]:
        connections.resume(transport)
    connections.pause(transports[7])
    assert not transports[7].is_aborted


def test_an_address_has_a_limited_number_of_connections(tmp_path: Path) -> None:
    limits = Limits(open_connections=2)
    settings = Settings(tmp_path, limits=limits, proxies=("192.0.2.99",))
    connections = Connections(settings, Refusals())
    # Every address in a customer's IPv6 network counts as the same client.
    addresses = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1", "192.0.2.1"]
    transports = [Transport() for _ in addresses]
    accepted = []
    for transport, address in zip(transports, addresses, strict=True):
        accepted.append(connections.admit(transport, address))
        used(connections, transport)
    assert accepted == [True, True, False, True, True]
    connections.rest(transports[1])
    assert connections.admit(Transport(), "2001:db8::3")
    assert transports[1].is_aborted, "it was idle"
    # A proxy stands for many clients.
    assert all(connections.admit(Transport(), "192.0.2.99") for _ in range(10))


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::1", "::1"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_are_counted_by_customer(host: str, counted: str) -> None:
    assert counted_address(host) == counted


def test_rate_limits_count_ipv6_by_network(tmp_path: Path) -> None:
    """Before, each of a customer's 2^64 addresses had limits of its own."""
    limits = Limits(address=(3, 0.001))
    with serving(tmp_path, limits=limits, proxies=("127.0.0.0/8",)) as served:
        asked = [{"x-forwarded-for": f"2001:db8::{number}"} for number in range(1, 6)]
        statuses = [served.http.get("/api/alive", headers=one).status_code for one in asked]
        assert statuses == [200, 200, 200, 429, 429]


def test_a_stream_that_is_never_read_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, it stayed in the game for ever."""
    monkeypatch.setattr(protocols, "WRITE_S", 0.2)
    create_server = socket.create_server

    def with_small_buffer(*arguments: Any, **named: Any) -> socket.socket:
        listening = create_server(*arguments, **named)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        return listening

    monkeypatch.setattr(socket, "create_server", with_small_buffer)
    with serving(tmp_path) as served:
        game = served.new_game()["id"]
        with socket.socket() as client, served.page(game) as page:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            client.connect(("127.0.0.1", served.port))
            path = f"/api/games/{game}/events".encode()
            client.sendall(b"GET " + path + b" HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            wait_until(lambda: followers(served) == 2)
            for _ in range(150):
                page.say("move_text", ply=0, text="wS1")
                page.hear("moved")
                page.say("undo", ply=1)
                page.hear("game")
            wait_until(lambda: followers(served) == 1)
        assert refused(served, LimitName.WRITE_TIME) == 1


def test_refused_connections_are_counted(tmp_path: Path) -> None:
    with (
        serving(tmp_path, limits=Limits(open_connections=2)) as served,
        connected(served.port, "127.0.0.2") as first,
        connected(served.port, "127.0.0.2"),
        connected(served.port, "127.0.0.2"),
    ):
        assert answer(first) == b"", "the oldest made room"
        assert refused(served, LimitName.CONNECTIONS_PER_ADDRESS) == 1


def followers(served: Served) -> int:
    text = served.http.get("/api/metrics").text
    (line,) = (one for one in text.splitlines() if one.startswith("beespace_connections_open "))
    return round(float(line.split()[1]))


def test_a_message_in_endless_fragments_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        game = served.new_game()["id"]
        address = f"ws://127.0.0.1:{served.port}/api/games/{game}/socket"
        with connect(address) as client:
            client.socket.sendall(b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 5000)
            with pytest.raises(ConnectionClosedError, match="too many fragments"):
                list(client)
        assert refused(served, LimitName.FRAGMENTS) == 1


def test_a_bad_frame_logs_no_traceback(tmp_path: Path) -> None:
    with started("--port", "0", "--no-browser", "--data", tmp_path) as server:
        with Served(server.port()) as served:
            game = served.new_game()["id"]
            with connect(f"ws://127.0.0.1:{served.port}/api/games/{game}/socket") as client:
                client.socket.sendall(b"\x81\x82\0\0\0\0\xff\xfe")
                with contextlib.suppress(Exception):
                    while True:
                        client.recv(TIMEOUT_S)
        _, errors = server.end()
    assert errors == ""


def test_repeated_messages_are_logged_only_a_few_times(tmp_path: Path) -> None:
    with started("--port", "0", "--no-browser", "--json-log", "--data", tmp_path) as server:
        port = server.port()
        for _ in range(200):
            with connected(port) as client:
                client.sendall(b"junk\r\n\r\n")
                answer(client)
        _, errors = server.end()
    messages = [json.loads(line)["message"] for line in errors.splitlines()]
    assert 1 <= len(messages) <= 20, messages
