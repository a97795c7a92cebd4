"""The attacks: each tries to use up something of the server, until it is stopped.

`attack.py` runs them in a process of their own, at the lowest priority: on a real network they
would be other machines.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import os
import random
import re
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from beespace import Board

LONG = 1999
_CONNECTIONS = 40
_BROKEN_OFF = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)


class Target:
    """The server, and the addresses that the attack comes from."""

    def __init__(self, port: int, addresses: list[str], game: str) -> None:
        self.port = port
        # A finished game with many moves.
        self.game = game
        self._addresses = itertools.cycle(addresses)

    def head(self, method: str, path: str, *lines: str) -> bytes:
        """Return the start of a request, without the empty line at its end."""
        address = f"X-Forwarded-For: {next(self._addresses)}"
        return "\r\n".join(
            [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", address, *lines, ""]
        ).encode()

    def post(self, path: str, body: Any) -> bytes:
        """Return a request with JSON."""
        data = json.dumps(body).encode()
        lines = "Content-Type: application/json", f"Content-Length: {len(data)}"
        return self.head("POST", path, *lines) + b"\r\n" + data

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        return await asyncio.open_connection("127.0.0.1", self.port)


Attack = Callable[[Target], Awaitable[None]]


async def _repeat(work: Callable[[], Awaitable[None]], times: int = _CONNECTIONS) -> None:
    """Do something over and over, many times at once, whatever the server answers."""

    async def again() -> None:
        while True:
            with contextlib.suppress(*_BROKEN_OFF):
                await work()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again() for _ in range(times)))


async def _ask(target: Target, request: bytes) -> None:
    """Send a request and read the answer."""
    reader, writer = await target.connect()
    try:
        writer.write(request)
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        found = re.search(rb"content-length: (\d+)", head)
        await reader.readexactly(int(found[1]) if found else 0)
    finally:
        writer.close()


def _frame(message: Any) -> bytes:
    data = json.dumps(message).encode()
    size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + data


async def _open_socket(
    target: Target, path: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await target.connect()
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"
    writer.write(target.head("GET", path, *upgrade, f"Sec-WebSocket-Key: {key}") + b"\r\n")
    answer = await reader.readuntil(b"\r\n\r\n")
    if not answer.startswith(b"HTTP/1.1 101"):
        writer.close()
        raise ConnectionRefusedError
    return reader, writer


async def endless_headers(target: Target) -> None:
    """Send headers without an end."""

    async def work() -> None:
        _, writer = await target.connect()
        try:
            writer.write(target.head("GET", "/"))
            while True:
                writer.write(b"x: " + b"x" * 60_000 + b"\r\n")
                await writer.drain()
        finally:
            writer.transport.abort()

    await _repeat(work)


async def half_requests(target: Target) -> None:
    """Open connections and never finish the first request."""

    async def work() -> None:
        _, writer = await target.connect()
        writer.write(target.head("GET", "/"))
        try:
            await asyncio.sleep(30)
        finally:
            writer.transport.abort()

    await _repeat(work, 1100)


async def slow_bodies(target: Target) -> None:
    """Send long bodies without their end."""

    async def work() -> None:
        _, writer = await target.connect()
        lines = "Content-Type: application/json", "Content-Length: 2400000"
        try:
            writer.write(target.head("POST", "/api/imports", *lines) + b"\r\n")
            for _ in range(23):
                writer.write(b"x" * 100_000)
                await writer.drain()
                await asyncio.sleep(0.1)
            await asyncio.sleep(30)
        finally:
            writer.transport.abort()

    await _repeat(work, 200)


async def many_headers(target: Target) -> None:
    """Send thousands of short headers."""
    request = target.head("GET", "/api/alive") + b"a:\r\n" * 31_000 + b"\r\n"
    await _repeat(lambda: _ask(target, request), 8)


async def pipelined_requests(target: Target) -> None:
    """Send requests without waiting for answers."""
    requests = (target.head("GET", "/api/alive") + b"\r\n") * 2000

    async def work() -> None:
        _, writer = await target.connect()
        try:
            while True:
                writer.write(requests)
                await writer.drain()
        finally:
            writer.transport.abort()

    await _repeat(work, 50)


async def tiny_chunks(target: Target) -> None:
    """Send bodies in chunks of one byte."""

    async def work() -> None:
        _, writer = await target.connect()
        try:
            writer.write(
                target.head("POST", "/api/imports", "Transfer-Encoding: chunked") + b"\r\n"
            )
            while True:
                writer.write(b"1\r\nx\r\n" * 10_000)
                await writer.drain()
        finally:
            writer.transport.abort()

    await _repeat(work, 8)


async def wrong_fields(target: Target) -> None:
    """Send bodies of thousands of fields that don't exist."""
    body = {"text": "", **{f"k{number}": 0 for number in range(170_000)}}
    paths = itertools.cycle(["/api/games", "/api/imports", "/api/analysis/read", "/api/studies"])
    requests = [target.post(next(paths), body) for _ in range(16)]
    shorter = {f"k{number}": 0 for number in range(4000)}
    requests += [target.post("/api/games", shorter) for _ in range(16)]
    await _repeat(lambda: _ask(target, random.choice(requests)), 8)


async def strange_positions(target: Target) -> None:
    """Set up positions that take long to check."""
    stacks = [{"hex": [q, 0], "pieces": ["wQ"]} for q in range(28)]
    body = {"ruleset": "Base+MLP", "color": "w", "stacks": stacks}
    await _repeat(lambda: _ask(target, target.post("/api/analysis/set-up", body)))


