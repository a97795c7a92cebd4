"""Tells the pages of a guest that another device has changed something."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator


class _Page:
    """A page that waits for changes."""

    def __init__(self, browser: str) -> None:
        self.browser = browser
        self.changed = asyncio.Event()
        # The library's revision, if it has changed since the page began to wait.
        self.revision: int | None = None
        self.is_ended = False


class Watchers:
    """Pages that wait for changes, by guest."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[_Page]] = {}

    def note(self, guest: str, revision: int) -> None:
        """Tell all pages of a guest the new revision of their library."""
        for page in self._waiting.get(guest, ()):
            page.revision = revision
            page.changed.set()

    def end(self, guest: str, browser: str) -> None:
        """End the streams of one of a guest's browsers."""
        for page in self._waiting.get(guest, ()):
            if page.browser == browser:
                page.is_ended = True
                page.changed.set()

    async def changes(self, guest: str, browser: str) -> AsyncGenerator[int | None, None]:
        """Yield None at once, and then the library's revision whenever it has changed."""
        page = _Page(browser)
        page.changed.set()
        self._waiting.setdefault(guest, set()).add(page)
        try:
            while True:
                await page.changed.wait()
                page.changed.clear()
                if page.is_ended:
                    return
                yield page.revision
        finally:
            self._waiting[guest].discard(page)
            if not self._waiting[guest]:
                del self._waiting[guest]
