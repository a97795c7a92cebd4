"""Takes the pictures of docs/learn.md: `python tools/learn_pictures.py`.

As page_pictures.py does, whose camera it uses.
"""

from __future__ import annotations

import json
import math
import shutil

import page_pictures
from page_pictures import DESKTOP, PHONE, Photographer, served
from playwright.sync_api import Page, sync_playwright

from beespace.lessons import chapters

PICTURES = page_pictures.PICTURES.parent / "learn"
_MATRIX = "element => { const m = element.getScreenCTM(); return [m.a, m.e, m.f]; }"


def tap(page: Page, q: int, r: int) -> None:
    """Tap a hex of the board."""
    scale, x, y = page.locator(".board > svg > g").evaluate(_MATRIX)
    page.mouse.click(x + scale * math.sqrt(3) * 59.4 * (q + r / 2), y + scale * 1.5 * 59.4 * r)
    page.wait_for_timeout(250)


def know(page: Page, *names: str) -> None:
    """Put progress into the browser."""
    counts = {lesson.id: len(lesson.steps) for c in chapters() for lesson in c.lessons}
    done = {name: list(range(counts[name])) for name in names}
    page.evaluate("text => localStorage.setItem('beespace.lessons', text)", json.dumps(done))
    page.reload()
    page.wait_for_timeout(700)


def take_all(camera: Photographer, refused: str) -> None:
    """Take them all."""
    begun = ("goal", "placing", "queen-by-four", "moving", "queen")
    base = [lesson.id for chapter in chapters() if chapter.is_base for lesson in chapter.lessons]
    for size, kind, theme in (
        (DESKTOP, "desktop", "light"),
        (DESKTOP, "desktop", "dark"),
        (PHONE, "phone", "light"),
        (PHONE, "phone", "dark"),
    ):
        end = f"{kind}-{theme}"
        page = camera.open("/learn", size, theme)
        know(page, *begun)
        camera.take(page, f"list-{end}")
        page = camera.open("/learn/spider", size, theme)
        tap(page, -2, 2)
        tap(page, 0, 0)
        camera.take(page, f"find-{end}")
        page = camera.open("/learn/freedom", size, theme)
        tap(page, 0, 1)
        camera.take(page, f"wrong-{end}")
        page = camera.open("/learn/ending", size, theme)
        know(page, *base[:-1])
        page.locator('[data-step="2"]').click()
        tap(page, -2, 3)
        tap(page, 0, 2)
        camera.take(page, f"done-{end}")
        page = camera.open("/rules/ultimate", size, theme)
        page.locator('[data-diagram="grasshopper"]').scroll_into_view_if_needed()
        camera.take(page, f"rules-{end}")
    page = camera.open("/learn/beetle", PHONE, "light", locale="it")
    page.locator('[data-step="2"]').click()
    page.get_by_role("button", name="Aiuto").click()
    page.get_by_role("button", name="Mostra", exact=True).click()
    camera.take(page, "hint-italian")
    page = camera.open(f"/game/{refused}", DESKTOP, "light")
    tap(page, 0, 0)
    camera.take(page, "learn-this")


def main() -> None:
    """Take them all."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    page_pictures.PICTURES = PICTURES
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with served(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        camera = Photographer(browser)
        camera.take(camera.open("/", DESKTOP, "light"), "start")
        request = playwright.request.new_context(base_url=page_pictures.ADDRESS)
        game = "Base;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-"
        answer = request.post("/api/imports", data={"text": game}).json()
        take_all(camera, str(answer["games"][0]["id"]))
        browser.close()


if __name__ == "__main__":
    main()