async def drawings(target: Target) -> None:
    """Have every position of a long game drawn."""

    async def work() -> None:
        path = f"/api/games/{target.game}/drawing?format=png&ply={random.randrange(LONG)}"
        await _ask(target, target.head("GET", path) + b"\r\n")

    await _repeat(work)


async def long_texts(target: Target) -> None:
    """Have texts of two megabytes read."""
    line = f"Base;InProgress;White[1000];{';'.join(long_line())}\n"
    request = {"text": line * (1_900_000 // len(line))}
    await _repeat(lambda: _ask(target, target.post("/api/analysis/read", request)), 20)


async def long_turns(target: Target) -> None:
    """Ask for the moves after a long game."""
    body = {"ruleset": "Base", "moves": long_line()}
    await _repeat(lambda: _ask(target, target.post("/api/analysis/turn", body)))


async def short_turns(target: Target) -> None:
    """Ask for the moves after games that are just short enough for the server's own process."""
    body = {"ruleset": "Base", "moves": long_line()[:100]}
    await _repeat(lambda: _ask(target, target.post("/api/analysis/turn", body)))


async def imports(target: Target) -> None:
    """Store as much as possible."""
    line = f"Base;InProgress;White[1000];{';'.join(long_line())}\n"
    await _repeat(lambda: _ask(target, target.post("/api/imports", {"text": line * 30})), 20)


async def reviews(target: Target) -> None:
    """Import finished games and have them reviewed."""

    async def work() -> None:
        await _ask(target, target.post(f"/api/games/{target.game}/review", {}))
        await _ask(target, target.head("GET", f"/api/games/{target.game}/review") + b"\r\n")

    await _repeat(work)


async def analyses(target: Target) -> None:
    """Analyse on many boards at once."""
    said = {"type": "think", "id": 1, "position": {"ruleset": "Base+MLP"}, "lines": 5}

    async def work() -> None:
        reader, writer = await _open_socket(target, "/api/analysis/socket")
        try:
            writer.write(_frame(said))
            while await reader.read(65536):
                pass
        finally:
            writer.close()

    await _repeat(work)


async def many_messages(target: Target) -> None:
    """Change the position on analysis boards as fast as possible."""

    async def work() -> None:
        _, writer = await _open_socket(target, "/api/analysis/socket")
        try:
            for number in itertools.count(1):
                said = {"type": "think", "id": number, "position": {"ruleset": "Base"}, "lines": 1}
                writer.write(_frame(said))
                await writer.drain()
                await asyncio.sleep(0.002)
        finally:
            writer.transport.abort()

    await _repeat(work, 20)


async def empty_frames(target: Target) -> None:
    """Send frames without content on the sockets of a game."""

    async def work() -> None:
        _, writer = await _open_socket(target, f"/api/games/{target.game}/socket")
        opcode = random.choice((0x81, 0x89, 0x8A))
        try:
            while True:
                writer.write((bytes((opcode, 0x80)) + bytes(4)) * 10_000)
                await writer.drain()
        finally:
            writer.transport.abort()

    await _repeat(work, 20)


async def busy_watchers(target: Target) -> None:
    """Watch a game many times, and ask as often as one socket may."""

    async def work() -> None:
        reader, writer = await _open_socket(target, f"/api/games/{target.game}/socket")
        reading = asyncio.create_task(reader.read())
        try:
            while not reading.done():
                writer.write(_frame({"type": "clock"}))
                await writer.drain()
                await asyncio.sleep(0.05)
        finally:
            reading.cancel()
            writer.transport.abort()

    await _repeat(work, 150)


async def watchers(target: Target) -> None:
    """Join and leave a game as watchers."""

    async def work() -> None:
        reader, writer = await _open_socket(target, f"/api/games/{target.game}/socket")
        try:
            await reader.read(1000)
        finally:
            writer.transport.abort()

    await _repeat(work)


async def unread_streams(target: Target) -> None:
    """Follow a game without ever reading."""

    async def work() -> None:
        _, writer = await target.connect()
        writer.write(target.head("GET", f"/api/games/{target.game}/events") + b"\r\n")
        try:
            await asyncio.sleep(30)
        finally:
            writer.transport.abort()

    await _repeat(work, 400)


async def junk(target: Target) -> None:
    """Send what is neither HTTP nor WebSocket."""

    async def work() -> None:
        reader, writer = await target.connect()
        try:
            writer.write(os.urandom(500) + b"\r\n\r\n")
            await reader.read()
        finally:
            writer.close()

    await _repeat(work)


ATTACKS: dict[str, Attack] = {
    one.__name__.replace("_", " "): one
    for one in (
        *(endless_headers, many_headers, half_requests, pipelined_requests, slow_bodies),
        *(tiny_chunks, wrong_fields, junk, unread_streams),
        *(strange_positions, drawings, long_texts, long_turns, short_turns, imports),
        *(analyses, many_messages, reviews, empty_frames, watchers, busy_watchers),
    )
}


def long_line() -> list[str]:
    """Return a game in which two ants walk back and forth until the longest length."""
    board = Board("Base")
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"]
    for text in moves:
        board.push_uhp(text)
    steps: Iterator[str] = itertools.cycle([r"wA1 \wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-"])
    return moves + list(itertools.islice(steps, LONG - len(moves)))


def main() -> None:
    """Attack for some seconds: `attackers.py NAME PORT GAME SECONDS ADDRESS...`."""
    name, port, game, seconds, *addresses = sys.argv[1:]

    async def run() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(float(seconds)):
                await ATTACKS[name](Target(int(port), addresses, game))

    asyncio.run(run())


if __name__ == "__main__":
    main()
