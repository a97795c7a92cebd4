"""Engine searches for analysis boards and reviews.

Every analysis is one search thread of the core at the system's lowest priority. The system shares
idle CPU time evenly among them, and the short computations of running games don't have to wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self

from beespace.backend import BACKEND
from beespace.engine import Analysis, Limit, PlainPlayer, Player
from beespace.rules import BaseBoard
from beespace.server.launch.settings import Settings
from beespace.study import Evaluation, evaluate
from beespace.study.review import new_player

# Only one review runs at a time. Its higher priority lets it finish even on a busy machine.
_NICE_ANALYSES, _NICE_REVIEWS = 19, 10


class FullError(Exception):
    """Too many analyses are running."""


class Analysts:
    """The searches of analysis boards and of reviews."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        # Threads inherit the priority of the thread that starts them, and can't raise it again once
        # lowered. So these threads only start searches.
        self._starter = _starter(_NICE_ANALYSES)
        self._review_starter = _starter(_NICE_REVIEWS)
        # These wait for results. They keep the normal priority, because they hold the interpreter
        # lock, which all other threads wait for.
        self._waiters = ThreadPoolExecutor(settings.most_analyses + 1, "analysis")
        self._players: set[Player] = set()

    async def analyses(
        self, player: Player, board: BaseBoard, lines: int
    ) -> AsyncIterator[Analysis]:
        """Yield a player's analyses as they improve, until the time is up or the caller stops.

        Raises:
            FullError: too many analyses are running.
        """
        if len(self._players) >= self._settings.most_analyses:
            raise FullError
        self._players.add(player)
        loop = asyncio.get_running_loop()
        limit = Limit(time_s=self._settings.analysis_time_s)
        found = player.analyse(board.copy(), limit, lines)
        pool = self._starter
        waiting: asyncio.Future[Analysis | None] | None = None
        try:
            while True:
                waiting = loop.run_in_executor(pool, next, found, None)
                analysis = await asyncio.shield(waiting)
                if analysis is None:
                    return
                yield analysis
                pool = self._waiters
        finally:
            # A generator that is running in a thread can't be closed, so stop the search first.
            player.stop()
            if waiting is not None and not waiting.done():
                with contextlib.suppress(Exception):
                    await waiting
            await loop.run_in_executor(self._waiters, found.close)  # type: ignore[attr-defined]  # players' iterators are generators
            self._players.discard(player)

    def new_player(self) -> Player:
        """Return a player for one analysis board. It keeps its hash table between positions."""
        if BACKEND != "native":
            return PlainPlayer()
        from beespace.engine.native import NativePlayer

        return NativePlayer(hash_mb=self._settings.hash_mb)

    async def evaluate(self, board: BaseBoard, nodes: int) -> Evaluation:
        """Evaluate a position for a review. The result is deterministic."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._waiters, evaluate, board, nodes, self._analyse_quietly
        )

    def _analyse_quietly(self, board: BaseBoard, limit: Limit) -> Iterator[Analysis]:
        player = new_player()
        self._players.add(player)
        try:
            found = player.analyse(board, limit)
            first = self._review_starter.submit(next, found, None).result()
            if first is not None:
                yield first
            yield from found
        finally:
            player.stop()
            self._players.discard(player)

    def close(self) -> None:
        """Stop every search and shut down the threads."""
        for player in list(self._players):
            player.stop()
        for pool in (self._starter, self._review_starter, self._waiters):
            pool.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _starter(niceness: int) -> ThreadPoolExecutor:
    """Return a thread that starts others at a low priority, on systems that support it."""

    def be_nice() -> None:
        if sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)

    return ThreadPoolExecutor(1, "analysis-start", initializer=be_nice)
