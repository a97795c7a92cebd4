"""The search service: every use of the engine on the server goes through it.

There are four kinds of work, so that none waits for another kind:

- moves in games, in threads;
- help that a person waits for, in threads: hints, draw offers, puzzles, then scores of openings;
- reviews, one position at a time, in a separate process;
- analysis boards, in another process. They don't queue: if too many are running, a new one is
  refused, unless it takes the place of one whose address has several.

The two processes run at a low priority, so the games never wait for them.

Where searches queue, clients take turns. The hash table of a game is kept from move to move.

It knows boards and levels, but not games or players.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from beespace.backend import BACKEND
from beespace.engine import Analysis, Level, Limit, Line, PlainPlayer, Player, Score
from beespace.engine.levels import FULL_STRENGTH
from beespace.rules import BaseBoard, Move
from beespace.server.refusals import LimitName, Refusals
from beespace.server.search.analysing import analyse
from beespace.server.search.fairly import Places
from beespace.server.search.reviewing import evaluate_after
from beespace.server.search.seed import seed_of
from beespace.server.search.tables import KeptTables
from beespace.server.search.threads import Threads
from beespace.server.settings import Settings
from beespace.server.work.process import WorkerProcess
from beespace.server.work.queue import Priority
from beespace.server.work.slots import Slots
from beespace.study import Evaluation

_Result = TypeVar("_Result")

# Reviews have a slightly higher priority, so that they finish even on a busy machine.
_NICE_ANALYSES, _NICE_REVIEWS = 19, 10


class FullError(Exception):
    """Too many analyses are running, on the whole server or for this client."""


class Search:
    """The engine, shared by all clients. It stops a cancelled search in hundredths of a second."""

    def __init__(self, settings: Settings, refusals: Refusals) -> None:
        self._settings = settings
        self._refusals = refusals
        self._threads = Threads(settings)
        self._tables = KeptTables(settings.hash_mb, settings.kept_tables)
        # Games never wait for anything else: they have slots and threads of their own.
        self._game_slots = Slots(settings.thinkers)
        self._help_slots = Slots(
            settings.helpers, settings.searches_per_client, when_refused=self._note
        )
        self._review_slot = Slots(1)
        self._analysis_slots = Slots(settings.most_analyses, settings.analyses_per_client)
        self._places = Places()
        self._analysing = WorkerProcess(niceness=_NICE_ANALYSES, threads=settings.most_analyses)
        self._reviewing = WorkerProcess(niceness=_NICE_REVIEWS)
        self._tables_of_analyses = settings.hash_mb, settings.most_analyses
        self._searches: set[_Search] = set()

    # Figures

    @property
    def running(self) -> int:
        """How many searches and analyses are running."""
        return sum(one.running for one in self._all_slots)

    @property
    def waiting(self) -> int:
        """How many searches wait for others to finish."""
        return sum(one.waiting for one in self._all_slots)

    @property
    def _all_slots(self) -> tuple[Slots, ...]:
        return (self._game_slots, self._help_slots, self._review_slot, self._analysis_slots)

    @property
    def is_busy(self) -> bool:
        """Whether so many games wait for the engine that unwatched ones should wait longer."""
        return self._game_slots.waiting >= self._settings.most_waiting

    # Games

    async def choose(
        self, board: BaseBoard, level: Level, *, game: str, client: tuple[str, ...]
    ) -> Move:
        """Return the engine's move in a game, leaving the board unchanged.

        Cancelling the caller stops the search. Errors of the engine are passed on.
        """
        limit_s = self._settings.think_time_s
        return (await self._line(board, level, limit_s, Priority.MOVE, game, client)).moves[0]

    async def hint(self, board: BaseBoard, *, game: str, client: tuple[str, ...]) -> Line:
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
        client: tuple[str, ...],
    ) -> Line:
        # Opponents with a character need no table. A hint uses the table of a game that has one:
        # hints in many games must not fill the memory.
        is_kept = level.character is None and (priority is Priority.MOVE or game in self._tables)
        seed = seed_of(game)
        search = _Search(board.copy(), level, time_s, seed, self._tables, game if is_kept else None)
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

    def forget(self, game: str) -> None:
        """Free what is kept for a game that is over."""
        self._tables.forget(game)

    # Other short work

    async def run(
        self, priority: Priority, client: tuple[str, ...], work: Callable[[], _Result]
    ) -> _Result:
        """Run a computation with the solver or the engine that takes at most some seconds."""
        async with self._help_slots.taken(priority, client):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads.helping, work)

    # Analyses and reviews

    async def analyses(
        self,
        board: BaseBoard,
        lines: int,
        describe: Callable[[BaseBoard, Analysis], _Result],
        *,
        name: str,
        client: tuple[str, ...],
    ) -> AsyncIterator[_Result]:
        """Yield descriptions of analyses as they improve, until the time is up or it is closed.

        The search and `describe` run in another process. `name` identifies the analysis board,
        whose hash table is kept between positions.

        Raises:
            FullError: too many analyses are running, also after this one has begun.
        """
        slots = self._analysis_slots
        address = client[-1] if client else ""
        is_full = slots.running + slots.waiting >= self._settings.most_analyses
        if not slots.is_within_limit(client) or (is_full and not self._places.make_room(address)):
            self._note()
            raise FullError
        options = name, lines, self._settings.analysis_time_s, self._tables_of_analyses
        async with slots.taken(Priority.HELP, client):
            with self._places.taken(address) as place:
                found = self._analysing.stream(analyse, board, describe, *options)
                async with contextlib.aclosing(found):
                    async for described in place.until_lost(found):
                        yield described
        if place.is_lost:
            self._note()
            raise FullError

    async def evaluate(
        self, ruleset: str, moves: tuple[str, ...], nodes: int, *, client: tuple[str, ...]
    ) -> Evaluation:
        """Evaluate the position after some moves, in another process, for a review.

        The result is deterministic.
        """
        async with self._review_slot.taken(Priority.REVIEW, client):
            return await self._reviewing.call(evaluate_after, ruleset, moves, nodes)

    # The end

    async def aclose(self) -> None:
        """Stop every search, and end the threads and processes."""
        for search in list(self._searches):
            search.stop()
        self._threads.close()
        await self._analysing.close()
        await self._reviewing.close()

    def _note(self) -> None:
        self._refusals.note(LimitName.SEARCHES)


class _Search:
    """One search in a thread, with its own player."""

    def __init__(
        self,
        board: BaseBoard,
        level: Level,
        time_s: float,
        seed: int,
        tables: KeptTables,
        kept: str | None,
    ) -> None:
        self._board = board
        self._level = level
        self._limit = Limit(time_s)
        self._seed = seed
        self._tables = tables
        self._kept = kept
        self._is_stopped = False
        self._player: Player | None = None

    def run(self) -> Line:
        if BACKEND != "native":
            return self._best(PlainPlayer())  # has no levels
        from beespace.engine.native import NativePlayer

        # Only now, in the thread: until the search has really ended, no other may use the table.
        with self._tables.lent(self._kept) as table:
            player = NativePlayer(table=table, level=self._level, seed=self._seed)
            return self._best(player)

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
