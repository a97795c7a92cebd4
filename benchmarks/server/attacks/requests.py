"""Attacks with requests, connections and sockets of any kind."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
from collections.abc import Iterator

from attacks.target import LONG, Target, ask, frame, game_text, long_line, open_socket, repeat
from beespace import formats


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

    await repeat(work)


async def half_requests(target: Target) -> None:
    """Open connections and never finish the first request."""

    async def work() -> None:
        _, writer = await target.connect()
        writer.write(target.head("GET", "/"))
        try:
            await asyncio.sleep(30)
        finally:
            writer.transport.abort()

    await repeat(work, 1100)


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

    await repeat(work, 200)


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

    await repeat(work, 1100)


async def many_headers(target: Target) -> None:
    """Send thousands of short headers."""

    async def work() -> None:
        name = random.choice("abcdef").encode()
        head = target.head("GET", "/api/alive") + (name + b":\r\n") * random.randrange(31_000)
        await ask(target, head + b"\r\n")

    await repeat(work, 8)


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

    await repeat(work, 50)


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

    await repeat(work, 8)


async def endless_trailers(target: Target) -> None:
    """Send a header without an end after the last chunk of a body."""

    async def work() -> None:
        _, writer = await target.connect()
        lines = "Content-Type: application/json", "Transfer-Encoding: chunked"
        try:
            writer.write(target.head("POST", "/api/games", *lines) + b"\r\n1\r\n{\r\n0\r\nx: ")
            while True:
                writer.write(b"x" * 60_000)
                await writer.drain()
        finally:
            writer.transport.abort()

    await repeat(work, 8)


async def wrong_fields(target: Target) -> None:
    """Send bodies of thousands of fields that don't exist."""

    async def work() -> None:
        path = random.choice(["/api/games", "/api/imports", "/api/sync", "/api/studies"])
        number = random.choice([4000, 14_000, 170_000])
        await ask(target, target.post(path, {"text": "", **dict.fromkeys(_names(number), 0)}))

    await repeat(work, 8)


def _names(number: int) -> Iterator[str]:
    start = random.randrange(100_000)
    return (f"k{start + one}" for one in range(number))


async def strange_positions(target: Target) -> None:
    """Set up positions that take long to check."""

    async def work() -> None:
        row = random.randrange(-20, 20)
        stacks = [{"hex": [q, row], "pieces": ["wQ"]} for q in range(random.randrange(20, 29))]
        body = {"ruleset": "Base+MLP", "color": "w", "stacks": stacks}
        await ask(target, target.post("/api/analysis/set-up", body))

    await repeat(work)


async def high_stacks(target: Target) -> None:
    """Set up positions with more pieces than there are."""

    async def work() -> None:
        stacks = [{"hex": [q, q % 7], "pieces": ["wB1"] * 30} for q in range(60)]
        body = {"ruleset": "Base+MLP", "color": "w", "stacks": stacks}
        await ask(target, target.post("/api/analysis/set-up", body))

    await repeat(work)


async def drawings(target: Target) -> None:
    """Have every position of a long game drawn."""

    async def work() -> None:
        path = f"/api/games/{target.game}/drawing?format=png&ply={random.randrange(LONG)}"
        await ask(target, target.get(path))

    await repeat(work)


