"""Measures the page in a real browser: how soon it appears, highlights, dragging, bytes.

    page.py [--loads 5] [--samples 60] [--seconds 4]

The first paint may be only the frame of the page; `drawn` is when the heading of the start page or
the pieces of the game are painted.

Starts a server and a headless Chromium on the same machine, so the times are upper bounds for what
a player sees. Needs the packages that `make test` installs.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

REPOSITORY = Path(__file__).resolve().parents[2]
# The page's tests have the code to start a server and a browser. Their folder replaces this one in
# the path, because this file, page.py, would hide their package.
sys.path[0] = str(REPOSITORY / "tests")

from support.page import chromium  # noqa: E402
from support.page.screen import Screen  # noqa: E402
from support.page.serving import Server  # noqa: E402

# A game with all 28 pieces of Base+MLP on the board.
FULL_BOARD = (
    r"Base+MLP;InProgress;White[15];wS1;bP \wS1;wL wS1\;bA1 -bP;wQ wL\;bL \bP;wA1 /wL;bQ \bL;"
    r"wM wL-;bG1 \bQ;wG1 /wA1;bS1 bG1/;wA2 wM-;bG2 -bA1;wP -wA1;bM bG1-;wA3 \wA2;bA2 \bS1;"
    r"wB1 wQ-;bS2 /bQ;wS2 wB1-;bA3 bQ-;wB2 wG1-;bG3 bM-;wG2 wG1\;bB1 bA2/;wG3 wS2\;bB2 bA3-"
)
PIECES = 28
# When the service worker has stored all files.
SETTLED_MS = 4000

# Notes when the frame after the one with the heading or the pieces begins: they are painted then.
WATCH_DRAWING = """{
    const look = () => {
        const isGame = location.pathname.startsWith('/game/');
        const drawn = document.querySelector(isGame ? '.board .tile' : 'main h1');
        if (drawn === null) requestAnimationFrame(look);
        else requestAnimationFrame(() => (window.drawn_ms = performance.now()));
    };
    look();
}"""
DRAWN = "() => window.drawn_ms"
FIRST_PAINT = """() => performance.getEntriesByType('paint')
    .find(entry => entry.name === 'first-contentful-paint')?.startTime"""
LOADED = """() => [...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource')].map(entry => ({
        name: entry.name, transfer: entry.transferSize, decoded: entry.decodedBodySize }))"""

# Measures from the browser's event to the frame after the one with the targets: by then they are
# painted.
WATCH_HIGHLIGHTS = """() => {
    window.highlights = [];
    addEventListener('pointerup', press => {
        const look = () => {
            if (!document.querySelector('[data-target]')) return requestAnimationFrame(look);
            requestAnimationFrame(
                () => window.highlights.push(performance.now() - press.timeStamp));
        };
        requestAnimationFrame(look);
    }, true);
}"""
WATCH_FRAMES = """() => {
    window.frames_ms = [];
    let last = performance.now();
    const look = now => {
        window.frames_ms.push(now - last);
        last = now;
        window.watching = requestAnimationFrame(look);
    };
    window.watching = requestAnimationFrame(look);
}"""
STOP_FRAMES = "() => { cancelAnimationFrame(window.watching); return window.frames_ms.slice(2); }"


def percentile(values: Sequence[float], percent: float) -> float:
    """Return a percentile of the values."""
    ordered = sorted(values)
    return ordered[min(round(percent / 100 * (len(ordered) - 1)), len(ordered) - 1)]


def visits(browser: Browser, server: Server, path: str, loads: int) -> list[tuple[float, float]]:
    """Return the median milliseconds to first paint, and until the page is drawn.

    First in a new browser, then on an immediate second visit, then on a visit after the page has
    stored everything that it keeps.
    """
    times: list[list[tuple[float, float]]] = [[], [], []]
    for _ in range(loads):
        context = browser.new_context(base_url=server.url, viewport={"width": 1400, "height": 900})
        page = context.new_page()
        page.add_init_script(WATCH_DRAWING)
        for number, found in enumerate(times):
            if number == 2:
                page.wait_for_timeout(SETTLED_MS)
            page.goto(path)
            page.wait_for_function(DRAWN)
            page.wait_for_function(FIRST_PAINT)
            found.append((page.evaluate(FIRST_PAINT), page.evaluate(DRAWN)))
        context.close()
    medians = [
        [statistics.median(column) for column in zip(*found, strict=True)] for found in times
    ]
    return [(paint, drawn) for paint, drawn in medians]


def loaded(browser: Browser, server: Server, path: str) -> list[dict[str, Any]]:
    """Return the resources that a new browser fetches for a path."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto(path, wait_until="networkidle")
    found: list[dict[str, Any]] = page.evaluate(LOADED)
    context.close()
    return found


