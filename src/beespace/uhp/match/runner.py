"""Runs a match: hands games to worker processes and collects what comes back."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from beespace.errors import BeespaceError
from beespace.uhp.client import UhpPlayer
from beespace.uhp.match.game import PlayedGame
from beespace.uhp.match.saved import MatchFile, summary
from beespace.uhp.match.settings import MatchSettings, Scheduled
from beespace.uhp.match.statistics import Sprt, Verdict
from beespace.uhp.match.tally import Tally
from beespace.uhp.match.worker import Message, work

# How much longer than its limit a side may take before its process is given up; programs of
# others are given up earlier, by the client that talks to them.
_PATIENCE_S = 60.0
# Without a limit of time a move may take this long.
_LONGEST_MOVE_S = 600.0
_GOODBYE_S = 4.0


class MatchError(BeespaceError):
    """A match cannot go on, by a fault of ours."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """How a match is run, which its results do not depend on."""

    games: int
    concurrency: int = 1
    sprt: Sprt | None = None
    save: Path | None = None
    patience_s: float = _PATIENCE_S


class _Seat:
    """A worker process, the game it plays and who is thinking in it."""

    def __init__(self, settings: MatchSettings) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=work, args=(theirs, settings), daemon=True
        )
        with _no_ctrl_c():
            self.process.start()
        theirs.close()
        self.scheduled: Scheduled | None = None
        self.thinking: int | None = None
        self.since = time.monotonic()
        self.has_ended = False

    def hand(self, scheduled: Scheduled) -> None:
        self.scheduled, self.thinking, self.since = scheduled, None, time.monotonic()
        with contextlib.suppress(OSError):  # a dead worker is noticed when it is listened to
            self.pipe.send(scheduled)

    def end(self) -> None:
        self.has_ended = True
        self.process.terminate()
        self.process.join(_GOODBYE_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()


@contextlib.contextmanager
def _no_ctrl_c() -> Iterator[None]:
    """Keep Ctrl-C back: a process that starts meanwhile will not see it, and we see it later."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_match(
    settings: MatchSettings,
    plan: MatchPlan,
    on_game: Callable[[Tally], None] = lambda _: None,
) -> tuple[Tally, Verdict]:
    """Play a match, going on where its file ends, and return the results.

    Ctrl-C passes through as KeyboardInterrupt, with everything saved and every process ended.

    Raises:
        MatchError: something of ours failed.
        MatchFileError: the file belongs to another match, or cannot be written.
        EngineStoppedError: a player's program cannot be started.
        ProtocolError: a player's program refuses an option.
    """
    _try_programs(settings)
    file = MatchFile(plan.save, settings) if plan.save is not None else None
    try:
        tally, done = Tally(), set[int]()
        for finished in file.finished if file else ():
            if finished.number < plan.games:
                tally.add(finished)
                done.add(finished.number)
        if done:
            on_game(tally)
        todo = iter([settings.game(n) for n in range(plan.games) if n not in done])
        if _verdict(plan, tally) == "continue":
            for game in _play_all(settings, plan, todo):
                if file:
                    file.add(game)
                tally.add(summary(game))
                on_game(tally)
                if _verdict(plan, tally) != "continue":
                    break
        return tally, _verdict(plan, tally)
    finally:
        if file:
            file.close()


def _try_programs(settings: MatchSettings) -> None:
    """Start each program once with its options: what does not work now loses no games later."""
    for side in (0, 1):
        spec = settings.player(side)
        if spec.command:
            player = UhpPlayer(spec.command, dict(spec.options))
            try:
                _ = player.name
            finally:
                player.close()


def _verdict(plan: MatchPlan, tally: Tally) -> Verdict:
    return plan.sprt.verdict(tally.pairs) if plan.sprt else "continue"


def _play_all(
    settings: MatchSettings, plan: MatchPlan, todo: Iterator[Scheduled]
) -> Iterator[PlayedGame]:
    """The games as they end; closing the iterator ends the workers."""
    seats: list[_Seat] = []
    try:
        for scheduled in todo:
            seats.append(_Seat(settings))
            seats[-1].hand(scheduled)
            if len(seats) == max(plan.concurrency, 1):
                break
        while seats:
            wait([seat.pipe for seat in seats], timeout=1.0)
            for index, seat in enumerate(seats):
                game = _listen(seat, settings, plan)
                if game is None:
                    continue
                upcoming = next(todo, None)
                if upcoming is None or not seat.process.is_alive():
                    seat.end()
                if upcoming is not None:
                    if seat.has_ended:
                        seats[index] = _Seat(settings)
                    seats[index].hand(upcoming)
                yield game
            seats = [seat for seat in seats if not seat.has_ended]
    finally:
        for seat in seats:
            seat.process.terminate()
        for seat in seats:
            seat.end()


def _listen(seat: _Seat, settings: MatchSettings, plan: MatchPlan) -> PlayedGame | None:
    """What a worker has to say: a finished game, or one that it lost by dying or hanging."""
    try:
        while seat.pipe.poll():
            message: Message = seat.pipe.recv()
            if message[0] == "fault":
                raise MatchError(message[1])
            if message[0] == "game":
                return message[1]
            seat.thinking, seat.since = message[1], time.monotonic()
    except (EOFError, ConnectionError):
        seat.process.join(_GOODBYE_S)
        seat.process.kill()
        return _lost(seat, f"its process ended with code {seat.process.exitcode}")
    side = seat.thinking
    limit_s = settings.limit_of(side).time_s if side is not None else None
    allowed_s = (_LONGEST_MOVE_S if limit_s is None else limit_s) + plan.patience_s
    if time.monotonic() - seat.since > allowed_s:
        seat.process.kill()
        seat.process.join()
        return _lost(seat, f"it did not move within {allowed_s:g} s")
    return None


def _lost(seat: _Seat, fault: str) -> PlayedGame:
    """The game of a worker that failed: lost by whoever was thinking."""
    if seat.thinking is None or seat.scheduled is None:
        raise MatchError(f"a worker failed before the first move: {fault}")
    game = PlayedGame(seat.scheduled)
    game.lose(seat.thinking, "stopped", fault)
    return game
