"""Lets five tabs analyse, and prints what that costs the server.

    .venv/bin/python benchmarks/server/tabs.py [--tabs 5] [--seconds 60]

The page analyses with the core in WebAssembly, so the server should get no request about it and
use no more processor time than while nobody is there. Prints the requests that the server logged
and the processor time of the server with its workers: without tabs, while they load, and while
they analyse. Needs `make page` and the packages that `make test` installs.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

REPOSITORY = Path(__file__).resolve().parents[2]
# As in page.py.
sys.path[0] = str(REPOSITORY / "tests")

from support.page import chromium  # noqa: E402
from support.page.serving import Server  # noqa: E402

_REQUEST = re.compile(r'"(?:GET|POST|PUT|DELETE|WebSocket) (/\S*)|"WebSocket (/\S*)"')
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class Meter:
    """What a server has used and was asked for since the last look."""

    def __init__(self, server: Server, log: Path) -> None:
        self._process = server.process_id
        self._log = log
        self._cpu_s, self._read = _cpu_s(self._process), 0

    def look(self, name: str, seconds: float) -> Counter[str]:
        """Print and return what happened since the last look."""
        cpu_s = _cpu_s(self._process)
        text = self._log.read_text(encoding="utf-8")
        paths = [a or b for a, b in _REQUEST.findall(text[self._read :])]
        kinds = Counter("files" if "/api/" not in path else path for path in paths)
        used = cpu_s - self._cpu_s
        print(f"{name:28} {used:6.2f} s of processor time in {seconds:3.0f} s", end="")
        print(f" ({used / seconds:.2%})", "requests:", dict(kinds) or "none")
        self._cpu_s, self._read = cpu_s, len(text)
        return kinds


def _cpu_s(process: int) -> float:
    """Return the processor time of a process and its children, ended ones included."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    used = sum(int(field) for field in fields[11:15]) / _TICKS_PER_S
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return used + sum(_cpu_s(int(child)) for child in children)


def begin(page: Page, url: str) -> None:
    """Open the analysis board and start the engine."""
    page.goto(f"{url}/analysis")
    page.get_by_role("button", name="Start engine").click()
    expect(page.get_by_test_id("line")).to_have_count(3, timeout=120_000)
    expect(page.get_by_test_id("runs-on")).to_contain_text("Runs on this device")


def measure(server: Server, log: Path, tabs: int, seconds: float) -> None:
    """Measure the server without and with tabs."""
    meter = Meter(server, log)
    time.sleep(seconds)
    meter.look("nobody is there", seconds)
    with sync_playwright() as playwright:
        browser = chromium.start(playwright)
        context = browser.new_context(locale="en-GB")
        start = time.monotonic()
        pages = [context.new_page() for _ in range(tabs)]
        for page in pages:
            begin(page, server.url)
        meter.look(f"{tabs} tabs load", time.monotonic() - start)
        pages[0].wait_for_timeout(seconds * 1000)
        asked = meter.look(f"{tabs} tabs analyse", seconds)
        nodes = [page.get_by_test_id("nodes").inner_text() for page in pages]
        print("searched in the tabs:", ", ".join(nodes))
        browser.close()
    assert not [path for path in asked if path.startswith("/api/analysis")], asked


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tabs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--verbose")
        try:
            measure(server, Path(folder) / "log.txt", asked.tabs, asked.seconds)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
