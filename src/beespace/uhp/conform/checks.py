"""What a check is, and how a module declares its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from beespace.uhp.conform.conversation import Conversation, SkipError


@dataclass(slots=True)
class Context:
    """What a run was asked for, and what the engine can do."""

    conversation: Conversation
    # Those that were asked for and that the engine plays.
    game_types: tuple[str, ...]
    random: random.Random
    is_quick: bool
    # How many random games of each type; 0: as many as fit the kind of run.
    random_games: int = 0

    def some(self, quick: int, full: int) -> int:
        """How much of something to do."""
        return quick if self.is_quick else full

    def few_types(self) -> tuple[str, ...]:
        """For checks that take seconds for each: in a quick run the smallest and largest box."""
        if not self.is_quick:
            return self.game_types
        return tuple(dict.fromkeys((*self.game_types[:1], *self.game_types[-1:])))

    def need(self, game_type: str) -> None:
        """Skip the check if the engine does not play this game type."""
        if game_type not in self.game_types:
            raise SkipError(f"the engine does not play {game_type}, or it was not asked for")


Run = Callable[[Context], None]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is looked at; the name begins with its group.

    An optional check is about something that UHP does not ask for: failing it is no fault.
    """

    name: str
    description: str
    run: Run
    is_optional: bool = False
    # Begins with a new process.
    is_fresh: bool = False


_BY_MODULE: dict[str, list[Check]] = {}


def checks_of(module: str) -> tuple[Check, ...]:
    """The checks that a module defines, in its order."""
    return tuple(_BY_MODULE.get(module, ()))


def check(
    name: str, description: str, *, optional: bool = False, fresh: bool = False
) -> Callable[[Run], Run]:
    """Make a function a check."""

    def add(run: Run) -> Run:
        found = Check(name, description, run, optional, fresh)
        _BY_MODULE.setdefault(run.__module__, []).append(found)
        return run

    return add
