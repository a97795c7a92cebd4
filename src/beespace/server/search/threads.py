"""The threads of searches for games and for help.

The core searches without the interpreter, so these threads take no time from the games.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from beespace.server.settings import Settings


class Threads:
    """All threads of the search service."""

    def __init__(self, settings: Settings) -> None:
        self.playing = ThreadPoolExecutor(settings.thinkers, "playing")
        self.helping = ThreadPoolExecutor(settings.helpers, "helping")

    def close(self) -> None:
        """Wait for the threads to finish. Searches must have been stopped."""
        for pool in (self.playing, self.helping):
            pool.shutdown(wait=True, cancel_futures=True)
