"""Clocks: how much time players have, what a move costs, and when a flag falls.

Times are milliseconds since 1970 and handed in by the caller. What is left of a player's time
stands with their last move, so that a takeback sets the clocks back by taking moves away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from beespace.server.messages.board import ColorLetter, PlayedMove
from beespace.server.messages.games import Clock, ClockState, DaysClock, LiveClock

# What is given back of the time that messages take: for each move at most, in a game at first and
# at most, and how much of that comes back with every move. Who answers pings late on purpose gains
# no more than the last.
MOST_LAG_MS = 500
_LAG_BUDGET_MS = 1500
_LAG_REFILL_MS = 200
_DAY_MS = 24 * 3600 * 1000
# The first move of each player costs no time on a live clock: people may still be coming.
_FREE_PLIES = 2


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time for the whole game and some more for each move, or so many days for each move."""

    base_ms: int
    increment_ms: int = 0
    is_days: bool = False

    @classmethod
    def of_message(cls, clock: Clock) -> Self:
        """What was asked for."""
        if isinstance(clock, DaysClock):
            return cls(clock.days * _DAY_MS, is_days=True)
        return cls(clock.base_s * 1000, clock.increment_s * 1000)

    @classmethod
    def parse(cls, text: str) -> Self:
        """What `str` wrote.

        >>> TimeControl.parse("300+3"), str(TimeControl.parse("3d"))
        (TimeControl(base_ms=300000, increment_ms=3000, is_days=False), '3d')
        """
        if text.endswith("d"):
            return cls(int(text[:-1]) * _DAY_MS, is_days=True)
        base, _, increment = text.partition("+")
        return cls(int(base) * 1000, int(increment) * 1000)

    def __str__(self) -> str:
        if self.is_days:
            return f"{self.base_ms // _DAY_MS}d"
        return f"{self.base_ms // 1000}+{self.increment_ms // 1000}"

    @property
    def pgn(self) -> str:
        """As PGN writes it; so many days a move are a period of one move.

        >>> TimeControl.parse("300+3").pgn, TimeControl.parse("3d").pgn
        ('300+3', '1/259200')
        """
        if self.is_days:
            return f"1/{self.base_ms // 1000}"
        base, increment = self.base_ms // 1000, self.increment_ms // 1000
        return f"{base}+{increment}" if increment else f"{base}"

    def message(self) -> Clock:
        """As it is told."""
        if self.is_days:
            return DaysClock(days=self.base_ms // _DAY_MS)
        return LiveClock(base_s=self.base_ms // 1000, increment_s=self.increment_ms // 1000)

    def left_ms(self, moves: Sequence[PlayedMove], color: ColorLetter) -> int:
        """What a player's clock showed when it was last stopped, or at first."""
        if not self.is_days:
            first = len(moves) - 1 if (len(moves) % 2 == 1) == (color == "w") else len(moves) - 2
            for ply in range(first, -1, -2):
                shown = moves[ply].clock_ms
                if shown is not None:
                    return shown
        return self.base_ms

    def deadline(self, moves: Sequence[PlayedMove], began_ms: int) -> int | None:
        """When the flag of the player to move falls, whose turn began at a time."""
        if not self.is_days and len(moves) < _FREE_PLIES:
            return None
        return began_ms + self.left_ms(moves, _to_move(moves))

    def after_move(self, moves: Sequence[PlayedMove], spent_ms: int, lag_ms: int) -> int | None:
        """What the clock of the player to move shows after a move that took so long.

        `lag_ms` of it are given back.
        """
        if self.is_days:
            return None
        left = self.left_ms(moves, _to_move(moves))
        if len(moves) < _FREE_PLIES:
            return left
        return max(left - max(spent_ms - lag_ms, 0), 0) + self.increment_ms

    def state(self, moves: Sequence[PlayedMove], deadline: int | None, now_ms: int) -> ClockState:
        """What the clocks show now; the running one is that of the player to move."""
        ms: dict[ColorLetter, int] = {
            "w": self.left_ms(moves, "w"),
            "b": self.left_ms(moves, "b"),
        }
        if deadline is None:
            return ClockState(ms=ms, running=None)
        running = _to_move(moves)
        ms[running] = max(deadline - now_ms, 0)
        return ClockState(ms=ms, running=running)


class LagBudget:
    """How much of the time that messages take a player can still be given back.

    It need not be kept: who makes the server forget it gains a second.
    """

    def __init__(self) -> None:
        self._left_ms = _LAG_BUDGET_MS

    def granted(self, lag_ms: int) -> int:
        """What is given back for the present move, if messages take so long."""
        return max(min(lag_ms, MOST_LAG_MS, self._left_ms), 0)

    def spend(self, granted_ms: int) -> None:
        """Note what was given back for a move."""
        self._left_ms = min(self._left_ms - granted_ms + _LAG_REFILL_MS, _LAG_BUDGET_MS)


def has_fallen(deadline: int | None, now_ms: int, lag_ms: int) -> bool:
    """Whether a flag is down, if so much is given back."""
    return deadline is not None and now_ms - lag_ms >= deadline


def _to_move(moves: Sequence[PlayedMove]) -> ColorLetter:
    return "b" if len(moves) % 2 else "w"
