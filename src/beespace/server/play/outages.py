"""Watches whether moves can be stored. While they can't, the clocks of all games stop.

A pulse, about once a second, shows that a move could be stored now, and so does every change that
was stored. An outage begins when a pulse or a commit fails, or when a pulse takes too long or comes
too late, because the server is too busy. It ends when changes can be stored again: then everyone
gets back the time since it last worked. That is at most about three seconds more than the outage.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from beespace.server.settings import Settings
from beespace.server.storage import Database, StorageError

_LOG = logging.getLogger(__name__)

# A pulse that takes longer than this begins an outage. Until then, a player just waits.
SLOW_S = 2.0
# How often to try again during an outage.
_RETRY_S = 0.5


class Outages:
    """Whether changes can be stored, and the time on the clocks of the games."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        *,
        pause: Callable[[], None],
        resume: Callable[[int], Awaitable[None]],
    ) -> None:
        """Create it. `resume` gets the time since which nothing could be stored.

        It raises a StorageError if nothing can be stored yet.
        """
        self._settings = settings
        self._database = database
        self._pause = pause
        self._resume = resume
        self._last_good_ms = settings.now_ms()
        self._last_pulse_s = time.monotonic()
        self._hurry = asyncio.Event()
        database.when_away = self.begin
        database.now_ms = settings.now_ms
        database.when_stored = self._note_stored

    @property
    def is_on(self) -> bool:
        """Whether nothing can be stored now."""
        return self._database.is_away

    @property
    def is_late(self) -> bool:
        """Whether so much time has passed since the last pulse that moves may be waiting."""
        return time.monotonic() - self._last_pulse_s > self._settings.pulse_s + SLOW_S

    def now_ms(self) -> int:
        """Return the time on the clocks, which stops during an outage."""
        return self._last_good_ms if self.is_on else self._settings.now_ms()

    def begin(self, reason: object) -> None:
        """Stop all clocks, unless they are stopped already."""
        if self.is_on:
            return
        _LOG.error("the clocks are stopped, because nothing can be stored: %s", reason)
        self._database.is_away = True
        self._hurry.set()
        self._pause()

    def _note_stored(self, sent_ms: int) -> None:
        if not self.is_on:
            self._last_good_ms = max(self._last_good_ms, sent_ms)

    async def watch(self) -> None:
        """Run forever: send pulses, and end outages."""
        while True:
            try:
                await self._check()
            except StorageError as error:
                self.begin(error)
            except Exception:
                _LOG.exception("checking the database failed")
            wait_s = _RETRY_S if self.is_on else self._settings.pulse_s
            self._hurry.clear()
            try:
                await asyncio.wait_for(self._hurry.wait(), wait_s)
            except TimeoutError:
                continue

    async def _check(self) -> None:
        """Send a pulse or, during an outage, try to end it."""
        if not self.is_on:
            sent_ms = self._settings.now_ms()
            if self.is_late:
                late_s = time.monotonic() - self._last_pulse_s
                self.begin(f"the server was too busy for {late_s:.1f} seconds")
            else:
                await self._send_pulse(sent_ms)
            if not self._database.is_away:
                self._note_stored(sent_ms)
                self._last_pulse_s = time.monotonic()
                return
        await self._end()

    async def _send_pulse(self, sent_ms: int) -> None:
        """Send a pulse and wait for it, even if that begins an outage."""
        began_s = time.monotonic()
        pulse = asyncio.ensure_future(self._database.note_pulse(sent_ms, lambda: self.is_on))
        await asyncio.wait((pulse,), timeout=SLOW_S)
        took_s = time.monotonic() - began_s
        if took_s > 2 * SLOW_S:
            self.begin(f"the server was too busy for {took_s:.1f} seconds")
        elif not pulse.done():
            self.begin(f"the database hasn't answered for {SLOW_S:g} seconds")
        await pulse

    async def _end(self) -> None:
        """Restart the clocks, if changes can be stored."""
        since_ms = self._last_good_ms
        await self._resume(since_ms)
        self._last_good_ms, self._last_pulse_s = self._settings.now_ms(), time.monotonic()
        away_s = (self._last_good_ms - since_ms) / 1000
        _LOG.warning("changes are stored again, and all clocks run; they stood for %.1f s", away_s)
