"""Defines checks, and the decorator that registers them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from beespace.uhp.conform.conversation import Conversation, SkipError


@dataclass(slots=True)
class Context:
    """The settings of a run, and what the engine supports."""

    conversation: Conversation
    # The requested game types that the engine plays.
    game_types: tuple[str, ...]
    random: random.Random
    is_quick: bool
    # The number of random games per type; 0 means the default for a quick or full run.
    random_games: int = 0

    def some(self, quick: int, full: int) -> int:
        """Return `quick` for a quick run and `full` for a full one."""
        return quick if self.is_quick else full

    def few_types(self) -> tuple[str, ...]:
        """Return all game types or, in a quick run, only the first and last; for slow checks."""
        if not self.is_quick:
            return self.game_types
        return tuple(dict.fromkeys((*self.game_types[:1], *self.game_types[-1:])))

    def need(self, game_type: str) -> None:
        """Skip the check if the run doesn't include this game type."""
        if game_type not in self.game_types:
            raise SkipError(f"the engine does not play {game_type}, or this run leaves it out")


Run = Callable[[Context], None]


@dataclass(frozen=True, slots=True)
class Check:
    """A single check; its name starts with its group.

    An optional check covers something that UHP doesn't require, so it can't fail the run.
    """

    name: str
    description: str
    run: Run
    is_optional: bool = False
    # Whether the check needs a new process.
    is_fresh: bool = False


_BY_MODULE: dict[str, list[Check]] = {}


def checks_of(module: str) -> tuple[Check, ...]:
    """Return the checks that a module defines, in order."""
    return tuple(_BY_MODULE.get(module, ()))


def check(
    name: str, description: str, *, optional: bool = False, fresh: bool = False
) -> Callable[[Run], Run]:
    """Register a function as a check."""

    def add(run: Run) -> Run:
        found = Check(name, description, run, optional, fresh)
        _BY_MODULE.setdefault(run.__module__, []).append(found)
        return run

    return add
