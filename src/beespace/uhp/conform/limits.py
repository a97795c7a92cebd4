"""Checks of search limits: the search ends in time and can be stopped."""

from __future__ import annotations

import time

from beespace.rules import BaseBoard
from beespace.uhp.conform.checks import Context, check
from beespace.uhp.conform.conversation import FailureError, FaultError, SkipError, read_answer
from beespace.uhp.conform.games import FORCED_PASS, random_game
from beespace.uhp.program import is_error

# How much later than its limit an engine may answer.
_TOLERANCE_S = 0.5
_STOP_S = 1.0


@check("limits.time", "bestmove time returns within its time limit")
def _time(context: Context) -> None:
    for game_type in context.few_types():
        for plies in (2, 30) if context.is_quick else (0, 2, 14, 30):
            board = random_game(game_type, context.random, plies)
            context.conversation.start(board.game_string())
            begun = time.monotonic()
            answer = context.conversation.ask("bestmove time 00:00:01", 30)
            spent_s = time.monotonic() - begun
            _expect_move(board, answer)
            if spent_s > 1 + _TOLERANCE_S + context.conversation.extra_s:
                raise FailureError(f"bestmove took {spent_s:.2f} s instead of 1 s")


@check("limits.depth", "bestmove depth 1 returns immediately")
def _depth(context: Context) -> None:
    for game_type in context.game_types:
        board = random_game(game_type, context.random, 24)
        context.conversation.start(board.game_string())
        _expect_move(board, context.conversation.ask("bestmove depth 1", 5))


@check("limits.pass", "a forced pass returns immediately, whatever the time limit", optional=True)
def _pass(context: Context) -> None:
    context.need("Base")
    board = context.conversation.start(FORCED_PASS)
    answer = context.conversation.try_ask("bestmove time 00:10:00", 3)
    if answer is None:
        raise SkipError("the engine searches even if it has only one move")
    _expect_move(board, answer)


@check("limits.fraction", "bestmove time 00:00:00.250: fractions of a second", optional=True)
def _fraction(context: Context) -> None:
    board = context.conversation.start("Base;InProgress;White[2];wS1;bG1 wS1-")
    latest_s = 0.25 + _TOLERANCE_S + context.conversation.extra_s
    begun = time.monotonic()
    answer = context.conversation.try_ask("bestmove time 00:00:00.250", 5)
    spent_s = time.monotonic() - begun
    if answer is None or is_error(answer) or spent_s > latest_s:
        raise SkipError("the engine only supports whole seconds")
    _expect_move(board, answer)


@check("limits.stop", "stop ends a search (an extension)", optional=True)
def _stop(context: Context) -> None:
    board = context.conversation.start("Base;InProgress;White[2];wS1;bG1 wS1-")
    context.conversation.send(b"bestmove time 00:10:00\n")
    time.sleep(0.3)
    context.conversation.send(b"stop\n")
    begun = time.monotonic()
    try:
        answer = context.conversation.answer(_STOP_S + 2)
    except FaultError:
        raise
    except FailureError:
        raise SkipError("the engine doesn't support stop") from None
    if time.monotonic() - begun > _STOP_S + context.conversation.extra_s:
        raise FailureError(f"stop took {time.monotonic() - begun:.2f} s")
    if is_error(answer) or not answer:
        raise SkipError("the engine doesn't support stop")
    _expect_move(board, answer)
    context.conversation.answer(2, "stop")  # `stop` is a command with its own `ok`


def _expect_move(board: BaseBoard, answer: list[str]) -> None:
    """Expect the last line of a bestmove answer to start with a legal move."""
    if not answer or is_error(answer):
        raise FaultError(f"expected a move from bestmove, not {' / '.join(answer) or 'nothing'}")
    try:
        read_answer(board, answer[-1].split(";")[0].strip())
    except FailureError as failure:
        raise FaultError(str(failure)) from None
