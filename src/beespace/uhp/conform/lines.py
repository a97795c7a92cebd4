"""Checks of input lines: unknown commands, whitespace, line endings and junk."""

from __future__ import annotations

import string
import time

from beespace.uhp.conform.checks import Context, check
from beespace.uhp.conform.conversation import Conversation, FailureError
from beespace.uhp.program import is_error

_LONG_LINES = (10_000, 200_000, 3_000_000)


@check("lines.unknown", "an unknown command gets an err, and the engine keeps running")
def _unknown(context: Context) -> None:
    for command in ("frobnicate", "newgames", "play_", "bestmoves depth 1", "?"):
        context.conversation.expect_error(command)


@check("lines.case", "commands in capitals get an answer, whether accepted or rejected")
def _case(context: Context) -> None:
    for command in ("INFO", "NewGame Base", "VALIDMOVES"):
        context.conversation.ask(command)


@check("lines.blanks", "whitespace around a command is ignored")
def _blanks(context: Context) -> None:
    context.conversation.ask("newgame Base")
    for command in ("info ", "  info", "\tinfo\t"):
        context.conversation.ask(command)
    _expect_alive(context.conversation)


@check("lines.empty", "empty lines are ignored or rejected")
def _empty(context: Context) -> None:
    context.conversation.send(b"\n\n   \n")
    _expect_alive(context.conversation)


@check("lines.crlf", "lines that end with CR LF work")
def _crlf(context: Context) -> None:
    context.conversation.send(b"newgame Base\r\n")
    if is_error(context.conversation.answer()):
        raise FailureError("newgame Base fails if the line ends with CR LF")
    context.conversation.send(b"play wS1\r\n")
    if is_error(context.conversation.answer()):
        raise FailureError("play wS1 fails if the line ends with CR LF")


@check("lines.together", "several commands sent at once are answered in order")
def _together(context: Context) -> None:
    context.conversation.ask("newgame Base")
    context.conversation.send(b"play wS1\nplay bS1 wS1-\nundo\nvalidmoves\n")
    turns = [context.conversation.answer()[-1:] for _ in range(4)]
    expected = ("Black[1]", "White[2]", "Black[1]")
    for answer, turn in zip(turns, expected, strict=False):
        if not answer or f";{turn}" not in answer[0]:
            raise FailureError(f"expected a game string at {turn}, not {answer}")


@check("junk.text", "lines of random characters don't crash the engine")
def _text(context: Context) -> None:
    words = ("play", "newgame", "undo", "options", "bestmove", "validmoves", "Base", "wS1", "-1")
    for _ in range(context.some(100, 1000)):
        rng = context.random
        if rng.random() < 0.5:
            line = " ".join(rng.choices(words, k=rng.randrange(2, 6)))
            if line.startswith("bestmove"):
                line = "x" + line  # searches have their own checks
        else:
            line = "".join(rng.choices(string.printable.strip(), k=rng.randrange(1, 80)))
        context.conversation.send(line.encode() + b"\n")
    _expect_alive(context.conversation)


@check("junk.binary", "bytes that aren't text don't crash the engine")
def _binary(context: Context) -> None:
    for _ in range(context.some(20, 200)):
        data = context.random.randbytes(context.random.randrange(1, 200))
        # One line each; random bytes practically never spell `exit`.
        context.conversation.send(data.translate(None, b"\r\n") + b"\n")
    context.conversation.send(b"play w\0S1\n\xff\xfe\xfd\n\xc3\x28\n")
    _expect_alive(context.conversation)


@check("junk.long", "very long lines don't crash the engine")
def _long(context: Context) -> None:
    for length in _LONG_LINES[: context.some(2, 3)]:
        for start in ("x", "play w", "newgame Base;InProgress;White[1];"):
            context.conversation.send((start + "S" * length).encode() + b"\n")
    _expect_alive(context.conversation, timeout_s=60)


def _expect_alive(conversation: Conversation, timeout_s: float | None = None) -> None:
    """Expect the engine to accept a new game; answers to earlier lines are skipped."""
    conversation.send(b"info\n")
    deadline = time.monotonic() + (timeout_s or conversation.patience_s)
    while True:
        answer = conversation.answer(max(deadline - time.monotonic(), 0.1), "info")
        if answer and answer[0].startswith("id "):
            break
    # If one of the earlier lines was also `info`, its answer may still be pending.
    conversation.send(b"newgame Base;InProgress;White[2];wS1;bG1 wS1-\n")
    while not answer or not answer[-1].endswith("White[2];wS1;bG1 wS1-"):
        answer = conversation.answer(max(deadline - time.monotonic(), 0.1), "newgame")
