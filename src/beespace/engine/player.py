"""What a player is: something that chooses moves and can show what it thinks.

Engines of ours and others, levels and people's programs all come as a `Player`.
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
    """How long to think: the first limit that is reached ends it; with none, until stopped.

    >>> Limit(time_s=0.5, depth=6)
    Limit(time_s=0.5, depth=6, nodes=None)

    Raises:
        TypeError: a depth or a number of nodes is not whole, or the time is no number.
        ValueError: a limit is not above 0, or the time is endless.
    """

    time_s: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name, kinds, what in (
            ("time_s", (int, float), "a number"),
            ("depth", (int,), "a whole number"),
            ("nodes", (int,), "a whole number"),
        ):
            value = getattr(self, name)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, kinds):
                raise TypeError(f"{name} must be {what}, not {value!r}")
            if not 0 < value < math.inf:
                raise ValueError(f"{name} must be above 0 and finite, not {value}")


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """How good a position is for the player to move, in hundredths of a free ant.

    Forced wins and losses are further from zero than anything else; `win_in` counts own moves.

    >>> str(Score(150)), str(Score.win(3)), str(-Score.win(3))
    ('+1.50', 'win in 3', 'loss in 3')
    >>> Score.win(1) > Score.win(2) > Score(9999) > -Score.win(2) > -Score.win(1)
    True
    """

    value: int

    # A win in n plies is stored as _WIN - n, as the core does.
    _WIN = 30000
    _LONGEST = 200

    @classmethod
    def win(cls, moves: int) -> Self:
        """A forced win with the own move of this number."""
        return cls(cls._WIN - (2 * moves - 1))

    @property
    def is_decided(self) -> bool:
        """Whether it is a forced win or loss."""
        return abs(self.value) > self._WIN - self._LONGEST

    @property
    def win_in(self) -> int | None:
        """After how many own moves the game is won; negative: lost by then; None: undecided."""
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
    """A move, how the player expects the game to go on, and the score for the mover."""

    score: Score
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a player has found so far; `lines` has the best move first."""

    depth: int
    nodes: int
    time_s: float
    lines: tuple[Line, ...]

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]


def best_move(analyses: Iterator[Analysis]) -> Move:
    """The first move of the last analysis, once it is complete.

    Raises:
        BeespaceError: there was none, because the game is over.
    """
    last = deque(analyses, maxlen=1)
    if not last:
        raise BeespaceError("the game is over: there is no move to choose")
    return last[0].best.moves[0]


class Player(Protocol):
    """Anything that can play."""

    @property
    def name(self) -> str:
        """What to call it in tables and records."""

    def choose(self, board: BaseBoard, limit: Limit) -> Move:
        """The move to play; the board is not changed.

        Raises:
            BeespaceError: the game is over, or the player failed.
        """

    def analyse(self, board: BaseBoard, limit: Limit, lines: int = 1) -> Iterator[Analysis]:
        """What it finds, growing better; closing the iterator ends the thinking."""

    def stop(self) -> None:
        """End the present thinking soon, from any thread: `choose` then returns what it has."""

    def new_game(self) -> None:
        """Forget what was learned in the game before."""

    def close(self) -> None:
        """Give back everything it holds."""
