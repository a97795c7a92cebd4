"""Takes the screenshots for docs/learn.md: lessons and rules."""

from __future__ import annotations

import json

from camera import DESKTOP, PHONE, SCREENS, Camera, tap
from playwright.sync_api import Page

from beespace.lessons import chapters


def know(page: Page, *names: str) -> None:
    """Store progress in the browser."""
    counts = {lesson.id: len(lesson.steps) for c in chapters() for lesson in c.lessons}
    done = {name: list(range(counts[name])) for name in names}
    page.evaluate("text => localStorage.setItem('beespace.lessons', text)", json.dumps(done))
    page.reload()
    page.wait_for_timeout(700)


def take_all(camera: Camera) -> None:
    """Take all screenshots of this set."""
    camera.take(camera.open("/", DESKTOP, "light", is_stranger=True), "start")
    refused = camera.imported("Base;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-")
    begun = ("goal", "placing", "queen-by-four", "moving", "queen")
    base = [lesson.id for chapter in chapters() if chapter.is_base for lesson in chapter.lessons]
    for size, kind, theme in SCREENS:
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
    page.get_by_role("button", name="Suggerimento").click()
    page.get_by_role("button", name="Mostramelo", exact=True).click()
    camera.take(page, "hint-italian")
    page = camera.open(f"/game/{refused}", DESKTOP, "light")
    tap(page, 0, 0)
    camera.take(page, "learn-this")
