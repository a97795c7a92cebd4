"""Attacks by guests whose pages synchronize, and by guests with devices."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from typing import Any

from attacks.target import BROKEN_OFF, Target, ask, game_text, long_line, repeat
from beespace import formats

_CHANGED = "2026-05-01T10:00:00.000Z"
_MOST_ROWS = 200


def _row(content: str = "", store: str = "games", **values: Any) -> dict[str, Any]:
    named = {"store": store, "id": secrets.token_hex(12), "revision": 0, "changed": _CHANGED}
    return {**named, "content": content, **values}


class _Guest:
    """One guest, who gets a cookie with the first answer."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._lines: tuple[str, ...] = ()

    async def post(self, path: str, body: Any) -> Any:
        """Send a request and return the answer."""
        cookie, answer = await ask(self._target, self._target.post(path, body, *self._lines))
        if cookie:
            self._lines = (f"Cookie: {cookie}",)
        return answer

    async def sync(self, *rows: dict[str, Any], since: int = 0) -> Any:
        """Exchange rows."""
        return await self.post("/api/sync", {"since": since, "rows": rows})


async def _library(target: Target, requests: int, content: str) -> _Guest:
    """Return a guest with many rows."""
    guest = _Guest(target)
    for _ in range(requests):
        with contextlib.suppress(*BROKEN_OFF):
            await guest.sync(*(_row(content) for _ in range(_MOST_ROWS)))
        await asyncio.sleep(0.05)
    return guest


async def large_rows(target: Target) -> None:
    """Store rows of two megabytes, as many guests."""
    # Most bytes are two in JSON, and one other character makes the text four times as large.
    content = "\N{BUG}" + '"' * 1_000_000

    async def work() -> None:
        guest = _Guest(target)
        for _ in range(10):
            await guest.sync(_row(content))

    await repeat(work, 20)


async def many_rows(target: Target) -> None:
    """Store as many rows as a request may have, also those that were never there."""

    async def work() -> None:
        guest = _Guest(target)
        for _ in range(20):
            is_deleted = random.random() < 0.5
            await guest.sync(*(_row("x" * 400, is_deleted=is_deleted) for _ in range(_MOST_ROWS)))

    await repeat(work, 20)


async def many_studies(target: Target) -> None:
    """Store as many studies as a request may have, and the longest ones."""
    line = long_line()
    short, long = (
        formats.dumps(formats.loads(game_text(line[:length])), "json") for length in (20, 1999)
    )

    async def work() -> None:
        guest = _Guest(target)
        record, count = random.choice([(short, 100), (long, 15)])
        await guest.sync(*(_row(record, "studies") for _ in range(count)))

    await repeat(work, 20)


async def pulls(target: Target) -> None:
    """Ask for libraries of thousands of rows, over and over."""
    guests = [await _library(target, 5, content) for content in ("", "", "x" * 500, "x" * 500)]
    await repeat(lambda: random.choice(guests).sync())


async def conflicts(target: Target) -> None:
    """Send old versions of all rows, to get all of them at once."""
    guests = [_Guest(target) for _ in range(3)]
    rows = [_row('"' * 60_000) for _ in range(75)]
    for guest in guests:
        for start in range(0, len(rows), 15):
            with contextlib.suppress(*BROKEN_OFF):
                await guest.sync(*rows[start : start + 15])
    old = [{**row, "content": ""} for row in rows]
    await repeat(lambda: random.choice(guests).sync(*old, since=random.choice([0, len(rows)])), 20)


async def guessed_links(target: Target) -> None:
    """Guess the secrets of links that add a device."""

    async def work() -> None:
        guess = {"secret": secrets.token_urlsafe(32)}
        await ask(target, target.post(f"/api/devices/{random.choice(['check', 'join'])}", guess))

    await repeat(work)


async def device_links(target: Target) -> None:
    """Make links over and over, as many guests."""
    await repeat(lambda: ask(target, target.post("/api/devices/link", {"name": "x" * 60})))


async def device_joins(target: Target) -> None:
    """Join the devices of one guest after the other, with everything that the last one had."""

    async def work() -> None:
        guest = await _library(target, 5, "x" * 100)
        while True:
            other = _Guest(target)
            link = await other.post("/api/devices/link", {"name": "other"})
            if "secret" not in link:
                await asyncio.sleep(0.2)
                continue
            await guest.post("/api/devices/join", {"secret": link["secret"], "name": "this"})
            guest = other

    await repeat(work, 8)


SYNCING = (
    *(large_rows, many_rows, many_studies, pulls, conflicts),
    *(guessed_links, device_links, device_joins),
)
