"""Clocks: how much time players have left, what a move costs, and when a flag falls.

Times are milliseconds since 1970, and the caller passes them in. Each move stores the time its
player had left, so that removing moves in a takeback also resets the clocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from beespace.server.boards.messages import ColorLetter, PlayedMove
from beespace.server.play.messages.games import Clock, ClockState, DaysClock, LiveClock

_DAY_MS = 24 * 3600 * 1000
# Each player's first move is free on a live clock, because players may still be arriving.
FREE_PLIES = 2


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control: time for the game plus an increment per move, or days for each move."""

    base_ms: int
    increment_ms: int = 0
    is_days: bool = False

    @classmethod
    def of_message(cls, clock: Clock) -> Self:
        """Return the time control of a request."""
        if isinstance(clock, DaysClock):
            return cls(clock.days * _DAY_MS, is_days=True)
        return cls(clock.base_s * 1000, clock.increment_s * 1000)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the output of `str`.

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
        """The time control in PGN notation; days per move are periods of one move.

        >>> TimeControl.parse("300+3").pgn, TimeControl.parse("3d").pgn
        ('300+3', '1/259200')
        """
        if self.is_days:
            return f"1/{self.base_ms // 1000}"
        base, increment = self.base_ms // 1000, self.increment_ms // 1000
        return f"{base}+{increment}" if increment else f"{base}"

    def message(self) -> Clock:
        """Return the time control as a message."""
        if self.is_days:
            return DaysClock(days=self.base_ms // _DAY_MS)
        return LiveClock(base_s=self.base_ms // 1000, increment_s=self.increment_ms // 1000)

    def left_ms(self, moves: Sequence[PlayedMove], color: ColorLetter) -> int:
        """Return a player's time after their last move, or at the start of the game."""
        if not self.is_days:
            first = len(moves) - 1 if (len(moves) % 2 == 1) == (color == "w") else len(moves) - 2
            for ply in range(first, -1, -2):
                shown = moves[ply].clock_ms
                if shown is not None:
                    return shown
        return self.base_ms

    def deadline(self, moves: Sequence[PlayedMove], began_ms: int) -> int | None:
        """Return when the flag of the player to move falls, or None if no clock is running."""
        if not self.is_days and len(moves) < FREE_PLIES:
            return None
        return began_ms + self.left_ms(moves, _to_move(moves))

    def after_move(self, moves: Sequence[PlayedMove], spent_ms: int, lag_ms: int) -> int | None:
        """Return the clock of the player to move after a move that took `spent_ms`.

        `lag_ms` of that time is given back.
        """
        if self.is_days:
            return None
        left = self.left_ms(moves, _to_move(moves))
        if len(moves) < FREE_PLIES:
            return left
        return max(left - max(spent_ms - lag_ms, 0), 0) + self.increment_ms

    def state(self, moves: Sequence[PlayedMove], deadline: int | None, now_ms: int) -> ClockState:
        """Return the current clocks. If one is running, it is that of the player to move."""
        ms: dict[ColorLetter, int] = {
            "w": self.left_ms(moves, "w"),
            "b": self.left_ms(moves, "b"),
        }
        if deadline is None:
            return ClockState(ms=ms, running=None)
        running = _to_move(moves)
        ms[running] = max(deadline - now_ms, 0)
        return ClockState(ms=ms, running=running)


def has_fallen(deadline: int | None, now_ms: int, lag_ms: int) -> bool:
    """Return whether a flag has fallen, after giving back `lag_ms`."""
    return deadline is not None and now_ms - lag_ms >= deadline


def _to_move(moves: Sequence[PlayedMove]) -> ColorLetter:
    return "b" if len(moves) % 2 else "w"
