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

from beespace import Board, formats

LONG = 1999
_CONNECTIONS = 40
_BROKEN_OFF = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)


class Target:
    """The server, and the addresses that the attack comes from."""

    def __init__(
        self, port: int, addresses: list[str], game: str, live: list[str], *, is_direct: bool
    ) -> None:
        """`is_direct` says whether the addresses are this machine's own, or a proxy forwards."""
        self.port = port
        # A finished game with many moves, and games that are being played.
        self.game = game
        self.live = live
        self._is_direct = is_direct
        self._addresses = itertools.cycle(addresses)

    def head(self, method: str, path: str, *lines: str) -> bytes:
        """Return the start of a request, without the empty line at its end."""
        if not self._is_direct:
            lines = (f"X-Forwarded-For: {next(self._addresses)}", *lines)
        return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *lines, ""]).encode()

    def get(self, path: str, *lines: str) -> bytes:
        """Return a request without a body."""
        return self.head("GET", path, *lines) + b"\r\n"

    def post(self, path: str, body: Any, *lines: str) -> bytes:
        """Return a request with JSON."""
        data = json.dumps(body).encode()
        lines = "Content-Type: application/json", f"Content-Length: {len(data)}", *lines
        return self.head("POST", path, *lines) + b"\r\n" + data

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        source = (next(self._addresses), 0) if self._is_direct else None
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=source)


Attack = Callable[[Target], Awaitable[None]]


async def _repeat(work: Callable[[], Awaitable[object]], times: int = _CONNECTIONS) -> None:
    """Do something over and over, many times at once, whatever the server answers."""

    async def again() -> None:
        while True:
            with contextlib.suppress(*_BROKEN_OFF):
                await work()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again() for _ in range(times)))


async def _ask(target: Target, request: bytes) -> tuple[str, Any]:
    """Send a request. Return the cookie in the answer, and its content."""
    reader, writer = await target.connect()
    try:
        writer.write(request)
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        found = re.search(rb"content-length: (\d+)", head)
        content = await reader.readexactly(int(found[1]) if found else 0)
        cookie = re.search(rb"set-cookie: ([^;]+)", head)
        is_json = b"application/json" in head
        return cookie[1].decode() if cookie else "", json.loads(content) if is_json else {}
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


async def idle_connections(target: Target) -> None:
    """Ask for something once on each connection, and keep it open."""

    async def work() -> None:
        reader, writer = await target.connect()
        try:
            writer.write(target.get("/api/alive"))
            while await reader.read(65536):
                pass
        finally:
            writer.transport.abort()

    await _repeat(work, 1100)


async def many_headers(target: Target) -> None:
    """Send thousands of short headers."""

    async def work() -> None:
        name = random.choice("abcdef").encode()
        head = target.head("GET", "/api/alive") + (name + b":\r\n") * random.randrange(31_000)
        await _ask(target, head + b"\r\n")

    await _repeat(work, 8)


async def pipelined_requests(target: Target) -> None:
    """Send requests without waiting for answers."""

    async def work() -> None:
        _, writer = await target.connect()
        try:
            while True:
                paths = random.choices(["/api/alive", "/api/health", "/", "/api/games"], k=20)
                writer.write(b"".join(target.get(path) for path in paths) * 100)
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

    async def work() -> None:
        path = random.choice(["/api/games", "/api/imports", "/api/analysis/read", "/api/studies"])
        number = random.choice([4000, 170_000])
        await _ask(target, target.post(path, {"text": "", **dict.fromkeys(_names(number), 0)}))

    await _repeat(work, 8)


def _names(number: int) -> Iterator[str]:
    start = random.randrange(100_000)
    return (f"k{start + one}" for one in range(number))


async def strange_positions(target: Target) -> None:
    """Set up positions that take long to check."""

    async def work() -> None:
        row = random.randrange(-20, 20)
        stacks = [{"hex": [q, row], "pieces": ["wQ"]} for q in range(random.randrange(20, 29))]
        body = {"ruleset": "Base+MLP", "color": "w", "stacks": stacks}
        await _ask(target, target.post("/api/analysis/set-up", body))

    await _repeat(work)


async def drawings(target: Target) -> None:
    """Have every position of a long game drawn."""

    async def work() -> None:
        path = f"/api/games/{target.game}/drawing?format=png&ply={random.randrange(LONG)}"
        await _ask(target, target.get(path))

    await _repeat(work)


async def long_texts(target: Target) -> None:
    """Have texts of two megabytes read."""
    line = long_line()

    async def work() -> None:
        game = game_text(line[: random.randrange(900, LONG)]) + "\n"
        text = game * (1_900_000 // len(game))
        await _ask(target, target.post("/api/analysis/read", {"text": text}))

    await _repeat(work, 20)


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
    text = (game_text(long_line()) + "\n") * 30
    await _repeat(lambda: _ask(target, target.post("/api/imports", {"text": text})), 20)


async def studies(target: Target) -> None:
    """Store long studies and read them again."""
    line = long_line()

    async def work() -> None:
        text = game_text(line[: random.randrange(900, LONG)])
        study = {"title": "x", "record": formats.dumps(formats.loads(text), "json")}
        cookie, made = await _ask(target, target.post("/api/studies", study))
        for _ in range(5):
            path = f"/api/studies/{made.get('id', 'none')}"
            await _ask(target, target.get(path, f"Cookie: {cookie}"))

    await _repeat(work, 20)


async def hints(target: Target) -> None:
    """Start games and ask for hints in all of them."""

    async def work() -> None:
        cookie, game = await _ask(target, target.post("/api/games", {"opponent": "local"}))
        said = {"type": "hint", "ply": 0}
        for _ in range(10):
            path = f"/api/games/{game.get('id', 'none')}/say"
            await _ask(target, target.post(path, said, f"Cookie: {cookie}"))

    await _repeat(work)


async def reviews(target: Target) -> None:
    """Import finished games and have them reviewed."""

    async def work() -> None:
        await _ask(target, target.post(f"/api/games/{target.game}/review", {}))
        await _ask(target, target.get(f"/api/games/{target.game}/review"))

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


async def live_watchers(target: Target) -> None:
    """Watch games that are being played, and join another one now and then."""

    async def work() -> None:
        path = f"/api/games/{random.choice(target.live)}/socket"
        reader, writer = await _open_socket(target, path)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(random.uniform(0.5, 3)):
                while await reader.read(65536):
                    pass
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
        *(endless_headers, many_headers, half_requests, idle_connections, pipelined_requests),
        slow_bodies,
        *(tiny_chunks, wrong_fields, junk, unread_streams),
        *(strange_positions, drawings, long_texts, long_turns, short_turns, imports),
        *(studies, analyses, many_messages, hints, reviews, empty_frames),
        *(watchers, busy_watchers, live_watchers),
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


def game_text(moves: list[str], result: str = "InProgress") -> str:
    """Return moves as the text of a game."""
    turn = f"{'White' if len(moves) % 2 == 0 else 'Black'}[{len(moves) // 2 + 1}]"
    return ";".join(["Base", result, turn, *moves])


def main() -> None:
    """Attack for some seconds: `attackers.py NAME SECONDS TARGET`, the last one in JSON."""
    name, seconds, target = sys.argv[1:]

    async def run() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(float(seconds)):
                await ATTACKS[name](Target(**json.loads(target)))

    asyncio.run(run())


if __name__ == "__main__":
    main()
