"""Many games at once over real sockets: how long a move takes to reach the opponent.

    server_load.py [--games 100 300 1000] [--seconds 60] [--every 5]
    server_load.py --lengths

Starts `beespace play` as a process of its own with its usual durability, on SQLite or on the
PostgreSQL that BEESPACE_DATABASE_URL names, and plays from this one: each game has two sockets and
a move every five seconds. With --lengths one long game is played as fast as it goes instead, to
see whether a move costs more the longer a game is.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from beespace import Board

PLIES = 80
LENGTHS_PLIES = 1200
CLOCK = {"kind": "live", "base_s": 3600, "increment_s": 5}


@dataclass
class Tally:
    """What was met."""

    delays_s: list[float] = field(default_factory=list)
    moves: int = 0
    errors: list[str] = field(default_factory=list)


class Server:
    """`beespace play` as a process."""

    def __init__(self, data: Path) -> None:
        command = [sys.executable, "-m", "beespace", "play", "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--data", str(data)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://[\d.]+:(\d+)/", self.process.stdout.readline())
        assert found, "the server does not start"
        self.port = int(found[1])

    def used(self) -> tuple[float, float]:
        """Megabytes of memory, and seconds of CPU time so far."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        memory = re.search(r"VmRSS:\s+(\d+)", status)
        assert memory
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        return int(memory[1]) / 1024, ticks / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait(30)


def random_game(seed: int) -> list[str]:
    """The moves of a random game, with the passes that the server plays by itself left out."""
    rng = random.Random(seed)
    board = Board("Base+MLP")
    texts: list[str] = []
    while board.outcome() is None and len(texts) < PLIES:
        move = rng.choice(board.legal_moves)
        texts.append(board.uhp(move))
        board.push(move)
    return texts


def client(port: int) -> httpx.AsyncClient:
    """A program that keeps no cookies: everybody it speaks for has a token."""
    jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, cookies=jar)


async def new_game(http: httpx.AsyncClient) -> tuple[str, str, str]:
    """A game with a friend: its id and the tokens of White and Black."""
    asked = {"opponent": "friend", "color": "w", "ruleset": "Base+MLP", "clock": CLOCK}
    made = (await http.post("/api/games", json={**asked, "with_token": True})).json()
    joining = {"secret": made["invitation"], "with_token": True}
    joined = (await http.post(f"/api/games/{made['id']}/join", json=joining)).json()
    return made["id"], made["token"], joined["token"]


def socket_of(port: int, game_id: str, token: str) -> connect:
    """A seat's connection."""
    address = f"ws://127.0.0.1:{port}/api/games/{game_id}/socket"
    headers = {"authorization": f"Bearer {token}"}
    return connect(address, additional_headers=headers, max_size=None, compression=None)


async def next_moved(socket: ClientConnection) -> tuple[str, float]:
    """The next move that is told, as it was sent, and when; pings are answered on the way."""
    while True:
        text = str(await socket.recv())
        if text.startswith('{"type":"moved"'):
            return text, time.monotonic()
        if text.startswith('{"type":"ping"'):
            await socket.send(json.dumps({"type": "pong", "id": json.loads(text)["id"]}))
        elif text.startswith('{"type":"problem"'):
            raise RuntimeError(text)


# Made before anything is measured.
GAMES = [random_game(seed) for seed in range(40)]


