"""Runs the checks against an engine, one by one."""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Literal

from beespace.errors import BeespaceError, EngineStoppedError
from beespace.rules import EXPANSIONS, GAME_TYPES, Bug
from beespace.uhp.conform import endurance, limits, lines, notation, protocol, rules
from beespace.uhp.conform.checks import Check, Context, checks_of
from beespace.uhp.conform.conversation import Conversation, FailureError, FaultError, SkipError

Status = Literal["PASS", "FAIL", "SKIP"]
CHECKS = tuple(
    check
    for module in (protocol, lines, notation, rules, limits, endurance)
    for check in checks_of(module.__name__)
)
_LETTERS = {str(Bug(letter)): letter for letter in EXPANSIONS}


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check; only failures have a transcript."""

    check: Check
    status: Status
    reason: str
    seconds: float
    transcript: tuple[str, ...] = ()


def select(names: Sequence[str]) -> list[Check]:
    """Return the checks with these names or groups, or all if there are none.

    Raises:
        BeespaceError: no check has that name.
    """
    for name in names:
        if not any(_is_meant(check, name) for check in CHECKS):
            raise BeespaceError(f"unknown check {name!r}; --list shows all checks")
    return [c for c in CHECKS if not names or any(_is_meant(c, name) for name in names)]


def _is_meant(check: Check, name: str) -> bool:
    return check.name == name or check.name.split(".")[0] == name


def run(
    command: Sequence[str],
    checks: Sequence[Check],
    *,
    game_types: Sequence[str] = GAME_TYPES,
    seed: int = 1,
    quick: bool = False,
    random_games: int = 0,
    extra_s: float = 0.0,
) -> Generator[CheckResult]:
    """Yield the results of the checks.

    Raises:
        EngineStoppedError: the engine can't be started.
    """
    conversation = Conversation(command, extra_s)
    try:
        _ = conversation.engine
        playable = _playable(conversation.engine.info, game_types)
        if not playable or not set(game_types) <= set(GAME_TYPES):
            raise BeespaceError(
                f"the engine plays none of {', '.join(game_types)}, or a game type is unknown"
            )
        for check in checks:
            # Each check has its own seed, so its result doesn't depend on earlier checks.
            rng = random.Random(f"{seed} {check.name}")
            yield _run_one(check, Context(conversation, playable, rng, quick, random_games))
    finally:
        conversation.close()


def _playable(info: Sequence[str], game_types: Sequence[str]) -> tuple[str, ...]:
    """Return the requested game types whose expansions the engine supports."""
    claimed = {_LETTERS.get(word, "") for word in ";".join(info[1:]).split(";")}
    return tuple(t for t in game_types if set(t[5:]) <= claimed)


def _run_one(check: Check, context: Context) -> CheckResult:
    conversation = context.conversation
    begun = time.monotonic()
    try:
        conversation.transcript.clear()
        if check.is_fresh:
            conversation.restart()
        check.run(context)
        return CheckResult(check, "PASS", "", time.monotonic() - begun)
    except SkipError as skip:
        reason = str(skip)
    except (FailureError, EngineStoppedError) as failure:
        if not check.is_optional or isinstance(failure, FaultError):
            seconds, transcript = time.monotonic() - begun, tuple(conversation.transcript)
            conversation.close()
            return CheckResult(check, "FAIL", str(failure), seconds, transcript)
        reason = f"optional: {failure}"
    # Answers may be pending, so the next check starts a new process.
    conversation.close()
    return CheckResult(check, "SKIP", reason, time.monotonic() - begun)
