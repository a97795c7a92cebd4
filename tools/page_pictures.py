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
from playwright.sync_api import APIRequestContext, Browser, Page, sync_playwright

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
# The beginning of a game with a friend.
OPENING = ("wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1/", "wA1 -wQ", "bA1 bQ-", "wB1 /wS1", "bS1 bG1\\")
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

    def __init__(self, browser: Browser, guest: APIRequestContext) -> None:
        """The guest is who makes the games, and sees them as their own."""
        self._browser = browser
        self._guest = guest

    def open(self, path: str, size: tuple[int, int], theme: str, **options: Any) -> Page:
        """A page, once everything on it has come to rest."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,  # type: ignore[arg-type]  # one of two words
            has_touch=size == PHONE,
            locale=options.pop("locale", "en"),
            reduced_motion="reduce",
        )
        if not options.pop("is_stranger", False):
            context.add_cookies(self._guest.storage_state()["cookies"])  # type: ignore[arg-type]
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
        request = playwright.request.new_context(base_url=ADDRESS)
        request.get("/api/games")
        camera = Photographer(browser, request)

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
        friend = playwright.request.new_context(base_url=ADDRESS)
        for theme in ("light", "dark"):
            for size, kind in ((DESKTOP, "desktop"), (PHONE, "phone")):
                take_friends(camera, request, friend, size, f"{kind}-{theme}", theme)
        browser.close()


def take_friends(
    camera: Photographer,
    ann: APIRequestContext,
    bo: APIRequestContext,
    size: tuple[int, int],
    name: str,
    theme: str,
) -> None:
    """The screens of a game with a friend, from the wish to the rematch."""
    page = camera.open("/", size, theme)
    page.locator("label:has([value=friend])").click()
    page.locator("#own-name").fill("Ann")
    page.locator("#own-name").blur()
    camera.take(page, f"friend-wish-{name}")
    asked = {"opponent": "friend", "color": "w", "name": "Ann", "ruleset": "Base+MLP"}
    clock = {"kind": "live", "base_s": 600, "increment_s": 5}
    game = ann.post("/api/games", data={**asked, "clock": clock}).json()
    path = f"/api/games/{game['id']}"
    page = camera.open(f"/game/{game['id']}", size, theme)
    page.get_by_role("button", name="Make a new link").click()
    page.get_by_test_id("qr").wait_for()
    camera.take(page, f"friend-invite-{name}")
    invitation = ann.post(f"{path}/invitation").json()["secret"]
    page = camera.open(f"/join/{game['id']}#{invitation}", size, theme, is_stranger=True)
    camera.take(page, f"friend-join-{name}")
    bo.post(f"{path}/join", data={"secret": invitation, "name": "Bo"})

    def say(who: APIRequestContext, **said: object) -> None:
        answer = who.post(f"{path}/say", data=said)
        assert answer.ok, answer.text()

    for ply, text in enumerate(OPENING):
        say((ann, bo)[ply % 2], type="move_text", ply=ply, text=text)
    say(bo, type="chat", text="Hello Ann! Good luck.")
    say(ann, type="chat", text="And to you, Bo.")
    watcher = camera.open(f"/game/{game['id']}", DESKTOP, theme, is_stranger=True)
    away = camera.open(f"/game/{game['id']}", size, theme)
    say(bo, type="offer", kind="draw", ply=len(OPENING))
    away.get_by_test_id("offer").wait_for()
    camera.take(away, f"friend-offer-{name}")
    page = camera.open(f"/game/{game['id']}", size, theme)
    if size == PHONE:
        page.get_by_role("button", name="Chat").click()
        camera.take(page, f"friend-chat-{name}")
        page = camera.open(f"/game/{game['id']}", size, theme)
    say(ann, type="move_text", ply=len(OPENING), text="wA2 -wA1")
    page.locator("[data-ply='9']").wait_for(state="attached")
    page.locator("[data-hand=w] [data-piece=wG1]").click()
    page.locator("[data-target='-4,0']").hover()
    page.mouse.down()
    page.mouse.up()
    page.get_by_test_id("planned").wait_for()
    camera.take(page, f"friend-ahead-{name}")
    page = camera.open(f"/game/{game['id']}", size, theme)
    if size == PHONE:
        page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Continue on another device").click()
    page.get_by_test_id("qr").wait_for()
    camera.take(page, f"friend-carry-{name}")
    say(bo, type="resign", ply=len(OPENING) + 1)
    say(bo, type="offer", kind="rematch", ply=len(OPENING) + 1)
    camera.take(camera.open(f"/game/{game['id']}", size, theme), f"friend-end-{name}")
    watcher.context.close()


if __name__ == "__main__":
    main()
