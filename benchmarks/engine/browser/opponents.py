"""Measures how long each opponent thinks about a move, and how much memory it takes.

    .venv/bin/python benchmarks/engine/browser/opponents.py [--positions 20]

Natively, as on a server, in Node.js and in Chromium, with one thread: the median and the longest of
some positions of recorded games. The memory is what a process has more after the moves than before,
each opponent in a process of its own; for Chromium it is unknown. Needs `make npm`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from beespace import Board
from beespace.engine import LEVELS, Limit

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY / "tests"))

from serving import served  # noqa: E402

from support.page import chromium  # noqa: E402
from support.wasm.node import node, package  # noqa: E402

SCRIPT = Path(__file__).with_name("opponents.mjs")
GAMES = REPOSITORY / "tests" / "data" / "games.jsonl"
# What the page gives the highest level.
FULL_STRENGTH_S = 1.5

Found = dict[str, Any]


def positions(count: int) -> list[str]:
    """Return positions from the opening to the end of recorded games with all pieces."""
    games = [json.loads(line) for line in GAMES.read_text(encoding="utf-8").splitlines()]
    chosen = [game for game in games if game["game_type"] == "Base+MLP"]
    found = []
    for number in range(count):
        game = chosen[number % len(chosen)]
        board = Board("Base+MLP" + (",queen-first" if game["queen_first"] else ""))
        for move in game["moves"][: 4 + 36 * number // count]:
            board.push_uhp(move)
        found.append(board.game_string())
    return found


def task(level: int, games: list[str]) -> Found:
    """Return what everyone has to do."""
    is_full = LEVELS[level - 1].character is None
    return {"level": level, "timeMs": FULL_STRENGTH_S * 1000 if is_full else None, "games": games}


def native(work: Found) -> Found:
    """Measure an opponent in this process."""
    from beespace.engine.native import NativePlayer

    before = _memory_mb()
    player = NativePlayer(hash_mb=16, level=LEVELS[work["level"] - 1], seed=1)
    limit = Limit() if work["timeMs"] is None else Limit(time_s=work["timeMs"] / 1000)
    boards = [Board.from_game_string(game) for game in work["games"]]
    player.choose(boards[0], limit)
    times = []
    for board in boards:
        start = time.perf_counter()
        player.choose(board, limit)
        times.append(1000 * (time.perf_counter() - start))
    return {"times": times, "memoryMb": _memory_mb() - before}


def _memory_mb() -> float:
    """Return the memory of this process."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return float("nan")


def in_a_process(work: Found) -> Found:
    """Measure an opponent natively, in a process of its own."""
    command = [sys.executable, __file__, "--native", json.dumps(work)]
    return _answer(command)


def in_node(work: Found) -> Found:
    """Measure an opponent in Node.js."""
    script = f"""
    const {{ measure }} = await import({json.dumps(SCRIPT.as_uri())});
    const url = {json.dumps((package() / "index.js").as_uri())};
    console.log(JSON.stringify(await measure(url, {json.dumps(work)})));
    """
    return _answer([node(), "--input-type=module", "--eval", script])


def _answer(command: list[str]) -> Found:
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    found: Found = json.loads(run.stdout)
    return found


def in_chromium(browser: Browser, url: str, work: Found) -> Found:
    """Measure an opponent in a new page."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{url}/")
    script = """async (work) => {
        const { measure } = await import("/opponents.mjs");
        return measure("/index.js", work);
    }"""
    found: Found = page.evaluate(script, work)
    context.close()
    return found


def shown(found: Found) -> str:
    """Return the median and the longest time."""
    return f"{median(found['times']):>7.1f} {max(found['times']):>8.1f}"


def main() -> None:
    """Print a row for each opponent."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--native", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.native:
        print(json.dumps(native(json.loads(arguments.native))))
        return
    games = positions(arguments.positions)
    print("milliseconds per move, median and longest; megabytes")
    print(f"{'':12} {'native':>16} {'MB':>5} {'Node.js':>17} {'MB':>5} {'Chromium':>17}")
    with sync_playwright() as tool, served(SCRIPT) as url:
        browser = chromium.start(tool)
        for level in LEVELS:
            work = task(level.number, games)
            here, there = in_a_process(work), in_node(work)
            page = in_chromium(browser, url, work)
            print(
                f"{level.number:>2} {level.name:9} {shown(here)} {here['memoryMb']:>5.0f}"
                f" {shown(there)} {there['memoryMb']:>5.0f} {shown(page)}",
                flush=True,
            )
        browser.close()


if __name__ == "__main__":
    main()
