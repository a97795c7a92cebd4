"""Runs a match: distributes games to worker processes and collects the results."""

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

# How far a side may exceed its limit before its process is killed. For external programs, the
# UHP client gives up earlier.
_PATIENCE_S = 60.0
# The limit for a move if the player has no time limit.
_LONGEST_MOVE_S = 600.0
_GOODBYE_S = 4.0


class MatchError(BeespaceError):
    """A match can't continue because of an internal error."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """How to run a match; the games themselves don't depend on this."""

    games: int
    concurrency: int = 1
    sprt: Sprt | None = None
    save: Path | None = None
    patience_s: float = _PATIENCE_S


class _Seat:
    """A worker process, the game it plays and the side that is thinking."""

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
        with contextlib.suppress(OSError):  # `_listen` notices a dead worker
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
    """Block Ctrl-C: processes started meanwhile ignore it, and this one gets it afterwards."""
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
    """Play a match, continuing from its file, and return the results.

    Ctrl-C raises KeyboardInterrupt after all games are saved and all processes stopped.

    Raises:
        MatchError: an internal error occurred.
        MatchFileError: the file belongs to another match, or can't be written.
        EngineStoppedError: a player's program can't be started.
        ProtocolError: a player's program rejects an option.
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
    """Start each program once with its options, so that mistakes show before any game is lost."""
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
    """Yield the games as they finish; closing the iterator stops the workers."""
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
    """Return a worker's finished game, or a loss if the worker died or hung, or None."""
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
        return _lost(seat, f"its process exited with code {seat.process.exitcode}")
    side = seat.thinking
    limit_s = settings.limit_of(side).time_s if side is not None else None
    allowed_s = (_LONGEST_MOVE_S if limit_s is None else limit_s) + plan.patience_s
    if time.monotonic() - seat.since > allowed_s:
        seat.process.kill()
        seat.process.join()
        return _lost(seat, f"it did not move within {allowed_s:g} s")
    return None


def _lost(seat: _Seat, fault: str) -> PlayedGame:
    """Return the game of a failed worker as a loss for the side that was thinking."""
    if seat.thinking is None or seat.scheduled is None:
        raise MatchError(f"a worker failed before the first move: {fault}")
    game = PlayedGame(seat.scheduled)
    game.lose(seat.thinking, "stopped", fault)
    return game
