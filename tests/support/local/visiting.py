"""Visits a page that works without a network afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

TIMEOUT_MS = 60_000
READY = "navigator.serviceWorker.ready.then(() => true)"


@contextmanager
def visited(browser: Browser, url: str, size: tuple[int, int] = (1280, 800)) -> Iterator[Page]:
    """Visit a page once and wait until it is cached. Errors on the page fail the test."""
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(locale="en-GB", viewport=viewport)  # type: ignore[arg-type]
    context.set_default_timeout(TIMEOUT_MS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(url)
    page.wait_for_selector("h1", state="attached")
    assert page.evaluate(READY)
    yield page
    context.close()
    assert not errors
