"""Measures response times with ten analysis pages open while games are played.

    analysis_load.py [--pages 10] [--games 4] [--seconds 30]

The server runs in its own process. Each page analyses one position after another with five lines,
changing every few seconds. In each game a player moves twice per second, in half of them against
level 3 of the engine. The program prints how long pages waited for messages about their position
and how long the moves of the games took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import connect

from beespace import Board
from beespace.bench import bench_positions

LINES = 5
THINK_S = 5.0
BETWEEN_MOVES_S = 0.5
LONGEST_GAME = 60


@dataclass
class Waits:
    """Waiting times in seconds."""

    first: list[float] = field(default_factory=list)  # for the first message about a position
    later: list[float] = field(default_factory=list)  # between two messages
    moves: list[float] = field(default_factory=list)  # for the player's own move
    replies: list[float] = field(default_factory=list)  # for the engine's reply


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=10)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "beespace", "play", "--no-browser", "--port", "0"]
        server = subprocess.Popen([*command, "--data", folder], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = re.search(r"([\d.]+:\d+)/", server.stdout.readline())
            assert address is not None
            for pages in (0, options.pages):
                waits = asyncio.run(load(address[1], pages, options.games, options.seconds))
                print(f"{pages} analysis pages, {options.games} games, {options.seconds:.0f} s")
                tell("first message", waits.first)
                tell("next message", waits.later)
                tell("own move", waits.moves)
                tell("engine's reply", waits.replies)
        finally:
            server.terminate()
            server.wait()


def tell(name: str, waits: list[float]) -> None:
    """Print statistics of the waits."""
    if not waits:
        return
    waits.sort()
    middle, high = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    print(
        f"  {name:15} {len(waits):5} times: median {middle * 1e3:6.0f} ms, "
        f"99th percentile {high * 1e3:6.0f} ms, maximum {waits[-1] * 1e3:6.0f} ms"
    )


async def load(address: str, pages: int, games: int, seconds: float) -> Waits:
    """Run all pages and games for the given time."""
    waits = Waits()
    end = time.monotonic() + seconds
    positions = list(bench_positions())
    async with asyncio.TaskGroup() as group:
        for number in range(pages):
            group.create_task(analyse(address, positions[number:] + positions[:number], end, waits))
        for number in range(games):
            group.create_task(play(address, number, end, waits))
    return waits


async def analyse(address: str, positions: list[str], end: float, waits: Waits) -> None:
    """Simulate an analysis page."""
    async with connect(f"ws://{address}/api/analysis/socket", max_size=None) as socket:
        number = 0
        while time.monotonic() < end:
            number += 1
            position = {"start": positions[number % len(positions)]}
            said = {"type": "think", "id": number, "position": position, "lines": LINES}
            await socket.send(json.dumps(said))
            asked = heard = time.monotonic()
            is_first = True
            while time.monotonic() < asked + THINK_S:
                message = json.loads(await socket.recv())
                if message.get("id") != number:
                    continue
                if message["type"] == "ended":
                    break
                now = time.monotonic()
                (waits.first if is_first else waits.later).append(now - heard)
                heard, is_first = now, False


async def play(address: str, number: int, end: float, waits: Waits) -> None:
    """Simulate a player who plays one game after another."""
    chance = random.Random(number)
    is_alone = number % 2 == 0
    asked = {"opponent": "local"} if is_alone else {"opponent": "engine", "level": 3, "color": "w"}
    async with httpx.AsyncClient(base_url=f"http://{address}") as http:
        while time.monotonic() < end:
            game = (await http.post("/api/games", json={"ruleset": "Base+MLP", **asked})).json()
            cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            place = f"ws://{address}/api/games/{game['id']}/socket"
            async with connect(place, additional_headers={"Cookie": cookies}) as socket:
                await one_game(socket, chance, end, waits, is_alone)


async def one_game(
    socket: Any, chance: random.Random, end: float, waits: Waits, is_alone: bool
) -> None:
    """Play random moves until the game or the time ends."""
    board = Board("Base+MLP")
    await socket.recv()
    while time.monotonic() < end and board.ply < LONGEST_GAME and board.outcome() is None:
        await asyncio.sleep(BETWEEN_MOVES_S * chance.uniform(0.5, 1.5))
        text = board.uhp(chance.choice(board.legal_moves))
        asked = time.monotonic()
        await socket.send(json.dumps({"type": "move_text", "ply": board.ply, "text": text}))
        await heard(socket, board)
        waits.moves.append(time.monotonic() - asked)
        while board.outcome() is None and is_waiting(board, is_alone):
            await heard(socket, board)
            if board.ply % 2 == 0 and not is_alone:
                waits.replies.append(time.monotonic() - asked)


def is_waiting(board: Any, is_alone: bool) -> bool:
    """Return whether the server moves next: the engine's move or a forced pass."""
    is_pass = board.uhp(board.legal_moves[0]) == "pass"
    return is_pass or (not is_alone and board.ply % 2 == 1)


async def heard(socket: Any, board: Any) -> None:
    """Receive the next move and play it."""
    while (message := json.loads(await socket.recv()))["type"] != "moved":
        assert message["type"] != "problem", message
    board.push_uhp(message["move"]["text"])


if __name__ == "__main__":
    main()
