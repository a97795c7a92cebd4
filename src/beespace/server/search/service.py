"""The search service: every use of the engine on the server goes through it.

There are four kinds of work, each with its own threads, so that none waits for another kind:

- moves in games;
- help that a person waits for: hints, draw offers, puzzles, and then scores of openings;
- reviews, one position at a time;
- analysis boards, which don't queue: if too many are running, a new one is refused.

Where searches queue, clients take turns. The hash table of a game is kept from move to move.

It knows boards and levels, but not games or players.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

from beespace.backend import BACKEND
from beespace.engine import Analysis, Level, Limit, Line, PlainPlayer, Player, Score
from beespace.engine.levels import FULL_STRENGTH
from beespace.rules import BaseBoard, Move
from beespace.server.search.queue import Priority
from beespace.server.search.slots import Slots
from beespace.server.search.tables import KeptTables
from beespace.server.search.threads import Threads
from beespace.server.settings import Settings
from beespace.study import Evaluation, evaluate
from beespace.study.review import new_player

_Result = TypeVar("_Result")


class FullError(Exception):
    """Too many analyses are running, on the whole server or for this client."""


class Search:
    """The engine, shared by all clients. A cancelled search stops within a few hundredths."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._threads = Threads(settings)
        self._tables = KeptTables(settings.hash_mb, settings.kept_tables)
        # Games never wait for anything else: they have slots and threads of their own.
        self._game_slots = Slots(settings.thinkers)
        self._help_slots = Slots(settings.helpers, settings.searches_per_client)
        self._review_slot = Slots(1)
        self._analysing: Counter[str] = Counter()
        self._searches: set[_Search] = set()
        self._players: set[Player] = set()

    # Figures

    @property
    def running(self) -> int:
        """How many searches and analyses are running."""
        slots = (self._game_slots, self._help_slots, self._review_slot)
        return sum(one.running for one in slots) + self._analysing.total()

    @property
    def waiting(self) -> int:
        """How many searches wait for others to finish."""
        return sum(one.waiting for one in (self._game_slots, self._help_slots, self._review_slot))

    @property
    def is_busy(self) -> bool:
        """Whether so many games wait for the engine that unwatched ones should wait longer."""
        return self._game_slots.waiting >= self._settings.most_waiting

    # Games

    async def choose(self, board: BaseBoard, level: Level, *, game: str, client: str) -> Move:
        """Return the engine's move in a game, leaving the board unchanged.

        Cancelling the caller stops the search. Errors of the engine are passed on.
        """
        limit_s = self._settings.think_time_s
        return (await self._line(board, level, limit_s, Priority.MOVE, game, client)).moves[0]

    async def hint(self, board: BaseBoard, *, game: str, client: str) -> Line:
        """Return the best line and its score for the player to move. Works like `choose`."""
        limit_s = self._settings.hint_time_s
        return await self._line(board, FULL_STRENGTH, limit_s, Priority.HELP, game, client)

    async def _line(
        self,
        board: BaseBoard,
        level: Level,
        time_s: float,
        priority: Priority,
        game: str,
        client: str,
    ) -> Line:
        # Weak levels misjudge positions by chance; their table would carry that into other moves.
        kept = game if level.noise == 0 else None
        search = _Search(board.copy(), level, time_s, self._tables, kept)
        self._searches.add(search)
        try:
            is_move = priority is Priority.MOVE
            slots = self._game_slots if is_move else self._help_slots
            threads = self._threads.playing if is_move else self._threads.helping
            async with slots.taken(priority, client):
                return await asyncio.get_running_loop().run_in_executor(threads, search.run)
        finally:
            search.stop()
            self._searches.discard(search)

    def forget(self, name: str) -> None:
        """Free what is kept for a game that is over, or for an analysis board that was closed."""
        self._tables.forget(name)

    # Other short work

    async def run(self, priority: Priority, client: str, work: Callable[[], _Result]) -> _Result:
        """Run a computation with the solver or the engine that takes at most some seconds."""
        async with self._help_slots.taken(priority, client):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads.helping, work)

    # Analyses and reviews

    async def analyses(
        self, board: BaseBoard, lines: int, *, name: str, client: str
    ) -> AsyncIterator[Analysis]:
        """Yield analyses as they improve, until the time is up or the caller stops.

        `name` identifies the analysis board, whose hash table is kept between positions.

        Raises:
            FullError: too many analyses are running.
        """
        is_full = self._analysing.total() >= self._settings.most_analyses
        if is_full or self._analysing[client] >= self._settings.analyses_per_client:
            raise FullError
        self._analysing[client] += 1
        try:
            async for analysis in self._analyses(board.copy(), lines, name):
                yield analysis
        finally:
            self._analysing[client] -= 1
            if not self._analysing[client]:
                del self._analysing[client]

    async def _analyses(self, board: BaseBoard, lines: int, name: str) -> AsyncIterator[Analysis]:
        loop = asyncio.get_running_loop()
        waiters = self._threads.waiting
        player, give_back = await loop.run_in_executor(waiters, self._analyst, name)
        self._players.add(player)
        found = player.analyse(board, Limit(time_s=self._settings.analysis_time_s), lines)
        pool = self._threads.analysis_starter
        waiting: asyncio.Future[Analysis | None] | None = None
        try:
            while True:
                waiting = loop.run_in_executor(pool, next, found, None)
                analysis = await asyncio.shield(waiting)
                if analysis is None:
                    return
                yield analysis
                pool = waiters
        finally:
            # A generator that is running in a thread can't be closed, so stop the search first.
            player.stop()
            if waiting is not None and not waiting.done():
                with contextlib.suppress(Exception):
                    await waiting
            await loop.run_in_executor(waiters, found.close)  # type: ignore[attr-defined]  # players' iterators are generators
            self._players.discard(player)
            give_back()

    def _analyst(self, name: str) -> tuple[Player, Callable[[], None]]:
        """Return a player with a board's table, and the function that gives the table back."""
        if BACKEND != "native":
            return PlainPlayer(), lambda: None
        from beespace.engine.native import NativePlayer

        table = self._tables.take(name)
        return NativePlayer(table=table), lambda: self._tables.give_back(name, table)

    async def evaluate(self, board: BaseBoard, nodes: int, *, client: str) -> Evaluation:
        """Evaluate a position for a review. The result is deterministic."""
        async with self._review_slot.taken(Priority.REVIEW, client):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(
                self._threads.waiting, evaluate, board, nodes, self._analyse_quietly
            )

    def _analyse_quietly(self, board: BaseBoard, limit: Limit) -> Iterator[Analysis]:
        player = new_player()
        self._players.add(player)
        try:
            found = player.analyse(board, limit)
            first = self._threads.review_starter.submit(next, found, None).result()
            if first is not None:
                yield first
            yield from found
        finally:
            player.stop()
            self._players.discard(player)

    # The end

    def close(self) -> None:
        """Stop every search and shut down the threads."""
        for search in list(self._searches):
            search.stop()
        for player in list(self._players):
            player.stop()
        self._threads.close()


class _Search:
    """One search in a thread, with a player of its own."""

    def __init__(
        self, board: BaseBoard, level: Level, time_s: float, tables: KeptTables, kept: str | None
    ) -> None:
        self._board = board
        self._level = level
        # The plain player doesn't apply levels itself.
        self._limit = Limit(time_s, level.depth, level.nodes)
        self._tables = tables
        self._kept = kept
        self._is_stopped = False
        self._player: Player | None = None

    def run(self) -> Line:
        if BACKEND != "native":
            return self._best(PlainPlayer())
        from beespace.engine.native import NativePlayer

        # Only now, in the thread: until the search has really ended, no other may use the table.
        with self._tables.lent(self._kept) as table:
            # A new seed each time, so that the weaker levels vary their play.
            seed = random.getrandbits(31)
            return self._best(NativePlayer(table=table, level=self._level, seed=seed))

    def _best(self, player: Player) -> Line:
        self._player = player
        best = Line(Score(0), (self._board.legal_moves[0],))
        try:
            for analysis in player.analyse(self._board, self._limit):
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
