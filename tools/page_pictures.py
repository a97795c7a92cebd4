"""Takes the pictures of docs/page.md: `python tools/page_pictures.py`.

It serves the built page from an empty data folder, plays what is to be seen, and photographs it
in Chromium. Pictures are reduced to 256 colours, which flat artwork does not miss.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).parent.parent / "docs" / "pictures" / "page"
PORT = 8799
ADDRESS = f"http://127.0.0.1:{PORT}"

# A game between two of our own levels.
GAME = (
    "Base+MLP;InProgress;Black[27];wG1;bP -wG1;wA1 wG1/;bB1 -bP;wQ wG1-;bQ \\bP;wA1 /bB1;bQ wA1-;"
    "wA1 /bQ;bB1 bQ;wB1 wA1\\;bA1 \\bP;wB1 wA1-;bB1 wA1;wB1 bQ;bA2 /bB1;wA2 wG1\\;bA1 /wA2;"
    "wA3 wA2-;bA2 wA3-;wQ wG1/;bB2 -bB1;wM wG1-;bB1 wB1;wM bA1\\;bA3 \\bP;wM -bB1;bB2 wA1;"
    "wG2 wG1-;bA3 wQ/;wG2 /bA1;bM \\bA3;wM bB2;bS1 \\bP;wB2 /wM;bM /wB2;wG3 wG1-;bL \\bA3;wL -wM;"
    "bS1 \\wL;wG3 -bP;bL -bA3;wP \\wG3;bS2 \\bA3;wP -wG3;bS2 wQ-;wG3 bS1-;bG1 bA3-;bS1 wP-;"
    "bG1 wG1-;wG3 \\bP;bG2 /bM;wS1 -wL"
)
DESKTOP = (1400, 900)
PHONE = (390, 844)


@contextmanager
def served() -> Iterator[None]:
    """The page on this machine, with no games."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "beespace", "play", "--no-browser"]
        server = subprocess.Popen([*command, "--port", str(PORT), "--data", folder])
        try:
            for _ in range(100):
                try:
                    urlopen(f"{ADDRESS}/api/health").close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield
        finally:
            server.terminate()
            server.wait()


class Photographer:
    """Opens pages of a size and theme, and keeps pictures of them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def open(self, path: str, size: tuple[int, int], theme: str, **options: Any) -> Page:
        """A page, once everything on it has come to rest."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,  # type: ignore[arg-type]  # one of two words
            has_touch=size == PHONE,
            locale=options.pop("locale", "en"),
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(ADDRESS + path)
        page.wait_for_timeout(700)
        return page

    def take(self, page: Page, name: str) -> None:
        """Keep what a page shows, and close it."""
        file = PICTURES / f"{name}.png"
        page.wait_for_timeout(300)
        page.screenshot(path=file)
        page.context.close()
        with Image.open(file) as picture:
            picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
        print(file.relative_to(PICTURES.parent.parent.parent))


def press(page: Page, piece: str) -> None:
    """Click the middle of a piece on the board."""
    box = page.locator(f".board [data-piece={piece}]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.45)


def main() -> None:
    """Take them all."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with served(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        camera = Photographer(browser)
        request = playwright.request.new_context(base_url=ADDRESS)

        def imported(text: str) -> str:
            answer = request.post("/api/imports", data={"text": text}).json()
            return str(answer["games"][0]["id"])

        for theme in ("light", "dark"):
            for size, kind in ((DESKTOP, "desktop"), (PHONE, "phone")):
                camera.take(camera.open("/", size, theme), f"start-{kind}-{theme}")
        opening = request.post(
            "/api/games", data={"opponent": "engine", "level": 3, "ruleset": "Base", "color": "w"}
        ).json()["id"]
        finished = imported(
            GAME.replace("InProgress;Black[27]", "BlackWins;White[28]") + ";bG2 wG3-"
        )
        middle = imported(GAME)
        for theme in ("light", "dark"):
            for size, kind in ((DESKTOP, "desktop"), (PHONE, "phone")):
                page = camera.open(f"/game/{opening}", size, theme)
                page.locator("[data-hand=w] [data-piece=wS1]").click()
                camera.take(page, f"opening-{kind}-{theme}")
                page = camera.open(f"/game/{middle}", size, theme)
                press(page, "bA3")
                camera.take(page, f"game-{kind}-{theme}")
                page = camera.open(f"/game/{finished}", size, theme)
                camera.take(page, f"end-{kind}-{theme}")
                camera.take(camera.open("/games", size, theme), f"games-{kind}-{theme}")
                camera.take(camera.open("/settings", size, theme), f"settings-{kind}-{theme}")
        page = camera.open(f"/game/{middle}", DESKTOP, "light")
        press(page, "bA1")
        camera.take(page, "why-not")
        page = camera.open(f"/game/{middle}", DESKTOP, "light", locale="it")
        box = page.locator(".board [data-piece=wM]").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.45)
        page.wait_for_timeout(800)
        camera.take(page, "stack-italian")
        browser.close()


if __name__ == "__main__":
    main()
