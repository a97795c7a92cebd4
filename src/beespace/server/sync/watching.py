"""Tells the pages of a guest that another device has changed something."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator


class Watchers:
    """Pages that wait for changes, by guest."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}

    def note(self, guest: str) -> None:
        """Wake all pages of a guest."""
        for changed in self._waiting.get(guest, ()):
            changed.set()

    async def changes(self, guest: str) -> AsyncGenerator[None, None]:
        """Yield at once, and then whenever something has changed."""
        changed = asyncio.Event()
        changed.set()
        self._waiting.setdefault(guest, set()).add(changed)
        try:
            while True:
                await changed.wait()
                changed.clear()
                yield
        finally:
            self._waiting[guest].discard(changed)
            if not self._waiting[guest]:
                del self._waiting[guest]
