"""The C++ engine as a player; it searches in its own threads, without the GIL."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import replace

from beespace import fast
from beespace.engine.character import LONGEST_SIGHT, Character
from beespace.engine.levels import FULL_STRENGTH, Level
from beespace.engine.player import Analysis, Limit, Line, best_move
from beespace.engine.policy import policy
from beespace.engine.score import Score
from beespace.engine.table import DEFAULT_HASH_MB, HashTable
from beespace.fast import _native
from beespace.rules import BaseBoard, Move
from beespace.rules.perft import check_range

MOST_THREADS = 64
# Returning the move takes a moment, longer on a busy machine. The search stops this much early, so
# that no game is lost on time by a few milliseconds.
_LEAST_RESERVE_S, _MOST_RESERVE_S = 0.002, 0.05
_RESERVE_SHARE = 0.03
_FOREVER_S = 1e9
# How long a thread waits at a time: Ctrl-C takes effect within this time.
_POLL_S = 0.05
_MOST_SEED = 2**62


class NativePlayer:
    """Our engine. Several can search at once in one process, each with its own table.

    The table is kept from search to search until `new_game`. A given `table` replaces the player's
    own one of `hash_mb` megabytes.

    The levels below the highest pick moves at random, differently in every game unless a `seed` is
    given, and need no table. With `is_plain` the engine uses only alpha-beta and a transposition
    table, as a baseline for measuring the rest.

    >>> from beespace import Board
    >>> player = NativePlayer(hash_mb=1)
    >>> board = Board.from_game_string("Base;InProgress;White[2];wS1;bG1 wS1-")
    >>> player.choose(board, Limit(depth=3)) in board.legal_moves
    True
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mb: int = DEFAULT_HASH_MB,
        table: HashTable | None = None,
        level: Level = FULL_STRENGTH,
        seed: int | None = None,
        is_plain: bool = False,
    ) -> None:
        check_range("threads", threads, 1, MOST_THREADS)
        if seed is not None:
            check_range("seed", seed, 0, _MOST_SEED)
        if not isinstance(level, Level):
            raise TypeError(f"level must be a Level, not {level!r}")
        self.threads = threads
        self.level = level
        self.is_plain = is_plain
        self._given_seed = seed
        self._seed = _any_seed() if seed is None else seed
        self.table = HashTable(hash_mb) if table is None else table
        # The running searches, each with the thread that started it.
        self._jobs: list[tuple[_native.Job, int]] = []
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """`Beespace`, followed by the level unless it is the highest."""
        return "Beespace" if self.level is FULL_STRENGTH else f"Beespace {self.level.name}"

    def resize_table(self, hash_mb: int) -> None:
        """Resize the transposition table, which also clears it."""
        self.table.resize(hash_mb)

    def choose(self, board: BaseBoard, limit: Limit) -> Move:
        """Return the move to play.

        Raises:
            BeespaceError: the game is over.
        """
        return best_move(self.analyse(board, limit))

    def analyse(self, board: BaseBoard, limit: Limit, lines: int = 1) -> Iterator[Analysis]:
        """Return an iterator over the results, one after each iteration of the search.

        If the search is stopped during an iteration, one more result of the same depth follows. It
        has the final node count, and a better move if one was found.

        Starting an analysis stops an earlier one from the same thread; analyses from other threads
        wait for each other.

        Raises:
            ValueError: `lines` is not between 1 and 1000.
        """
        check_range("lines", lines, 1, 1000)
        _check_question(board, limit)
        return self._analyses(board, limit, lines)

    def _analyses(self, board: BaseBoard, limit: Limit, lines: int) -> Iterator[Analysis]:
        here = threading.get_ident()
        with self._lock:
            # This thread has abandoned its earlier iterator, so that search would never be read to
            # the end, and waiting for it would deadlock.
            for earlier, thread in self._jobs:
                if thread == here:
                    earlier.stop()
            # Under the same lock, so that a stop() from another thread cannot come in between.
            job = self._start(board, limit, lines)
            self._jobs.append((job, here))
        shown: Analysis | None = None
        try:
            while True:
                report = job.next(_POLL_S)
                if report is None:
                    continue
                depth, nodes, time_s, found, is_last = report
                if found:
                    ranked = tuple(Line(Score(score), moves) for score, moves in found)
                    analysis = Analysis(depth, nodes, time_s, ranked)
                    if shown is None or not _says_the_same(shown, analysis):
                        yield analysis
                    shown = analysis
                if is_last:
                    return
        finally:
            job.stop()
            with self._lock:
                self._jobs.remove((job, here))

    def _start(self, board: BaseBoard, limit: Limit, lines: int) -> _native.Job:
        seconds = _FOREVER_S
        if limit.time_s is not None:
            reserve = min(max(limit.time_s * _RESERVE_SHARE, _LEAST_RESERVE_S), _MOST_RESERVE_S)
            seconds = max(limit.time_s - reserve, limit.time_s / 2)
        if self.level.character is not None:
            character = _within(self.level.character, limit)
            return policy().start_choice(as_native(board), character.text, self._seed, seconds)
        return self.table.searcher.start(
            as_native(board),
            seconds=seconds,
            depth=min(limit.depth or 0, 2**30),
            nodes=min(limit.nodes or 0, 2**62),
            lines=lines,
            threads=self.threads,
            plain=self.is_plain,
        )

    def stop(self) -> None:
        """Stop all running searches; they return the best result found so far."""
        with self._lock:
            for job, _ in self._jobs:
                job.stop()

    def new_game(self) -> None:
        """Clear the table, so that games do not depend on each other."""
        self.table.clear()
        if self._given_seed is None:
            self._seed = _any_seed()

    def close(self) -> None:
        """Stop all running searches."""
        self.stop()


def _check_question(board: object, limit: object) -> None:
    if not isinstance(board, BaseBoard) or not isinstance(limit, Limit):
        raise TypeError(f"expected a board and a Limit, not {board!r} and {limit!r}")


def _within(character: Character, limit: Limit) -> Character:
    """Return the same opponent with at most the depth and the nodes of a limit.

    A depth within the reach of the short searches leaves out the longer one, which has no depth.
    """
    if limit.depth is not None and limit.depth <= LONGEST_SIGHT:
        character = replace(character, sight=min(character.sight, limit.depth), nodes=0)
    if limit.nodes is not None and limit.nodes < character.nodes:
        character = replace(character, nodes=limit.nodes)
    return character


def _any_seed() -> int:
    # Doesn't use the global generator of `random`, which the calling program may have seeded.
    return random.SystemRandom().getrandbits(48)


def _says_the_same(one: Analysis, other: Analysis) -> bool:
    return (one.depth, one.nodes, one.lines) == (other.depth, other.nodes, other.lines)


def as_native(board: BaseBoard) -> _native.Board:
    """Return the core's board for any board, replaying the game if necessary."""
    if type(board) is fast.Board:
        return board._native
    start = board.copy()
    while start.moves:
        start.pop()
    copy = fast.Board.from_position(start.position())
    for move in board.moves:
        copy.push_unchecked(move)
    return copy._native
