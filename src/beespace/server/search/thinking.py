"""Runs engine searches in threads, a few at a time. Each can be stopped.

It knows boards and levels, but not games or players.
"""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self

from beespace.backend import BACKEND
from beespace.engine import Level, Limit, Line, PlainPlayer, Player, Score
from beespace.engine.levels import FULL_STRENGTH
from beespace.rules import BaseBoard, Move
from beespace.server.launch.settings import Settings


class Thinking:
    """A small pool of searches. A cancelled search stops within a few hundredths of a second."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._threads = ThreadPoolExecutor(settings.thinkers, thread_name_prefix="thinking")
        self._searches: set[_Search] = set()

    @property
    def is_full(self) -> bool:
        """Whether the queue is full, so that only urgent searches should be added."""
        return len(self._searches) >= self._settings.thinkers + self._settings.most_waiting

    async def choose(self, board: BaseBoard, level: Level, time_s: float) -> Move:
        """Return the move that a level would play, leaving the board unchanged.

        Cancelling the caller stops the search. Errors of the engine are passed on.
        """
        return (await self._search(board, level, time_s)).moves[0]

    async def score(self, board: BaseBoard, time_s: float) -> Score:
        """Return the engine's score for the player to move. Otherwise works like `choose`."""
        return (await self._search(board, FULL_STRENGTH, time_s)).score

    async def _search(self, board: BaseBoard, level: Level, time_s: float) -> Line:
        search = _Search(board.copy(), level, time_s, self._settings.hash_mb)
        self._searches.add(search)
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, search.run)
        finally:
            search.stop()
            self._searches.discard(search)

    def close(self) -> None:
        """Stop every search and shut down the threads."""
        for search in list(self._searches):
            search.stop()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class _Search:
    """One search with its own player: hash tables are cheap to create, and nothing is shared."""

    def __init__(self, board: BaseBoard, level: Level, time_s: float, hash_mb: int) -> None:
        self._board = board
        self._level = level
        self._time_s = time_s
        self._hash_mb = hash_mb
        self._is_stopped = False
        self._player: Player | None = None

    def run(self) -> Line:
        player = self._player = self._new_player()
        # The plain player doesn't apply levels itself.
        limit = Limit(self._time_s, self._level.depth, self._level.nodes)
        best = Line(Score(0), (self._board.legal_moves[0],))
        try:
            for analysis in player.analyse(self._board, limit):
                best = analysis.best
                # A player that was stopped before it started searching doesn't notice.
                if self._is_stopped:
                    break
            return best
        finally:
            player.close()

    def stop(self) -> None:
        self._is_stopped = True
        if self._player is not None:
            self._player.stop()

    def _new_player(self) -> Player:
        if BACKEND != "native":
            return PlainPlayer()
        from beespace.engine.native import NativePlayer

        # A new seed each time, so that the weaker levels vary their play.
        seed = random.getrandbits(31)
        return NativePlayer(hash_mb=self._hash_mb, level=self._level, seed=seed)
