"""Measures the response times of the opening explorer, and the cost of an import.

`openings.py [--positions 3000000] [--keep FOLDER]` fills a file with random games until it holds
that many different positions, and imports it into a server's database, as an upgrade from version
0.1 does. It then starts a new server, drops the database from the system's cache if possible, and
queries positions of known games over HTTP, as the page does. If ../shared/data exists, its 2,000
games are imported first, and the time and memory are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx

from beespace import Board
from beespace.formats import GameRecord, Result, write_games
from beespace.openings.games import of_record
from beespace.openings.store import Openings
from beespace.server.storage.connections import DATABASE
from beespace.server.storage.openings import open_openings
from beespace.server.storage.upgrading import upgrade

SHARED = Path(__file__).parents[3] / "shared" / "data" / "games.jsonl"
QUESTIONS = 1000
LONGEST = 90
# Real games share their first moves, so these are chosen from only a few.
ALIKE_PLIES, CHOICES = 6, 6
TYPES = ("Base", "Base+ML", "Base+MLP")
RESULTS = {
    "1-0": Result.WHITE_WINS,
    "0-1": Result.BLACK_WINS,
    "1/2-1/2": Result.DRAW,
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=3_000_000)
    parser.add_argument("--keep", type=Path, help="folder for a database to keep and reuse")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        if SHARED.exists():
            measure_import(Path(made))
        folder = arguments.keep or Path(made) / "large"
        folder.mkdir(parents=True, exist_ok=True)
        ask(folder, filled(folder, arguments.positions))


def measure_import(folder: Path) -> None:
    """Import the shared games with the command, in a separate process."""
    file = folder / "games.pgn"
    write_games(map(_record, SHARED.read_text().splitlines()), file)
    command = [sys.executable, "-m", "beespace", "db", "import", str(file), "--data", str(folder)]
    began_s = time.perf_counter()
    subprocess.run(command, check=True)
    took_s = time.perf_counter() - began_s
    peak_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"import of the shared games: {took_s:.1f} s, peak memory {peak_mb:.0f} MB")


def _record(line: str) -> GameRecord:
    game = json.loads(line)
    ruleset = game["game_type"] + (",queen-first" if game["queen_first"] else "")
    record = GameRecord.from_moves(ruleset, game["moves"], white=game["id"])
    record.result = RESULTS.get(game["result"], Result.UNKNOWN)
    return record


def filled(folder: Path, positions: int) -> list[tuple[str, str]]:
    """Fill the database of a data folder, unless it is; return games to query."""
    if not (folder / DATABASE).exists():
        file = folder / "openings.db"
        file.unlink(missing_ok=True)
        fill(file, positions)
        began_s, began_cpu_s = time.perf_counter(), time.process_time()
        upgrade(folder)
        took_s, busy_s = time.perf_counter() - began_s, time.process_time() - began_cpu_s
        size_mb = (folder / DATABASE).stat().st_size / 1e6
        print(f"imported by the upgrade in {took_s:.0f} s (CPU {busy_s:.0f} s), {size_mb:.0f} MB")
    with open_openings(folder, None) as openings:
        games = openings.games(range(1, QUESTIONS + 1))
    return [(game.ruleset, game.moves) for game in games]


def fill(path: Path, positions: int) -> None:
    """Add random games until there are enough positions."""
    chance = random.Random(1)
    with Openings(path) as openings:
        seen: set[int] = set()
        began_s = time.perf_counter()
        count = 0
        while len(seen) < positions:
            game_type = TYPES[count % len(TYPES)]
            board = Board(game_type)
            while board.outcome() is None and board.ply < LONGEST:
                moves = board.legal_moves
                few = min(len(moves), CHOICES) if board.ply < ALIKE_PLIES else len(moves)
                board.push_unchecked(moves[chance.randrange(few)])
            record = GameRecord.from_board(board, white=f"random {count}")
            record.result = chance.choice([Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW])
            game = of_record(record)
            openings.add(game)
            seen.update(game.keys[:-1])
            count += 1
        openings.flush()
        took_s = time.perf_counter() - began_s
        found = openings.count_positions()
    size_mb = path.stat().st_size / 1e6
    print(f"{count:,} games, {found:,} positions, {size_mb:.0f} MB, created in {took_s:.0f} s")


def ask(folder: Path, questions: list[tuple[str, str]]) -> None:
    """Query a new server with a cold cache."""
    _forget_file(folder / DATABASE)
    command = [sys.executable, "-m", "beespace", "play", "--no-browser", "--port", "0"]
    server = subprocess.Popen([*command, "--data", str(folder)], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address is not None
        chance = random.Random(2)
        times_ms = []
        began_cpu_s = _cpu_s(server.pid)
        with httpx.Client(base_url=address[0].rstrip("/"), timeout=60) as client:
            for game_type, text in questions:
                words = text.split()
                ply = chance.randrange(min(len(words), 40))
                body = {"game_type": game_type, "moves": [_said(word) for word in words[:ply]]}
                began_s = time.perf_counter()
                answer = client.post("/api/openings/explore", json=body)
                times_ms.append((time.perf_counter() - began_s) * 1000)
                assert answer.status_code == 200, answer.text
                assert answer.json()["moves"], body
        print(
            f"{len(times_ms)} queries over HTTP: first {times_ms[0]:.0f} ms,"
            f" median {median(times_ms):.1f} ms, p99 {quantiles(times_ms, n=100)[98]:.1f} ms,"
            f" maximum {max(times_ms):.0f} ms"
        )
        busy_ms = (_cpu_s(server.pid) - began_cpu_s) * 1000 / len(times_ms)
        print(f"CPU time of the server per query: {busy_ms:.1f} ms")
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()


def _cpu_s(pid: int) -> float:
    """Return the CPU time of a process, or 0 if the system doesn't report it."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _said(word: str) -> dict[str, Any]:
    if word == "pass":
        return {}
    name, _, place = word.partition(":")
    return {"piece": name, "to": [int(part) for part in place.split(",")]}


def _forget_file(path: Path) -> None:
    """Drop a file from the system's cache, so that it is read from disk."""
    if not hasattr(os, "posix_fadvise"):
        return
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


if __name__ == "__main__":
    main()
