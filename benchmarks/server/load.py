"""Plays many games at once over real sockets and measures how long moves take to arrive.

    load.py [--games 100 300 1000] [--seconds 60] [--every 5] [--before 20]

Starts `beespace play` in its own process with its usual durability, on SQLite or the PostgreSQL
database in BEESPACE_DATABASE_URL, and plays from this process. Each game has a clock and two
sockets. All sockets are opened, and the first moves played, before the measurement starts. Every
player must receive every move once and in order; missing moves are counted as lost.

The players use as little CPU time as possible, to leave it to the server: they write frames by
hand, replay prepared games, and read only the revision of a message. move_cost.py measures
whether moves get more expensive as a game gets longer.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import functools
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import IO, Any

import httpx

from beespace import Board

CLOCK = {"kind": "live", "base_s": 3600, "increment_s": 5}
PLIES = 120
# How many requests or handshakes are in flight while games are created.
AT_ONCE = 20
# A message that takes longer than this counts as lost.
PATIENCE_S = 30.0

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Server:
    """`beespace play` as a process."""

    def __init__(self, data: Path, *options: str, log: IO[bytes] | None = None) -> None:
        command = [sys.executable, "-m", "beespace", "play", "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--data", str(data), *options], stdout=subprocess.PIPE, stderr=log, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://[\w.]+:(\d+)/", self.process.stdout.readline())
        assert found, "the server did not start"
        self.port = int(found[1])

    def memory_mb(self) -> float:
        """Return the server's resident memory."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found
        return int(found[1]) / 1024

    def cpu_s(self) -> float:
        """Return the CPU time that the server has used so far."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """Stop the server."""
        self.process.terminate()
        self.process.wait(PATIENCE_S)


@dataclass
class Tally:
    """The results of a measurement."""

    delays_s: list[float] = field(default_factory=list)
    is_measuring: bool = False
    moves: int = 0
    errors: Counter[str] = field(default_factory=Counter)


class Seat(asyncio.Protocol):
    """One player's socket: sends text, and passes on the messages it receives."""

    def __init__(
        self, path: str, token: str, hear: Callable[[Seat, bytes], None], address: str = ""
    ) -> None:
        """Create a socket. `address` is the one that a proxy would forward."""
        self._path, self._token, self._hear = path, token, hear
        self._forwarded = f"X-Forwarded-For: {address}\r\n" if address else ""
        self._received = bytearray()
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        self.first = asyncio.get_running_loop().create_future()
        self.revision = 0
        self.is_ending = False
        self.fail: Callable[[str], None] = lambda _: None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the WebSocket handshake."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"{self._forwarded}Authorization: Bearer {self._token}\r\n\r\n"
        )
        transport.write(head.encode())

    def connection_lost(self, error: Exception | None) -> None:
        """Report an error unless we closed the connection."""
        if not self.is_ending:
            self.fail(f"a connection was lost: {error!r}")

    def data_received(self, data: bytes) -> None:
        """Split the data into frames and handle them."""
        received = self._received
        received += data
        if not self._is_open:
            end = received.find(b"\r\n\r\n")
            if end < 0:
                return
            if not received.startswith(b"HTTP/1.1 101"):
                self.fail(f"handshake rejected: {bytes(received[:40])!r}")
                return
            self._is_open = True
            del received[: end + 4]
        while (frame := _first_frame(received)) is not None:
            kind, start, end = frame
            payload = bytes(received[start:end])
            del received[:end]
            if kind == TEXT:
                self._hear(self, payload)
            elif kind == PING:
                self._write(PONG, payload)
            elif kind == CLOSE and not self.is_ending:
                self.fail(f"closed by the server: {payload!r}")

    def say(self, **message: object) -> None:
        """Send a message."""
        self._write(TEXT, json.dumps(message).encode())

    def end(self) -> None:
        """Close the connection."""
        self.is_ending = True
        if self._transport is not None and not self._transport.is_closing():
            self._write(CLOSE, b"\x03\xe8")
            self._transport.close()

    def _write(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        assert len(payload) < 126
        # A mask of zeros is valid and leaves the payload unchanged.
        self._transport.write(bytes((0x80 | kind, 0x80 | len(payload), 0, 0, 0, 0)) + payload)


def _first_frame(received: bytearray) -> tuple[int, int, int] | None:
    """Return the kind of the first frame and the bounds of its payload; None if incomplete."""
    if len(received) < 2:
        return None
    length, start = received[1], 2
    if length == 126:
        length, start = int.from_bytes(received[2:4], "big"), 4
    elif length == 127:
        length, start = int.from_bytes(received[2:10], "big"), 10
    if len(received) < start + length:
        return None
    return received[0] & 15, start, start + length


class Game:
    """Two seats that replay a prepared game."""

    def __init__(
        self, seats: tuple[str, str, str], texts: list[str], tally: Tally, address: str = ""
    ) -> None:
        game_id, *tokens = seats
        path = f"/api/games/{game_id}/socket"
        self._texts, self._tally = texts, tally
        self.seats = [Seat(path, token, self._hear, address) for token in tokens]
        for seat in self.seats:
            seat.fail = self._fail
        self._ply = 0
        self._sent_s = 0.0
        self._arrived: set[Seat] = set()
        self._both: asyncio.Future[None] | None = None
        self.has_failed = False

    async def play(self, plies: int, every_s: float, ends_s: float) -> None:
        """Play until `plies` moves are played or time is up, waiting for each to reach both."""
        loop = asyncio.get_running_loop()
        while self._ply < min(plies, len(self._texts)) and time.monotonic() < ends_s:
            self._arrived.clear()
            self._both = loop.create_future()
            self._sent_s = time.monotonic()
            if self._texts[self._ply] != "pass":  # the server plays passes
                mover = self.seats[self._ply % 2]
                mover.say(type="move_text", ply=self._ply, text=self._texts[self._ply])
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await self._both
            except TimeoutError:
                self._fail(f"a move did not reach {2 - len(self._arrived)} players")
            if self.has_failed:
                return
            self._ply += 1
            self._tally.moves += self._tally.is_measuring
            if every_s:
                await asyncio.sleep(self._sent_s + every_s - time.monotonic())

    def _hear(self, seat: Seat, message: bytes) -> None:
        if message.startswith(b'{"type":"moved"'):
            now_s = time.monotonic()
            revision = _revision(message)
            if revision != seat.revision + 1 or seat in self._arrived:
                self._fail("a move was lost or duplicated")
                return
            seat.revision = revision
            self._arrived.add(seat)
            is_opponent = seat is not self.seats[self._ply % 2]
            if is_opponent and self._tally.is_measuring and self._texts[self._ply] != "pass":
                self._tally.delays_s.append(now_s - self._sent_s)
            if len(self._arrived) == 2 and self._both is not None and not self._both.done():
                self._both.set_result(None)
        elif message.startswith(b'{"type":"ping"'):
            seat.say(type="pong", id=json.loads(message)["id"])
        elif message.startswith(b'{"type":"game"'):
            seat.revision = json.loads(message)["game"]["revision"]
            if not seat.first.done():
                seat.first.set_result(None)
        elif not message.startswith((b'{"type":"presence"', b'{"type":"paused"')):
            self._fail(message[:200].decode())

    def _fail(self, why: str) -> None:
        if not self.has_failed:
            self.has_failed = True
            self._tally.errors[why] += 1
        for waited in (self._both, *(seat.first for seat in self.seats)):
            if waited is not None and not waited.done():
                waited.set_result(None)


def _revision(message: bytes) -> int:
    start = message.rfind(b'"revision":') + len(b'"revision":')
    return int(message[start : start + 8].partition(b",")[0])


def random_game(seed: int, least: int) -> list[str]:
    """Return the moves of a random game with at least that many plies."""
    for attempt in range(1000):
        rng = random.Random(f"{seed} {attempt}")
        board = Board("Base+MLP")
        texts: list[str] = []
        while board.outcome() is None and len(texts) < PLIES:
            move = rng.choice(board.legal_moves)
            texts.append(board.uhp(move))
            board.push(move)
        if len(texts) >= least:
            return texts
    raise AssertionError("no random game is long enough")


async def in_turn(jobs: Iterable[Callable[[], Awaitable[Any]]]) -> list[Any]:
    """Run all jobs, a few at a time."""
    room = asyncio.Semaphore(AT_ONCE)

    async def do(job: Callable[[], Awaitable[Any]]) -> Any:
        async with room:
            return await job()

    return await asyncio.gather(*(do(job) for job in jobs))


async def new_game(http: httpx.AsyncClient, address: str = "") -> tuple[str, str, str]:
    """Create a game with a friend; return its id and the tokens of White and Black."""
    headers = {"x-forwarded-for": address} if address else {}
    asked = {"opponent": "friend", "color": "w", "ruleset": "Base+MLP", "clock": CLOCK}
    new = {**asked, "with_token": True}
    made = (await http.post("/api/games", json=new, headers=headers)).json()
    joining = {"secret": made["invitation"], "with_token": True}
    path = f"/api/games/{made['id']}/join"
    joined = (await http.post(path, json=joining, headers=headers)).json()
    return made["id"], made["token"], joined["token"]


async def connected(port: int, seat: Seat, source: str = "127.0.0.1") -> None:
    """Open a socket from one of this machine's addresses, and wait for the game's state."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(PATIENCE_S):
        await loop.create_connection(lambda: seat, "127.0.0.1", port, local_addr=(source, 0))
        await seat.first


async def load(server: Server, options: Any, count: int, made: list[list[str]]) -> None:
    """Play `count` games for the given time and print one line of results."""
    tally = Tally()
    # Players authenticate with tokens, so cookies are off.
    jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    address = f"http://127.0.0.1:{server.port}"
    # The server closes idle connections, so don't reuse one that was idle for long.
    limits = httpx.Limits(keepalive_expiry=1)
    async with httpx.AsyncClient(base_url=address, timeout=60, cookies=jar, limits=limits) as http:
        seats = await in_turn([lambda: new_game(http)] * count)
    games = [Game(one, made[i % len(made)], tally) for i, one in enumerate(seats)]
    seats_of_all = [seat for game in games for seat in game.seats]
    await in_turn(functools.partial(connected, server.port, seat) for seat in seats_of_all)
    # Start the games at different stages.
    stages = [i % (options.before + 1) for i in range(count)]
    await in_turn(
        functools.partial(game.play, plies, 0, float("inf"))
        for game, plies in zip(games, stages, strict=True)
    )
    rng = random.Random(0)
    begins_s = time.monotonic() + options.every
    ends_s = begins_s + options.seconds

    async def begin(game: Game) -> None:
        await asyncio.sleep(rng.random() * options.every)
        await game.play(PLIES, options.every, ends_s)

    tasks = [asyncio.create_task(begin(game)) for game in games]
    await asyncio.sleep(begins_s - time.monotonic())
    tally.is_measuring = True
    cpu_s, own_s = server.cpu_s(), time.process_time()
    await asyncio.sleep(ends_s - time.monotonic())
    tally.is_measuring = False
    cpu_s, own_s = server.cpu_s() - cpu_s, time.process_time() - own_s
    moves, memory_mb = tally.moves, server.memory_mb()
    await asyncio.gather(*tasks)
    for game in games:
        for seat in game.seats:
            seat.end()
    cuts = statistics.quantiles(tally.delays_s, n=1000)
    print(
        f"{count:5} games: {moves:6} moves, {moves / options.seconds:6.1f} per second, "
        f"p50 {cuts[499] * 1e3:6.1f} ms, p99 {cuts[989] * 1e3:6.1f} ms, "
        f"max {max(tally.delays_s) * 1e3:6.1f} ms, memory {memory_mb:4.0f} MB, "
        f"CPU per move {cpu_s / moves * 1e3:.2f} ms, players {own_s / moves * 1e3:.2f} ms, "
        f"errors {tally.errors.total()}, load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    for error, often in tally.errors.most_common(5):
        print(f"    {often} times: {error}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[100, 300, 1000])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=5)
    parser.add_argument(
        "--before", type=int, default=20, help="most moves to play before the measurement"
    )
    options: Any = parser.parse_args()
    least = options.before + int(options.seconds / options.every) + 2
    made = [random_game(seed, min(least, PLIES)) for seed in range(40)]
    where = "PostgreSQL" if os.environ.get("BEESPACE_DATABASE_URL") else "SQLite"
    print(f"{where}; server and players share {os.cpu_count()} cores", flush=True)
    for count in options.games:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder))
            try:
                asyncio.run(load(server, options, count, made))
            finally:
                server.end()


if __name__ == "__main__":
    main()
