"""Measures how long moves take while games are imported into the opening explorer.

`import_load.py [--games 2000] [--data FOLDER]` starts a server and plays random moves on it, one
every 20 ms: first alone, then while `beespace db import` adds random games to the same database.
It prints how long the server took to answer. With BEESPACE_DATABASE_URL in the environment, both
use that PostgreSQL database; with --data, an existing folder, such as one that `openings.py --keep`
has filled.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import httpx
from websockets.sync.client import connect

from beespace import Board
from beespace.formats import GameRecord, Result, write_games

ALONE_S = 8
EVERY_S = 0.02
MOST_PLIES = 60


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--data", type=Path, help="the server's data folder; by default a new one")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        data = arguments.data or Path(made) / "data"
        collection = Path(made) / "games.pgn"
        write_games((random_game(number) for number in range(arguments.games)), collection)
        run = [sys.executable, "-m", "beespace"]
        play = [*run, "play", "--no-browser", "--port", "0", "--data", str(data)]
        server = subprocess.Popen(play, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            address = re.search(r"http://(\S+)/", server.stdout.readline())
            assert address is not None
            show("alone", moves_until(address[1], time.monotonic() + ALONE_S, None))
            command = [*run, "db", "import", str(collection), "--data", str(data)]
            importing = subprocess.Popen(command)
            show("during the import", moves_until(address[1], None, importing))
        finally:
            server.terminate()
            server.wait(30)
            server.stdout.close()


def random_game(number: int) -> GameRecord:
    """Return a random game. Its names make it different from those of other runs."""
    chance = random.Random(time.time_ns())
    board = Board(("Base", "Base+MLP")[number % 2])
    while board.outcome() is None and board.ply < MOST_PLIES:
        board.push_unchecked(chance.choice(board.legal_moves))
    return GameRecord.from_board(board, white=f"{chance.random()}", result=Result.DRAW)


def moves_until(
    server: str, deadline_s: float | None, process: subprocess.Popen[bytes] | None
) -> list[float]:
    """Play moves until a time, or until a process has ended; return their times in ms."""
    times_ms: list[float] = []

    def is_over() -> bool:
        if process is not None:
            return process.poll() is not None
        return deadline_s is not None and time.monotonic() >= deadline_s

    while not is_over():
        made = httpx.post(f"http://{server}/api/games", json={"opponent": "local"}, timeout=60)
        address = f"ws://{server}/api/games/{made.json()['id']}/socket"
        cookie = {"cookie": "; ".join(f"{name}={value}" for name, value in made.cookies.items())}
        with connect(address, max_size=None, additional_headers=cookie) as socket:
            turn = json.loads(socket.recv())["game"]["turn"]
            while not is_over() and turn["movable"] and turn["ply"] < MOST_PLIES:
                piece = random.choice(turn["movable"])
                to = random.choice(piece["ways"])["to"]
                said = {"type": "move", "ply": turn["ply"], "piece": piece["piece"], "to": to}
                began_s = time.perf_counter()
                socket.send(json.dumps(said))
                while (message := json.loads(socket.recv(60)))["type"] != "moved":
                    assert message["type"] in ("ping", "presence"), message
                times_ms.append((time.perf_counter() - began_s) * 1000)
                turn = message["turn"]
                time.sleep(EVERY_S)
    return times_ms


def show(when: str, times_ms: list[float]) -> None:
    """Print a summary of times."""
    print(
        f"{len(times_ms)} moves {when}: median {median(times_ms):.1f} ms,"
        f" p99 {quantiles(times_ms, n=100)[98]:.1f} ms, maximum {max(times_ms):.0f} ms"
    )


if __name__ == "__main__":
    main()
