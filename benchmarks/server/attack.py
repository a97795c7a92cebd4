"""Attacks a server on which people play, and measures what the players notice.

    attack.py [--games 200] [--seconds 8] [--ways proxy direct] [--addresses 1 50] [--only NAME ...]

Starts `beespace play` in its own process, plays games over real sockets from this process, and
attacks from a third: with the addresses that a proxy would forward, and directly, from addresses of
this machine. For each attack it prints how long the players' moves took to arrive, how much memory
the server and its processes have taken on since before the first attack, how soon the server
answered after the attack, and how much it logged; also how long the disk took meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
from attacks.everything import ATTACKS
from attacks.target import game_text, long_line
from load import Game, Server, Tally, connected, in_turn, new_game, random_game
from websockets.asyncio.client import connect

EVERY_S = 5.0
MOST_P99_MS, MOST_GROWTH_MB, MOST_ANSWER_S, MOST_LOG_MB = 150, 100, 5, 10


def tree_mb(pid: int) -> float:
    """Return the memory of a process and its children."""
    total = 0.0
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for one in (str(pid), *children):
        try:
            found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{one}/status").read_text())
        except OSError:
            continue  # it has just ended
        total += int(found[1]) / 1024 if found else 0
    return total


class Disk:
    """Writes a little to a disk five times a second, and notes how long it takes.

    Every move waits for the disk, so nothing can be faster than this.
    """

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / "disk", os.O_CREAT | os.O_WRONLY, 0o600)
        self._took_s: list[float] = []
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def read(self) -> str:
        """Return the median and the longest time since the last call."""
        took_ms = [took_s * 1e3 for took_s in self._took_s] or [0.0]
        self._took_s.clear()
        return f"disk {statistics.median(took_ms):.0f} to {max(took_ms):.0f} ms"

    def close(self) -> None:
        """Stop."""
        self._is_over.set()
        self._thread.join()
        os.close(self._file)

    def _run(self) -> None:
        while not self._is_over.wait(0.2):
            began_s = time.monotonic()
            os.pwrite(self._file, os.urandom(4096), 0)
            os.fsync(self._file)
            self._took_s.append(time.monotonic() - began_s)


class Way:
    """How clients reach the server: through a proxy, or directly."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_direct = name == "direct"
        self.options = ("--host", "0.0.0.0") if self.is_direct else ("--proxy", "127.0.0.1")

    def attacker(self, number: int) -> str:
        """Return the address of an attacker."""
        return f"127.0.2.{number + 1}" if self.is_direct else f"192.0.2.{number + 1}"

    def player(self, number: int) -> str:
        """Return the address of a player."""
        part = f"{number // 200 + 100}.{number % 200 + 1}"
        return f"127.1.{part}" if self.is_direct else f"198.51.{part}"

    def source(self, address: str) -> str:
        """Return the address of this machine to connect from."""
        return address if self.is_direct else "127.0.0.1"

    def headers(self, address: str) -> dict[str, str]:
        """Return what a proxy adds."""
        return {} if self.is_direct else {"x-forwarded-for": address}

    def client(self, port: int, address: str) -> httpx.AsyncClient:
        """Return a client without cookies, with one of the addresses."""
        return httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}",
            timeout=60,
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            headers=self.headers(address),
            transport=httpx.AsyncHTTPTransport(
                local_address=self.source(address), limits=httpx.Limits(keepalive_expiry=1)
            ),
        )


class Players:
    """People who play one game after the other."""

    def __init__(self, server: Server, way: Way, count: int) -> None:
        self._server = server
        self._way = way
        self._count = count
        self._made = [random_game(seed, 100) for seed in range(20)]
        self.tally = Tally()
        self.tally.is_measuring = True
        self.live: list[str] = []

    async def _begin(self, number: int) -> Game:
        address = self._way.player(number)
        async with self._way.client(self._server.port, address) as http:
            seats = await new_game(http)
        self.live.append(seats[0])
        forwarded = "" if self._way.is_direct else address
        game = Game(seats, self._made[number % len(self._made)], self.tally, forwarded)
        for seat in game.seats:
            await connected(self._server.port, seat, self._way.source(address))
        return game

    async def play(self, started: asyncio.Event) -> None:
        """Play until cancelled."""
        games = await in_turn(functools.partial(self._begin, n) for n in range(self._count))
        started.set()

        async def go_on(game: Game) -> None:
            await asyncio.sleep(random.random() * EVERY_S)
            await game.play(10_000, EVERY_S, float("inf"))

        await asyncio.gather(*(go_on(game) for game in games))

    def cuts_ms(self) -> tuple[float, float]:
        """Return the median and the 99th percentile since the last call."""
        cuts = statistics.quantiles(self.tally.delays_s or [60, 60], n=100)
        self.tally.delays_s.clear()
        return cuts[49] * 1e3, cuts[98] * 1e3


async def answer_s(port: int) -> float:
    """Return how long the server takes to answer."""
    began = time.monotonic()
    async with httpx.AsyncClient(timeout=60) as http:
        (await http.get(f"http://127.0.0.1:{port}/api/alive")).raise_for_status()
    return time.monotonic() - began


