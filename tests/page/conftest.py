"""Fixtures for the page tests: a server, a browser and screens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

import beespace.server
from support.missing import missing
from support.page import chromium
from support.page.accessibility import AXE
from support.page.friends import Friends
from support.page.screen import Look, Screen
from support.page.serving import Server
from support.repository import REPOSITORY


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server, shared by all tests in this process."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


# Not for the whole session: while playwright runs, nothing else in this thread can use asyncio.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium. Tests are skipped if it is missing or the page is not built."""
    page = Path(beespace.server.__file__).parent / "page" / "index.html"
    if not page.exists():
        missing("the page is not built; run `make page`")
    with sync_playwright() as playwright:
        try:
            found = chromium.start(playwright)
        except chromium.NoBrowserError as error:
            missing(str(error))
        yield found
        found.close()


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe, which finds accessibility problems."""
    if not AXE.exists():
        missing(f"{AXE.relative_to(REPOSITORY)} is missing; `make page` installs it")
    return AXE.read_text(encoding="utf-8")


@pytest.fixture
def look(server: Server, browser: Browser) -> Iterator[Look]:
    """A function that opens the page in a separate browser context.

    Pass a path, or a game string to import and continue as a game for two.
    """
    screens: list[Screen] = []

    def look_at(path: str = "", *, game: str = "", **settings: Any) -> Screen:
        screen = Screen(browser, server, **settings)
        screens.append(screen)
        screen.go(path or f"/game/{server.import_game(game)}")
        return screen

    yield look_at
    for screen in screens:
        screen.close()
    # The next test is another guest: all browsers of a guest have the same games and progress.
    server.http.cookies.clear()


@pytest.fixture
def friends(server: Server, browser: Browser) -> Iterator[Friends]:
    """People who play each other online."""
    people = Friends(browser, server)
    yield people
    people.close()
