"""Compares the core in WebAssembly, in Node.js and Chromium, with the native one.

    .venv/bin/python benchmarks/engine/browser/wasm.py [--rounds 3]

Prints perft leaves and searched nodes per second with one and two threads, each as a share of the
native speed with as many threads; the sizes of the modules; and the time until the engine is ready.
Every round measures all of them in turn, and the best round of each counts. A second ratio compares
processor time, which depends less on what else runs; for Chromium it is unknown. Needs `make npm`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from math import isnan
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from beespace import Board, perft
from beespace.engine import Limit
from beespace.engine.native import NativePlayer

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY / "tests"))

from serving import served  # noqa: E402

from support.page import chromium  # noqa: E402
from support.wasm.node import TABLE_MB, node, package  # noqa: E402

SCRIPT = Path(__file__).with_name("wasm_speed.mjs")
GAMES = REPOSITORY / "tests" / "data" / "games.jsonl"

Tasks = dict[str, Any]
Speeds = dict[str, Any]


def tasks() -> Tasks:
    """Return what everyone has to do: positions of recorded games, with depths and nodes."""
    games = [json.loads(line) for line in GAMES.read_text(encoding="utf-8").splitlines()]
    chosen = [game for game in games if game["game_type"] == "Base+MLP"][:3]
    positions = []
    for game, plies in zip(chosen, (12, 20, 28), strict=True):
        board = Board("Base+MLP" + (",queen-first" if game["queen_first"] else ""))
        for move in game["moves"][:plies]:
            board.push_uhp(move)
        positions.append(board.game_string())
    return {
        "counts": [{"game": position, "depth": 4} for position in positions],
        "searches": [{"game": position, "nodes": 400_000} for position in positions],
    }


def native_speeds(work: Tasks) -> Speeds:
    """Measure the native core."""

    def speed(parts: list[Tasks], act: Callable[[Board, Tasks], int]) -> tuple[float, float]:
        done, seconds, cpu_s = 0, 0.0, 0.0
        for part in parts:
            board = Board.from_game_string(part["game"])
            start, cpu_start = time.perf_counter(), time.process_time()
            done += act(board, part)
            seconds += time.perf_counter() - start
            cpu_s += time.process_time() - cpu_start
        return done / seconds, done / cpu_s

    threads: int = work["threads"]
    player = NativePlayer(threads=threads, hash_mb=TABLE_MB)

    def search(board: Board, part: Tasks) -> int:
        player.new_game()
        (last,) = deque(player.analyse(board, Limit(nodes=part["nodes"])), maxlen=1)
        return last.nodes

    leaves = speed(work["counts"], lambda board, part: perft(board, part["depth"], threads))
    nodes = speed(work["searches"], search)
    return {
        "leaves": leaves[0],
        "cpuLeaves": leaves[1],
        "nodes": nodes[0],
        "cpuNodes": nodes[1],
    }


def node_speeds(work: Tasks) -> Speeds:
    """Measure the package in Node.js."""
    script = f"""
    const {{ measure }} = await import({json.dumps(SCRIPT.as_uri())});
    const url = {json.dumps((package() / "index.js").as_uri())};
    console.log(JSON.stringify(await measure(url, {json.dumps(work)})));
    """
    command = [node(), "--input-type=module", "--eval", script]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    found: Speeds = json.loads(run.stdout)
    return found


def chromium_speeds(browser: Browser, url: str, work: Tasks) -> Speeds:
    """Measure the package in a new page, with nothing cached."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{url}/")  # any page of this server
    script = """async (work) => {
        const { measure } = await import("/wasm_speed.mjs");
        return measure("/index.js", work);
    }"""
    found: Speeds = page.evaluate(script, work)  # Playwright keeps NaN
    context.close()
    return found


def measure_all(rounds: int) -> dict[tuple[str, int], Speeds]:
    """Return the best speeds of all rounds, by place and number of threads."""
    best: dict[tuple[str, int], Speeds] = {}
    with served(SCRIPT) as url, sync_playwright() as tool:
        browser = chromium.start(tool)
        places: dict[str, Callable[[Tasks], Speeds]] = {
            "native": native_speeds,
            "Node.js": node_speeds,
            "Chromium": partial(chromium_speeds, browser, url),
        }
        for _ in range(rounds):
            for threads in (1, 2):
                for place, measure in places.items():
                    found = measure({**tasks(), "threads": threads})
                    known = best.setdefault((place, threads), found)
                    for name, value in found.items():
                        best_of = min if name == "readyMs" else max
                        known[name] = best_of(known[name], value)
        browser.close()
    return best


def compressed_sizes() -> Iterator[tuple[str, int, int]]:
    """Yield the name, size and size after brotli of every module."""
    script = """
    import { readFileSync } from "node:fs";
    import { brotliCompressSync } from "node:zlib";
    console.log(brotliCompressSync(readFileSync(process.argv[1])).length);
    """
    for file in sorted(package().glob("*.wasm")):
        command = [node(), "--input-type=module", "--eval", script, str(file)]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        yield file.name, file.stat().st_size, int(run.stdout)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    best = measure_all(parser.parse_args().rounds)
    for (place, threads), found in best.items():
        print(f"{place:9} {threads} thread{'s' if threads > 1 else ' '}", end="")
        native = best["native", threads]
        for name in ("leaves", "nodes"):
            speed, of_native = found[name], found[name] / native[name]
            cpu = f"cpu{name.capitalize()}"
            by_cpu = "" if isnan(found[cpu]) else f", {found[cpu] / native[cpu]:.2f} by CPU time"
            print(f"  {speed / 1e6:7.2f} M {name}/s ({of_native:.2f}{by_cpu})", end="")
        print(f"  ready in {found['readyMs']:.0f} ms" if "readyMs" in found else "")
    for name, size, small in compressed_sizes():
        print(f"{name:24} {size / 1000:5.0f} KB, {small / 1000:.0f} KB compressed")


if __name__ == "__main__":
    main()
