"""The threads of searches: normal ones for games, and quiet ones for everything long.

A quiet search runs at a low priority. The system shares idle processor time evenly among quiet
searches, and the short computations of running games don't have to wait for them.
"""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from beespace.server.settings import Settings

# Reviews have a slightly higher priority, so that they finish even on a busy machine.
_NICE_ANALYSES, _NICE_REVIEWS = 19, 10


class Threads:
    """All threads of the search service."""

    def __init__(self, settings: Settings) -> None:
        self.playing = ThreadPoolExecutor(settings.thinkers, "playing")
        self.helping = ThreadPoolExecutor(settings.helpers, "helping")
        # Threads inherit the priority of the thread that starts them, and can't raise it again once
        # lowered. So these threads only start searches.
        self.analysis_starter = _starter(_NICE_ANALYSES)
        self.review_starter = _starter(_NICE_REVIEWS)
        # These wait for results. They keep the normal priority, because they hold the interpreter
        # lock, which all other threads wait for.
        self.waiting = ThreadPoolExecutor(settings.most_analyses + 1, "analysis")

    def close(self) -> None:
        """Wait for the threads to finish. Searches must have been stopped."""
        pools = (
            self.playing,
            self.helping,
            self.waiting,
            self.analysis_starter,
            self.review_starter,
        )
        for pool in pools:
            pool.shutdown(wait=True, cancel_futures=True)


def _starter(niceness: int) -> ThreadPoolExecutor:
    """Return a thread that starts others at a low priority, on systems that support it."""

    def be_nice() -> None:
        if sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)

    return ThreadPoolExecutor(1, "analysis-start", initializer=be_nice)