def highlights(screen: Screen, samples: int) -> list[float]:
    """Return the milliseconds from releasing the button on a piece to its painted targets."""
    turn = screen.game()["turn"]
    pieces = [movable["piece"] for movable in turn["movable"]]
    screen.page.evaluate(WATCH_HIGHLIGHTS)
    places = [screen.at(piece) for piece in pieces]
    for number in range(samples):
        screen.keyboard.press("Escape")
        screen.page.wait_for_timeout(30)
        screen.click(places[number % len(places)])
        screen.page.wait_for_function(f"() => window.highlights.length > {number}")
    screen.keyboard.press("Escape")
    found: list[float] = screen.page.evaluate("window.highlights")
    return found


def frames(screen: Screen, seconds: float) -> list[float]:
    """Return the milliseconds between frames while a piece is dragged over the board."""
    turn = screen.game()["turn"]
    most = max(turn["movable"], key=lambda movable: len(movable["ways"]))
    places = [screen.where(way["to"]) for way in most["ways"]]
    screen.mouse.move(*screen.at(most["piece"]))
    screen.mouse.down()
    screen.mouse.move(*places[0], steps=3)
    screen.page.evaluate(WATCH_FRAMES)
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        number += 1
        screen.mouse.move(*places[number % len(places)], steps=12)
    found: list[float] = screen.page.evaluate(STOP_FRAMES)
    screen.keyboard.press("Escape")
    screen.mouse.up()
    return found


def show(name: str, values: Sequence[float]) -> None:
    """Print one line of results."""
    p50, p95 = percentile(values, 50), percentile(values, 95)
    line = f"p50 {p50:6.1f}   p95 {p95:6.1f}   max {max(values):6.1f}"
    print(f"{name:34} {line}   ({len(values)} samples)")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--loads", type=int, default=5)
    parser.add_argument("--samples", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=4)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = chromium.start(playwright)
        try:
            measure(browser, server, asked)
        finally:
            browser.close()
            server.stop()


def measure(browser: Browser, server: Server, asked: argparse.Namespace) -> None:
    """Run all measurements and print the results."""
    game = f"/game/{server.import_game(FULL_BOARD)}"
    print(f"Chromium {browser.version}, times in milliseconds")
    for name, path in (("start page", "/"), (f"game of {PIECES} pieces", game)):
        found = visits(browser, server, path, asked.loads)
        for place, what in enumerate(("first paint", "drawn")):
            cold, warm, later = (times[place] for times in found)
            print(
                f"{what + ', ' + name:34} cold {cold:6.0f}   warm {warm:6.0f}   later {later:6.0f}"
            )
    screen = Screen(browser, server, has_motion=True)
    screen.go(game)
    assert screen.find(".board .tile").count() == PIECES
    screen.page.wait_for_timeout(500)
    show("click to painted targets", highlights(screen, asked.samples))
    show("frames while dragging", frames(screen, asked.seconds))
    screen.close()
    print("loaded by a new browser            transferred   unpacked")
    for name, path in (("start page", "/"), ("game", game)):
        files = loaded(browser, server, path)
        transfer = sum(file["transfer"] for file in files) / 1024
        decoded = sum(file["decoded"] for file in files) / 1024
        print(f"  {name:32} {transfer:8.0f} KiB {decoded:8.0f} KiB   ({len(files)} requests)")


if __name__ == "__main__":
    main()