async def long_texts(target: Target) -> None:
    """Have texts of two megabytes read."""
    line = long_line()

    async def work() -> None:
        game = game_text(line[: random.randrange(900, LONG)]) + "\n"
        text = game * (1_900_000 // len(game))
        await ask(target, target.post("/api/analysis/read", {"text": text}))

    await repeat(work, 20)


async def long_turns(target: Target) -> None:
    """Ask for the moves after a long game."""
    body = {"ruleset": "Base", "moves": long_line()}
    await repeat(lambda: ask(target, target.post("/api/analysis/turn", body)))


async def short_turns(target: Target) -> None:
    """Ask for the moves after games that are just short enough for the server's own process."""
    body = {"ruleset": "Base", "moves": long_line()[:100]}
    await repeat(lambda: ask(target, target.post("/api/analysis/turn", body)))


async def imports(target: Target) -> None:
    """Store as much as possible."""
    text = (game_text(long_line()) + "\n") * 30
    await repeat(lambda: ask(target, target.post("/api/imports", {"text": text})), 20)


async def studies(target: Target) -> None:
    """Store long studies and read them again."""
    line = long_line()

    async def work() -> None:
        text = game_text(line[: random.randrange(900, LONG)])
        study = {"title": "x", "record": formats.dumps(formats.loads(text), "json")}
        cookie, made = await ask(target, target.post("/api/studies", study))
        for _ in range(5):
            path = f"/api/studies/{made.get('id', 'none')}"
            await ask(target, target.get(path, f"Cookie: {cookie}"))

    await repeat(work, 20)


async def hints(target: Target) -> None:
    """Start games and ask for hints in all of them."""

    async def work() -> None:
        cookie, game = await ask(target, target.post("/api/games", {"opponent": "local"}))
        said = {"type": "hint", "ply": 0}
        for _ in range(10):
            path = f"/api/games/{game.get('id', 'none')}/say"
            await ask(target, target.post(path, said, f"Cookie: {cookie}"))

    await repeat(work)


async def reviews(target: Target) -> None:
    """Import finished games and have them reviewed."""

    async def work() -> None:
        await ask(target, target.post(f"/api/games/{target.game}/review", {}))
        await ask(target, target.get(f"/api/games/{target.game}/review"))

    await repeat(work)


async def analyses(target: Target) -> None:
    """Analyse on many boards at once."""
    said = {"type": "think", "id": 1, "position": {"ruleset": "Base+MLP"}, "lines": 5}

    async def work() -> None:
        reader, writer = await open_socket(target, "/api/analysis/socket")
        try:
            writer.write(frame(said))
            while await reader.read(65536):
                pass
        finally:
            writer.close()

    await repeat(work)


async def many_messages(target: Target) -> None:
    """Change the position on analysis boards as fast as possible."""

    async def work() -> None:
        _, writer = await open_socket(target, "/api/analysis/socket")
        try:
            for number in itertools.count(1):
                said = {"type": "think", "id": number, "position": {"ruleset": "Base"}, "lines": 1}
                writer.write(frame(said))
                await writer.drain()
                await asyncio.sleep(0.002)
        finally:
            writer.transport.abort()

    await repeat(work, 20)


async def empty_frames(target: Target) -> None:
    """Send frames without content on the sockets of a game."""

    async def work() -> None:
        _, writer = await open_socket(target, f"/api/games/{target.game}/socket")
        opcode = random.choice((0x81, 0x89, 0x8A))
        try:
            while True:
                writer.write((bytes((opcode, 0x80)) + bytes(4)) * 10_000)
                await writer.drain()
        finally:
            writer.transport.abort()

    await repeat(work, 20)


async def failed_upgrades(target: Target) -> None:
    """Ask for sockets in ways that can't be read, and then send without an end."""

    async def work() -> None:
        _, writer = await target.connect()
        opening = target.head(
            "GET",
            "/api/analysis/socket",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        flaw = random.choice((b"Content-Length: 2\r\n", b"x: " + b"x" * 20_000 + b"\r\n"))
        try:
            writer.write(opening + flaw + b"\r\n")
            while True:
                writer.write(b"x" * 60_000)
                await writer.drain()
        finally:
            writer.transport.abort()

    await repeat(work)


async def busy_watchers(target: Target) -> None:
    """Watch a game many times, and ask as often as one socket may."""

    async def work() -> None:
        reader, writer = await open_socket(target, f"/api/games/{target.game}/socket")
        reading = asyncio.create_task(reader.read())
        try:
            while not reading.done():
                writer.write(frame({"type": "clock"}))
                await writer.drain()
                await asyncio.sleep(0.05)
        finally:
            reading.cancel()
            writer.transport.abort()

    await repeat(work, 150)


async def live_watchers(target: Target) -> None:
    """Watch games that are being played, and join another one now and then."""

    async def work() -> None:
        path = f"/api/games/{random.choice(target.live)}/socket"
        reader, writer = await open_socket(target, path)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(random.uniform(0.5, 3)):
                while await reader.read(65536):
                    pass
        writer.transport.abort()

    await repeat(work, 150)


async def watchers(target: Target) -> None:
    """Join and leave a game as watchers."""

    async def work() -> None:
        reader, writer = await open_socket(target, f"/api/games/{target.game}/socket")
        try:
            await reader.read(1000)
        finally:
            writer.transport.abort()

    await repeat(work)


async def unread_streams(target: Target) -> None:
    """Follow a game without ever reading."""

    async def work() -> None:
        _, writer = await target.connect()
        writer.write(target.head("GET", f"/api/games/{target.game}/events") + b"\r\n")
        try:
            await asyncio.sleep(30)
        finally:
            writer.transport.abort()

    await repeat(work, 400)


async def junk(target: Target) -> None:
    """Send what is neither HTTP nor WebSocket."""

    async def work() -> None:
        reader, writer = await target.connect()
        try:
            writer.write(os.urandom(500) + b"\r\n\r\n")
            await reader.read()
        finally:
            writer.close()

    await repeat(work)


REQUESTS = (
    *(endless_headers, many_headers, half_requests, idle_connections, pipelined_requests),
    slow_bodies,
    *(tiny_chunks, endless_trailers, wrong_fields, junk, unread_streams),
    *(strange_positions, high_stacks, drawings, long_texts, long_turns, short_turns, imports),
    *(studies, analyses, many_messages, hints, reviews, empty_frames, failed_upgrades),
    *(watchers, busy_watchers, live_watchers),
)
