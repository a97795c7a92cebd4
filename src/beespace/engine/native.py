"""The engine in C++ as a player: thinks in threads of its own, without the GIL."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

from beespace import fast
from beespace.engine.levels import FULL_STRENGTH, Level
from beespace.engine.player import Analysis, Limit, Line, Score, best_move
from beespace.fast import _native
from beespace.rules import BaseBoard, Move
from beespace.rules.perft import check_range

DEFAULT_HASH_MB = 64
MOST_HASH_MB = 16384
MOST_THREADS = 64
# Between the end of thinking and the answer lies some work of ours, and a machine with much else to
# do may let it wait: that much is kept back, so that no game is lost for some milliseconds.
_LEAST_RESERVE_S, _MOST_RESERVE_S = 0.002, 0.05
_RESERVE_SHARE = 0.03
_FOREVER_S = 1e9
# How often a waiting thread looks up: Ctrl-C is answered within this time.
_POLL_S = 0.05
_MOST_SEED = 2**62


class NativePlayer:
    """Our engine. Several can think at once in one process; each has a table of its own.

    Weak levels misjudge positions, differently in every game; with a `seed` it is always the same
    way. Where nothing is misjudged the seed changes nothing. A plain one searches by alpha-beta and
    a table alone, as a yardstick for the rest.

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
        level: Level = FULL_STRENGTH,
        seed: int | None = None,
        is_plain: bool = False,
    ) -> None:
        check_range("threads", threads, 1, MOST_THREADS)
        check_range("hash_mb", hash_mb, 1, MOST_HASH_MB)
        if seed is not None:
            check_range("seed", seed, 0, _MOST_SEED)
        if not isinstance(level, Level):
            raise TypeError(f"a level is a Level, not {level!r}")
        self.threads = threads
        self.level = level
        self.is_plain = is_plain
        self._given_seed = seed
        self._seed = _any_seed() if seed is None else seed
        self._searcher = _native.Searcher(hash_mb, False)
        # The searches under way, and the threads that asked for them.
        self._jobs: list[tuple[_native.Job, int]] = []
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """`Beespace`, with the level if it is not the highest."""
        return "Beespace" if self.level is FULL_STRENGTH else f"Beespace {self.level.name}"

    def resize_table(self, hash_mb: int) -> None:
        """Change the size of the transposition table, which empties it."""
        self._searcher.resize_table(hash_mb)

    def choose(self, board: BaseBoard, limit: Limit) -> Move:
        """The move to play.

        Raises:
            BeespaceError: the game is over.
        """
        return best_move(self.analyse(board, limit))

    def analyse(self, board: BaseBoard, limit: Limit, lines: int = 1) -> Iterator[Analysis]:
        """What the search finds after each iteration.

        If it went on after the last finished one there is one more at the end, of the same depth:
        with all the nodes, and with a better move should that have been found.

        A question from the same thread ends the one before; those of other threads wait their turn.

        Raises:
            ValueError: not even one line was asked for.
        """
        check_range("lines", lines, 1, 1000)
        _check_question(board, limit)
        return self._analyses(board, limit, lines)

    def _analyses(self, board: BaseBoard, limit: Limit, lines: int) -> Iterator[Analysis]:
        here = threading.get_ident()
        with self._lock:
            # Asked again before the last answer was read to its end: nobody can read on, and
            # waiting for it would be for ever.
            for earlier, thread in self._jobs:
                if thread == here:
                    earlier.stop()
            # Under the same lock, so that no stop from another thread comes in between.
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
        level = self.level
        nodes = min(limit.nodes or level.nodes, level.nodes) if level.nodes else limit.nodes
        depth = min(limit.depth or level.depth, level.depth) if level.depth else limit.depth
        seconds = _FOREVER_S
        if limit.time_s is not None:
            reserve = min(max(limit.time_s * _RESERVE_SHARE, _LEAST_RESERVE_S), _MOST_RESERVE_S)
            seconds = max(limit.time_s - reserve, limit.time_s / 2)
        return self._searcher.start(
            as_native(board),
            seconds=seconds,
            depth=min(depth or 0, 2**30),
            nodes=min(nodes or 0, 2**62),
            lines=lines,
            threads=self.threads,
            noise=level.noise,
            seed=self._seed + board.ply,
            plain=self.is_plain or level.is_plain,
        )

    def stop(self) -> None:
        """End the present thinking at once; what was found so far is the answer."""
        with self._lock:
            for job, _ in self._jobs:
                job.stop()

    def new_game(self) -> None:
        """Empty the table, so that games do not depend on each other."""
        self._searcher.clear()
        if self._given_seed is None:
            self._seed = _any_seed()

    def close(self) -> None:
        """Stop thinking."""
        self.stop()


def _check_question(board: object, limit: object) -> None:
    if not isinstance(board, BaseBoard) or not isinstance(limit, Limit):
        raise TypeError(f"a board and a Limit are needed, not {board!r} and {limit!r}")


def _any_seed() -> int:
    # Not from the generator of `random`, whose numbers a program may count on.
    return random.SystemRandom().getrandbits(48)


def _says_the_same(one: Analysis, other: Analysis) -> bool:
    return (one.depth, one.nodes, one.lines) == (other.depth, other.nodes, other.lines)


def as_native(board: BaseBoard) -> _native.Board:
    """The core's board of any board: its own, or the same game played again."""
    if type(board) is fast.Board:
        return board._native
    start = board.copy()
    while start.moves:
        start.pop()
    copy = fast.Board.from_position(start.position())
    for move in board.moves:
        copy.push_unchecked(move)
    return copy._native
