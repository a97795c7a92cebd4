"""Serves the built page from an empty data folder and takes screenshots in Chromium.

The screenshots are reduced to 256 colours, which is enough for flat artwork.
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import APIRequestContext, Browser, Page, Playwright, sync_playwright

ROOT = Path(__file__).parents[2]
# Every screen lands here; git keeps only those that the docs show.
PICTURES = ROOT / "build" / "pictures"
DESKTOP = (1400, 900)
PHONE = (390, 844)

_MATRIX = "element => { const m = element.getScreenCTM(); return [m.a, m.e, m.f]; }"

# Browsers resolve this name to their own computer, but to the page it looks like a public address,
# so it shows QR codes.
_NAME = "hive.localhost"

Theme = Literal["light", "dark"]
SCREENS: tuple[tuple[tuple[int, int], str, Theme], ...] = (
    (DESKTOP, "desktop", "light"),
    (DESKTOP, "desktop", "dark"),
    (PHONE, "phone", "light"),
    (PHONE, "phone", "dark"),
)


class Camera:
    """Opens pages with a given size and theme, and saves screenshots of them in a folder.

    `guest` creates the games, and the pages use its cookies, so they show the games as their own.
    """

    def __init__(self, playwright: Playwright, browser: Browser, address: str, folder: Path):
        self._playwright = playwright
        self._browser = browser
        self._address = address
        self.folder = folder
        self.guest = self.new_guest()

    def new_guest(self) -> APIRequestContext:
        """Return a client with a guest account but no page."""
        guest = self._playwright.request.new_context(base_url=self._address)
        guest.get("/api/games")
        return guest

    def imported(self, text: str) -> str:
        """Import a game from text and return its id."""
        answer = self.guest.post("/api/imports", data={"text": text}).json()
        return str(answer["games"][0]["id"])

    def open(
        self,
        path: str,
        size: tuple[int, int],
        theme: Theme,
        *,
        locale: str = "en",
        is_stranger: bool = False,
    ) -> Page:
        """Open a page and wait until it has settled."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,
            has_touch=size == PHONE,
            locale=locale,
            reduced_motion="reduce",
        )
        if not is_stranger:
            cookies: list[Any] = self.guest.storage_state()["cookies"]
            for cookie in cookies:
                cookie["domain"] = _NAME
            context.add_cookies(cookies)
        page = context.new_page()
        page.goto(self._address.replace("127.0.0.1", _NAME) + path)
        page.wait_for_timeout(700)
        return page

    def take(self, page: Page, name: str) -> None:
        """Save a screenshot of a page, and close the page."""
        self.snap(page, name)
        page.context.close()

    def snap(self, page: Page, name: str) -> None:
        """Save a screenshot of a page."""
        file = self.folder / f"{name}.png"
        page.wait_for_timeout(300)
        page.screenshot(path=file)
        with Image.open(file) as picture:
            picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
        print(file.relative_to(ROOT))


@contextmanager
def photographing(folder: Path) -> Iterator[Camera]:
    """Yield a camera for a folder, after deleting the folder's old screenshots."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with _served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        yield Camera(playwright, browser, address, folder)
        browser.close()


@contextmanager
def _served() -> Iterator[str]:
    """Start a server without games and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "beespace", "play", "--no-browser", "--port", "0"]
        command += ["--name", _NAME]
        server = subprocess.Popen([*command, "--data", folder], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            for line in server.stdout:
                if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                    yield found[0]
                    break
            else:
                raise SystemExit("the server did not start")
        finally:
            server.terminate()
            server.wait()


def tap(page: Page, q: int, r: int) -> None:
    """Tap a hex of the board."""
    scale, x, y = page.locator(".board > svg > g").evaluate(_MATRIX)
    page.mouse.click(x + scale * math.sqrt(3) * 59.4 * (q + r / 2), y + scale * 1.5 * 59.4 * r)
    page.wait_for_timeout(250)
