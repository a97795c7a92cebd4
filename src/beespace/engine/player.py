"""The interface of players, which choose moves and can show their analysis.

Our engine and its levels, and external engines, all implement `Player`.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, Self

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


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """How good a position is for the player to move, in hundredths of a free ant.

    Forced wins and losses are further from zero than all other scores.

    >>> str(Score(150)), str(Score.win(3)), str(-Score.win(3))
    ('+1.50', 'win in 3', 'loss in 3')
    >>> Score.win(1) > Score.win(2) > Score(9999) > -Score.win(2) > -Score.win(1)
    True
    """

    value: int

    # A win in n plies is stored as _WIN - n, like in the core.
    _WIN = 30000
    _LONGEST = 200

    @classmethod
    def win(cls, moves: int) -> Self:
        """Return the score of a forced win in a number of the player's own moves."""
        return cls(cls._WIN - (2 * moves - 1))

    @property
    def is_decided(self) -> bool:
        """Whether it is a forced win or loss."""
        return abs(self.value) > self._WIN - self._LONGEST

    @property
    def win_in(self) -> int | None:
        """The player's own moves until the forced win; negative for a loss; None if undecided."""
        if not self.is_decided:
            return None
        plies = self._WIN - abs(self.value)
        moves = (plies + 1) // 2
        return moves if self.value > 0 else -moves

    def __neg__(self) -> Score:
        return Score(-self.value)

    def __str__(self) -> str:
        moves = self.win_in
        if moves is None:
            return f"{self.value / 100:+.2f}"
        return f"win in {moves}" if moves > 0 or self.value > 0 else f"loss in {-moves}"


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
