"""Attacks a server on which people play, and measures what the players notice.

    attack.py [--games 200] [--seconds 8] [--addresses 1 50] [--only NAME ...]

Starts `beespace play --proxy 127.0.0.1` in its own process, plays games over real sockets from
this process, and attacks from a third, with the addresses that a proxy would forward. For each
attack it prints how long the players' moves took to arrive, how much memory the server and its
processes took on, how soon the server answered after the attack, and how much it logged.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
from attackers import ATTACKS, long_line
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


class Players:
    """People who play one game after the other."""

    def __init__(self, server: Server, count: int) -> None:
        self._server = server
        self._count = count
        self._made = [random_game(seed, 100) for seed in range(20)]
        self.tally = Tally()
        self.tally.is_measuring = True

    async def play(self, started: asyncio.Event) -> None:
        """Play until cancelled."""
        jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        url = f"http://127.0.0.1:{self._server.port}"
        limits = httpx.Limits(keepalive_expiry=1)
        async with httpx.AsyncClient(base_url=url, timeout=60, cookies=jar, limits=limits) as http:

            async def begin(number: int) -> Game:
                address = f"198.51.{100 + number // 200}.{number % 200 + 1}"
                seats = await new_game(http, address)
                game = Game(seats, self._made[number % len(self._made)], self.tally, address)
                for seat in game.seats:
                    await connected(self._server.port, seat)
                return game

            games = await in_turn(functools.partial(begin, n) for n in range(self._count))
        started.set()

        async def go_on(game: Game) -> None:
            await asyncio.sleep(random.random() * EVERY_S)
            await game.play(10_000, EVERY_S, float("inf"))

        await asyncio.gather(*(go_on(game) for game in games))


async def answer_s(port: int) -> float:
    """Return how long the server takes to answer."""
    began = time.monotonic()
    async with httpx.AsyncClient(timeout=60) as http:
        (await http.get(f"http://127.0.0.1:{port}/api/alive")).raise_for_status()
    return time.monotonic() - began


async def under(
    name: str, addresses: int, server: Server, players: Players, game: str, options: Any, log: Path
) -> bool:
    """Measure one attack and print a line. Return whether all limits were kept."""
    tally = players.tally
    tally.delays_s.clear()
    before_mb, logged = tree_mb(server.process.pid), log.stat().st_size
    sources = [f"192.0.2.{n + 1}" for n in range(addresses)]
    program = str(Path(__file__).with_name("attackers.py"))
    given = name, str(server.port), game, str(options.seconds), *sources
    attacker = subprocess.Popen(["nice", "-n", "19", sys.executable, program, *given])
    peak_mb = before_mb
    while attacker.poll() is None:
        await asyncio.sleep(0.2)
        peak_mb = max(peak_mb, tree_mb(server.process.pid))
    took_s = await answer_s(server.port)
    cuts = statistics.quantiles(tally.delays_s or [60, 60], n=100)
    p50, p99 = cuts[49] * 1e3, cuts[98] * 1e3
    growth, log_mb = peak_mb - before_mb, (log.stat().st_size - logged) / 1e6
    kept = (
        p99 <= MOST_P99_MS
        and growth <= MOST_GROWTH_MB
        and took_s <= MOST_ANSWER_S
        and log_mb <= MOST_LOG_MB
        and not tally.errors
    )
    print(
        f"{name:18} {addresses:3} addresses: p50 {p50:6.1f} ms, p99 {p99:7.1f} ms, "
        f"+{growth:5.1f} MB, answers after {took_s:.2f} s, log {log_mb:.2f} MB, "
        f"errors {tally.errors.total()}{'' if kept else '   <- beyond a limit'}",
        flush=True,
    )
    for error, often in tally.errors.most_common(3):
        print(f"    {often} times: {error}", flush=True)
    tally.errors.clear()
    await asyncio.sleep(2)
    return kept


async def measure(server: Server, options: Any, log: Path) -> bool:
    """Run all attacks. Return whether all limits were kept."""
    players, started = Players(server, options.games), asyncio.Event()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as http:
        text = f"Base;WhiteWins;White[1000];{';'.join(long_line())}"
        headers = {"x-forwarded-for": "203.0.113.1"}
        imported = (await http.post("/api/imports", json={"text": text}, headers=headers)).json()
        game = imported["games"][0]["id"]
        # Starts the processes, as people would who draw and analyse before the attack.
        await asyncio.gather(
            *(http.get(f"/api/games/{game}/drawing?ply={ply}", headers=headers) for ply in range(4))
        )
    async with connect(f"ws://127.0.0.1:{server.port}/api/analysis/socket") as board:
        said = {"type": "think", "id": 1, "position": {"ruleset": "Base"}, "lines": 1}
        await board.send(json.dumps(said))
        await board.recv()
    playing = asyncio.create_task(players.play(started))
    await started.wait()
    await asyncio.sleep(2 * EVERY_S)
    quiet = statistics.quantiles(players.tally.delays_s, n=100)
    print(f"no attack: p50 {quiet[49] * 1e3:.1f} ms, p99 {quiet[98] * 1e3:.1f} ms", flush=True)
    kept = True
    for name in options.only or ATTACKS:
        for addresses in options.addresses:
            kept &= await under(name, addresses, server, players, game, options, log)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return kept


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--addresses", type=int, nargs="+", default=[1, 50])
    parser.add_argument("--only", nargs="*", choices=list(ATTACKS))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as stream:
            server = Server(Path(folder) / "data", "--proxy", "127.0.0.1", log=stream)
            try:
                kept = asyncio.run(measure(server, options, log))
            finally:
                server.end()
    print("all limits were kept" if kept else "some limits were not kept")
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
