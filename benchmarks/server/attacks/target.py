"""The server under attack, and what all attacks need: requests, sockets and long games."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import os
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from beespace import Board

LONG = 1999
CONNECTIONS = 40
BROKEN_OFF = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)


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


async def repeat(work: Callable[[], Awaitable[object]], times: int = CONNECTIONS) -> None:
    """Do something over and over, many times at once, whatever the server answers."""

    async def again() -> None:
        while True:
            with contextlib.suppress(*BROKEN_OFF):
                await work()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again() for _ in range(times)))


async def ask(target: Target, request: bytes) -> tuple[str, Any]:
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


def frame(message: Any) -> bytes:
    """Return a message as a frame of a socket."""
    data = json.dumps(message).encode()
    size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + data


async def open_socket(
    target: Target, path: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a WebSocket.

    Raises:
        ConnectionRefusedError: the server refuses it.
    """
    reader, writer = await target.connect()
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"
    writer.write(target.head("GET", path, *upgrade, f"Sec-WebSocket-Key: {key}") + b"\r\n")
    answer = await reader.readuntil(b"\r\n\r\n")
    if not answer.startswith(b"HTTP/1.1 101"):
        writer.close()
        raise ConnectionRefusedError
    return reader, writer


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
