"""Fixtures for tests in several browsers: visitors with Chromium and with Firefox."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from support.browsers.chromium import ChromiumVisitor
from support.browsers.firefox import Firefox, FirefoxVisitor
from support.browsers.visitor import NoBrowserError, Visitor
from support.missing import missing

# Opens a tab with new storage in the browser with this name.
Open = Callable[[str], Visitor]


@pytest.fixture(scope="module")
def firefox() -> Iterator[Firefox]:
    """A headless Firefox. Tests are skipped if it is missing."""
    try:
        running = Firefox()
    except NoBrowserError as error:
        missing(str(error))
    yield running
    running.close()


@pytest.fixture
def open_browser(request: pytest.FixtureRequest) -> Iterator[Open]:
    """A function that opens a tab. Errors that the page doesn't handle fail the test."""
    opened: list[Visitor] = []

    def open_named(name: str) -> Visitor:
        if name == "firefox":
            visitor: Visitor = FirefoxVisitor(request.getfixturevalue("firefox"))
        else:
            browser: Browser = request.getfixturevalue("browser")
            visitor = ChromiumVisitor(browser)
        opened.append(visitor)
        return visitor

    yield open_named
    errors = [error for visitor in opened for error in visitor.errors()]
    for visitor in opened:
        visitor.close()
    assert not errors
