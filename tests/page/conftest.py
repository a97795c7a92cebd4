"""A server, a browser and a screen for the tests of the page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser, sync_playwright

import beespace.server
from page import chromium
from page.friends import Friends
from page.screen import Screen
from page.serving import Server

Look = Callable[..., Screen]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this process."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


# Not for the whole session: while playwright runs, nothing else in this thread can use asyncio.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium without a window. Where there is none, or no page, the tests are skipped."""
    page = Path(beespace.server.__file__).parent / "page" / "index.html"
    if not page.exists():
        _skip("the page is not built; `make page` does it")
    with sync_playwright() as playwright:
        try:
            found = chromium.start(playwright)
        except chromium.NoBrowserError as error:
            _skip(str(error))
        yield found
        found.close()


def _skip(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def look(server: Server, browser: Browser) -> Iterator[Look]:
    """Opens the page as a person with a browser of their own would.

    At an address, or at a game: one that begins, or an unfinished one to be played on by two.
    """
    screens: list[Screen] = []

    def look_at(path: str = "", *, game: str = "", **settings: Any) -> Screen:
        screen = Screen(browser, server, **settings)
        screens.append(screen)
        screen.go(path or f"/game/{server.bring_in(game)}")
        return screen

    yield look_at
    for screen in screens:
        screen.close()


@pytest.fixture
def friends(server: Server, browser: Browser) -> Iterator[Friends]:
    """People who play each other from afar."""
    people = Friends(browser, server)
    yield people
    people.close()