class Measurement:
    """One server, its players, and the attacks on it."""

    def __init__(self, server: Server, way: Way, options: Any, log: Path, disk: Disk) -> None:
        self._server, self._way, self._options = server, way, options
        self._log, self._disk = log, disk
        self._players = Players(server, way, options.games)
        # The finished game that the attackers know, and the memory before the first attack.
        self._game = ""
        self._before_mb = 0.0

    async def run(self) -> bool:
        """Run all attacks. Return whether all limits were kept."""
        self._game = await self._use()
        started = asyncio.Event()
        playing = asyncio.create_task(self._players.play(started))
        await started.wait()
        self._players.cuts_ms()
        self._before_mb = tree_mb(self._server.process.pid)
        await self._line("no attack", 0, None)
        kept = True
        for name in self._options.only or ATTACKS:
            for addresses in self._options.addresses:
                kept &= await self._under(name, addresses)
        await self._line("after all attacks", 0, None)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return kept

    async def _use(self) -> str:
        """Do what people do before an attack, so that all processes run and have their memory."""
        port, way = self._server.port, self._way
        text, short = (game_text(moves, "WhiteWins") for moves in (long_line(), long_line()[:2]))
        async with way.client(port, way.player(1)) as ann, way.client(port, way.player(2)) as bob:
            answers = [
                (await ann.post("/api/imports", json={"text": t})).json() for t in (text, short)
            ]
            game, reviewed = (one["games"][0]["id"] for one in answers)
            path = f"/api/games/{reviewed}/review"
            await ann.post(path)
            while (await ann.get(path)).json()["state"] in ("waiting", "running"):
                await asyncio.sleep(0.2)
            readable = {"text": "\n".join([short] * 2000)}
            await asyncio.gather(
                *(one.post("/api/analysis/read", json=readable) for one in (ann, bob))
            )
            await ann.get(f"/api/games/{game}/drawing")
        boards = [way.player(number) for number in (1, 1, 2, 2)]
        await asyncio.gather(*(self._analyse(address) for address in boards))
        return str(game)

    async def _analyse(self, address: str) -> None:
        url = f"ws://127.0.0.1:{self._server.port}/api/analysis/socket"
        source = self._way.source(address), 0
        headers = self._way.headers(address)
        async with connect(url, local_addr=source, additional_headers=headers) as board:
            said = {"type": "think", "id": 1, "position": {"ruleset": "Base"}, "lines": 1}
            await board.send(json.dumps(said))
            depth = 0
            while depth < 8:
                depth = json.loads(await board.recv()).get("depth", 99)

    async def _under(self, name: str, addresses: int) -> bool:
        """Measure one attack."""
        target = {
            "port": self._server.port,
            "addresses": [self._way.attacker(number) for number in range(addresses)],
            "game": self._game,
            "live": self._players.live,
            "is_direct": self._way.is_direct,
        }
        given = name, str(self._options.seconds), json.dumps(target)
        program = ["nice", "-n", "19", sys.executable, "-m", "attacks", *given]
        attacker = subprocess.Popen(program, cwd=Path(__file__).parent)
        kept = await self._line(name, addresses, lambda: attacker.poll() is not None)
        await asyncio.sleep(2)
        return kept

    async def _line(self, name: str, addresses: int, is_over: Callable[[], bool] | None) -> bool:
        """Measure until something is over, and print a line. Return whether limits were kept."""
        tally, logged = self._players.tally, self._log.stat().st_size
        self._disk.read()
        ends_s = time.monotonic() + 2 * EVERY_S
        peak_mb = 0.0
        while not is_over() if is_over is not None else time.monotonic() < ends_s:
            await asyncio.sleep(0.2)
            peak_mb = max(peak_mb, tree_mb(self._server.process.pid))
        took_s = await answer_s(self._server.port)
        p50, p99 = self._players.cuts_ms()
        growth, log_mb = peak_mb - self._before_mb, (self._log.stat().st_size - logged) / 1e6
        kept = (
            p99 <= MOST_P99_MS
            and growth <= MOST_GROWTH_MB
            and took_s <= MOST_ANSWER_S
            and log_mb <= MOST_LOG_MB
            and not tally.errors
        )
        print(
            f"{self._way.name:6} {name:18} {addresses:3} addresses: p50 {p50:6.1f} ms, "
            f"p99 {p99:7.1f} ms, {growth:+6.1f} MB, answers after {took_s:.2f} s, "
            f"log {log_mb:.2f} MB, {self._disk.read()}, errors {tally.errors.total()}"
            f"{'' if kept else '   <- beyond a limit'}",
            flush=True,
        )
        for error, often in tally.errors.most_common(3):
            print(f"    {often} times: {error}", flush=True)
        tally.errors.clear()
        return kept


def measure(way: Way, options: Any) -> bool:
    """Attack one server. Return whether all limits were kept."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as stream:
            server = Server(Path(folder) / "data", *way.options, log=stream)
            disk = Disk(Path(folder))
            try:
                return asyncio.run(Measurement(server, way, options, log, disk).run())
            finally:
                disk.close()
                server.end()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument(
        "--ways", nargs="+", choices=["proxy", "direct"], default=["proxy", "direct"]
    )
    parser.add_argument("--addresses", type=int, nargs="+", default=[1, 50])
    parser.add_argument("--only", nargs="*", choices=list(ATTACKS))
    options = parser.parse_args()
    kept = [measure(Way(name), options) for name in options.ways]
    print("all limits were kept" if all(kept) else "some limits were not kept")
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
