"""A background task that ends games whose clocks or invitations have run out."""

from __future__ import annotations

import asyncio
import logging

from beespace.server.play.service import Games
from beespace.server.settings import Settings
from beespace.server.storage import DatabaseAwayError, StorageError

_LOG = logging.getLogger(__name__)

_HOUR_MS = 3600 * 1000


async def sweep(settings: Settings, games: Games) -> None:
    """Run forever. Whatever fails is retried the next time."""
    last_look_ms = 0
    while True:
        try:
            now_ms = settings.now_ms()
            await games.settle_flags()
            if now_ms - last_look_ms >= _HOUR_MS:
                await games.abort_expired_invitations()
                last_look_ms = now_ms
        except DatabaseAwayError:
            pass  # `outages` logs it, and the next time comes soon
        except StorageError as error:
            _LOG.error("checking the clocks failed: %s", error)
        await asyncio.sleep(settings.sweep_s)