async def play(
    port: int, seats: tuple[str, str, str], every_s: float, begins: float, ends: float, tally: Tally
) -> None:
    """One game: a move every so often, and both players hear every one of them in order."""
    game_id, *tokens = seats
    rng = random.Random(game_id)
    texts = rng.choice(GAMES)
    try:
        async with (
            socket_of(port, game_id, tokens[0]) as white,
            socket_of(port, game_id, tokens[1]) as black,
        ):
            await asyncio.sleep(max(begins - time.monotonic(), 0) + rng.random() * every_s)
            for ply, text in enumerate(texts):
                if time.monotonic() > ends:
                    return
                mover, other = (white, black) if ply % 2 == 0 else (black, white)
                sent = time.monotonic()
                if text != "pass":
                    said = {"type": "move_text", "ply": ply, "text": text}
                    await mover.send(json.dumps(said))
                async with asyncio.timeout(60):
                    told, arrived = await next_moved(other)
                    own, _ = await next_moved(mover)
                if text != "pass":
                    tally.delays_s.append(arrived - sent)
                if own != told:
                    tally.errors.append(f"{game_id}: the players were told different things")
                if f'"ply":{ply + 1},' not in told:
                    tally.errors.append(f"{game_id}: a move was lost or doubled at {ply}")
                tally.moves += 1
                if text != "pass":
                    await asyncio.sleep(max(every_s - (time.monotonic() - sent), 0))
    except Exception as error:
        tally.errors.append(f"{game_id}: {error!r}")


async def load(server: Server, games: int, seconds: float, every_s: float) -> None:
    """So many games for so long; prints one line."""
    tally = Tally()
    async with client(server.port) as http:
        seats = []
        for first in range(0, games, 20):
            some = range(first, min(first + 20, games))
            seats += await asyncio.gather(*(new_game(http) for _ in some))
    # Time for all to connect; then everything is measured.
    begins = time.monotonic() + 2 + games / 100
    ends = begins + seconds
    tasks = [
        asyncio.create_task(play(server.port, one, every_s, begins, ends, tally)) for one in seats
    ]
    await asyncio.sleep(begins - time.monotonic())
    _, cpu_before = server.used()
    await asyncio.sleep(max(ends - time.monotonic() - 1, 0))
    memory, cpu_after = server.used()
    await asyncio.gather(*tasks)
    ordered = sorted(tally.delays_s)
    cuts = statistics.quantiles(ordered, n=1000)
    print(
        f"{games:5} games: {tally.moves:6} moves, {tally.moves / seconds:6.1f} a second, "
        f"p50 {cuts[499] * 1e3:6.1f} ms, p99 {cuts[989] * 1e3:6.1f} ms, "
        f"most {ordered[-1] * 1e3:6.1f} ms, memory {memory:5.0f} MB, "
        f"CPU {(cpu_after - cpu_before) / (seconds - 1):4.0%}, errors {len(tally.errors)}"
    )
    for error in tally.errors[:5]:
        print("   ", error[:300])


async def lengths(server: Server) -> None:
    """One long game at full speed; prints how long moves take by the number of moves before."""
    async with client(server.port) as http:
        game_id, *tokens = await new_game(http)
    opening = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]
    to_and_fro = [r"wQ \wS1", "bQ bG1/", "wQ -wS1", "bQ bG1-"]
    texts = opening + to_and_fro * (LENGTHS_PLIES // 4)
    delays: list[float] = []
    async with (
        socket_of(server.port, game_id, tokens[0]) as white,
        socket_of(server.port, game_id, tokens[1]) as black,
    ):
        for ply, text in enumerate(texts):
            mover, other = (white, black) if ply % 2 == 0 else (black, white)
            sent = time.monotonic()
            await mover.send(json.dumps({"type": "move_text", "ply": ply, "text": text}))
            _, arrived = await next_moved(other)
            delays.append(arrived - sent)
            await next_moved(mover)
    for first in range(0, LENGTHS_PLIES, 200):
        some = delays[first : first + 200]
        print(f"moves {first:5} to {first + 199:5}: p50 {statistics.median(some) * 1e3:5.2f} ms")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[100, 300, 1000])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=5)
    parser.add_argument("--lengths", action="store_true")
    options: Any = parser.parse_args()
    where = "PostgreSQL" if os.environ.get("BEESPACE_DATABASE_URL") else "SQLite"
    print(f"{where}; {os.cpu_count()} cores for server and players")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            if options.lengths:
                asyncio.run(lengths(server))
            else:
                for games in options.games:
                    asyncio.run(load(server, games, options.seconds, options.every))
        finally:
            server.end()


if __name__ == "__main__":
    main()
