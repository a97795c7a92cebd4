"""Measures what people who watch a game cost the server.

    watchers.py [--watchers 100 1000 2000] [--moves 10]

Starts `beespace play` in its own process, connects the watchers of one game over real sockets, and
prints the server's CPU time per join, per move and per takeback, and the bytes that each watcher
gets per move. Each number of watchers gets a new server. The watchers only count what they
receive, to leave the CPU time to the server.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

CLOCK = {"kind": "live", "base_s": 3600, "increment_s": 5}
RULESET = "Base"
# Mid-game, where a player has many legal moves, and then moves that repeat.
OPENING = [
    *("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", r"wA1 \wQ", "bA1 bQ/", "wG1 -wQ", "bG1 bQ-"),
    *("wB1 /wQ", "bB1 bQ\\", r"wA2 \wA1", "bA2 bA1/"),
]
BACK_AND_FORTH = [r"wA2 -wA1", r"bA2 bA1-", r"wA2 \wA1", "bA2 bA1/"]
TAKEBACKS = 3
# Handshakes in flight.
AT_ONCE = 50
PATIENCE_S = 300.0


class Watcher(asyncio.Protocol):
    """A watcher's socket, which counts the messages it gets by type."""

    def __init__(self, path: str, port: int) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
        )
        self.counts = {b"game": 0, b"moved": 0}
        self.received = 0
        self.is_open = True
        self._unread = b""
        self._is_upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request.encode())

    def connection_lost(self, _error: Exception | None) -> None:
        """Note that the server has closed the connection."""
        self.is_open = False

    def data_received(self, data: bytes) -> None:
        """Count complete frames."""
        self.received += len(data)
        self._unread += data
        if not self._is_upgraded:
            head, found, rest = self._unread.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._unread, self._is_upgraded = rest, True
        while len(self._unread) >= 4:
            length, start = self._unread[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(self._unread[2:4], "big"), 4
            elif length == 127:
                if len(self._unread) < 10:
                    return
                length, start = int.from_bytes(self._unread[2:10], "big"), 10
            if len(self._unread) < start + length:
                return
            if self._unread[0] & 15 == 9:  # a ping
                mask = b"\0\0\0\0"
                payload = self._unread[start : start + length]
                self.transport.write(bytes([0x8A, 0x80 | length]) + mask + payload)
            for kind in self.counts:
                if self._unread[start : start + 20].startswith(b'{"type":"' + kind + b'"'):
                    self.counts[kind] += 1
            self._unread = self._unread[start + length :]


class Server:
    """`beespace play` as a process."""

    def __init__(self, data: Path) -> None:
        command = [sys.executable, "-m", "beespace", "play", "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r"http://[\d.]+:(\d+)/", self.process.stdout.readline())
        assert found is not None
        self.port = int(found[1])

    def cpu_s(self) -> float:
        """Return the CPU time used so far, by all threads."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def memory_mb(self) -> float:
        """Return the memory in use."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 1e6


class Players:
    """Both players of a game, who play with HTTP requests."""

    def __init__(self, port: int) -> None:
        self._http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S)
        self._tokens: list[str] = []
        self.ply = 0

    async def begin(self) -> None:
        """Create the game and play the opening."""
        asked = {"opponent": "friend", "color": "w", "clock": CLOCK, "with_token": True}
        made = (await self._http.post("/api/games", json={**asked, "ruleset": RULESET})).json()
        self.id = made["id"]
        self._http.cookies.clear()
        joining = {"secret": made["invitation"], "with_token": True}
        joined = (await self._http.post(f"/api/games/{self.id}/join", json=joining)).json()
        self._tokens = [made["token"], joined["token"]]
        self._http.cookies.clear()
        for _ in OPENING:
            await self.move()

    async def say(self, color: int, **said: Any) -> None:
        """Send a message for a player."""
        headers = {"authorization": f"Bearer {self._tokens[color]}"}
        path = f"/api/games/{self.id}/say"
        answer = await self._http.post(path, json={"ply": self.ply, **said}, headers=headers)
        assert answer.is_success, answer.text

    async def move(self) -> None:
        """Play the next move."""
        ply = self.ply
        text = OPENING[ply] if ply < len(OPENING) else BACK_AND_FORTH[ply % len(BACK_AND_FORTH)]
        await self.say(ply % 2, type="move_text", text=text)
        self.ply += 1

    async def take_back(self) -> None:
        """Take back the last move."""
        by = (self.ply - 1) % 2
        await self.say(by, type="offer", kind="takeback")
        await self.say(1 - by, type="answer", kind="takeback", accept=True)
        self.ply -= 1

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()


async def settled(watchers: list[Watcher], kind: bytes, count: int) -> None:
    """Wait until every watcher has got this many messages of a type."""
    deadline = time.monotonic() + PATIENCE_S
    while any(watcher.counts[kind] < count for watcher in watchers):
        assert all(watcher.is_open for watcher in watchers), "a watcher was dropped"
        assert time.monotonic() < deadline, f"{kind.decode()} messages are missing"
        await asyncio.sleep(0.05)


async def join(players: Players, port: int, count: int) -> list[Watcher]:
    """Connect watchers, and wait until each has the game."""
    loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)
    path = f"/api/games/{players.id}/socket"

    async def one() -> Watcher:
        async with gate:
            make = lambda: Watcher(path, port)  # noqa: E731
            _, watcher = await loop.create_connection(make, "127.0.0.1", port)
            await settled([watcher], b"game", 1)
            return watcher

    return list(await asyncio.gather(*(one() for _ in range(count))))


async def measure(server: Server, count: int, moves: int) -> None:
    """Print the costs with a number of watchers."""
    players = Players(server.port)
    await players.begin()
    before, memory = server.cpu_s(), server.memory_mb()
    watchers = await join(players, server.port, count)
    await asyncio.sleep(2)  # the last messages about who is connected
    joins, grown = server.cpu_s() - before, server.memory_mb() - memory
    before, received = server.cpu_s(), sum(watcher.received for watcher in watchers)
    for number in range(moves):
        await players.move()
        await settled(watchers, b"moved", number + 1)
    move = (server.cpu_s() - before) / moves
    size = (sum(watcher.received for watcher in watchers) - received) / count / moves
    before = server.cpu_s()
    for number in range(TAKEBACKS):
        await players.take_back()
        await settled(watchers, b"game", number + 2)
    takeback = (server.cpu_s() - before) / TAKEBACKS
    print(
        f"{count:5,} watchers: join {joins / count * 1e3:6.2f} ms each, {joins:6.2f} s in all "
        f"(+{grown:.0f} MB); move {move * 1e3:7.1f} ms, {size:6,.0f} bytes each; "
        f"takeback {takeback * 1e3:8.1f} ms",
        flush=True,
    )
    for watcher in watchers:
        watcher.transport.abort()
    await players.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, nargs="+", default=[100, 1000, 2000])
    parser.add_argument("--moves", type=int, default=10)
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    for count in options.watchers:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder))
            try:
                asyncio.run(measure(server, count, options.moves))
            finally:
                server.process.terminate()
                server.process.wait(60)


if __name__ == "__main__":
    main()
