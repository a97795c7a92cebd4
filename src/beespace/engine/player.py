"""The interface of players, which choose moves and can show their analysis.

Our engine and its levels, and external engines, all implement `Player`.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from beespace.engine.score import Score
from beespace.errors import BeespaceError
from beespace.rules import BaseBoard, Move


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop searching: at the first limit reached, or only on `stop()` if there is none.

    >>> Limit(time_s=0.5, depth=6)
    Limit(time_s=0.5, depth=6, nodes=None)

    Raises:
        TypeError: `depth` or `nodes` is not an integer, or `time_s` is not a number.
        ValueError: a limit is not positive and finite.
    """

    time_s: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name, kinds, what in (
            ("time_s", (int, float), "a number"),
            ("depth", (int,), "an integer"),
            ("nodes", (int,), "an integer"),
        ):
            value = getattr(self, name)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, kinds):
                raise TypeError(f"{name} must be {what}, not {value!r}")
            if not 0 < value < math.inf:
                raise ValueError(f"{name} must be positive and finite, not {value}")


@dataclass(frozen=True, slots=True)
class Line:
    """A move with its expected continuation, and the score for the player who makes it."""

    score: Score
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a player has found so far; the best of its `lines` comes first."""

    depth: int
    nodes: int
    time_s: float
    lines: tuple[Line, ...]

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]


def best_move(analyses: Iterator[Analysis]) -> Move:
    """Read all analyses and return the best move of the last one.

    Raises:
        BeespaceError: there was no analysis, because the game is over.
    """
    last = deque(analyses, maxlen=1)
    if not last:
        raise BeespaceError("the game is over: there is no move to choose")
    return last[0].best.moves[0]


class Player(Protocol):
    """Anything that can play."""

    @property
    def name(self) -> str:
        """The name to show in tables and records."""

    def choose(self, board: BaseBoard, limit: Limit) -> Move:
        """Return the move to play; leaves the board unchanged.

        Raises:
            BeespaceError: the game is over, or the player failed.
        """

    def analyse(self, board: BaseBoard, limit: Limit, lines: int = 1) -> Iterator[Analysis]:
        """Return an iterator over improving results; closing it stops the search."""

    def stop(self) -> None:
        """Stop the running search; `choose` then returns the best move so far. Thread-safe."""

    def new_game(self) -> None:
        """Forget everything from the previous game."""

    def close(self) -> None:
        """Release all resources."""
