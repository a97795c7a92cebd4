"""Adds up the games of a match, which may finish in any order."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, field

from beespace.uhp.match.saved import Finished
from beespace.uhp.match.statistics import Pairs


@dataclass(frozen=True, slots=True)
class TimeUse:
    """How long a side thought about its moves, in milliseconds.

    An overrun is the time beyond the limit; it is None if there was no time limit.
    """

    moves: int
    mean_ms: float
    overrun_p999_ms: float | None = None
    overrun_max_ms: float | None = None

    @classmethod
    def of(cls, spent_ms: list[int], limit_s: float | None) -> TimeUse:
        """Return the statistics of a side's moves."""
        if not spent_ms:
            return cls(0, 0.0)
        mean = statistics.fmean(spent_ms)
        if limit_s is None:
            return cls(len(spent_ms), mean)
        over = sorted(max(0.0, spent - 1000 * limit_s) for spent in spent_ms)
        # The smallest value that at least 99.9 % of the moves don't exceed.
        p999 = over[math.ceil(0.999 * len(over)) - 1]
        return cls(len(spent_ms), mean, p999, over[-1])


@dataclass(slots=True)
class Tally:
    """The results so far, from A's point of view."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    plies: int = 0
    # Games drawn at the ply limit; `draws` includes them.
    adjudicated: int = 0
    faults: list[Finished] = field(default_factory=list)
    spent_ms: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    by_type: dict[str, list[float]] = field(default_factory=dict)
    _halves: dict[int, float] = field(default_factory=dict)
    _pair_points: list[float] = field(default_factory=list)

    def add(self, game: Finished) -> None:
        """Count a game."""
        self.wins += game.a_points == 1
        self.draws += game.a_points == 0.5
        self.losses += game.a_points == 0
        self.plies += game.plies
        self.adjudicated += game.end == "plies"
        if game.fault:
            self.faults.append(game)
        for side in (0, 1):
            self.spent_ms[side].extend(game.spent_ms[side])
        self.by_type.setdefault(game.game_type, []).append(game.a_points)
        first_half = self._halves.pop(game.number // 2, None)
        if first_half is None:
            self._halves[game.number // 2] = game.a_points
        else:
            self._pair_points.append(first_half + game.a_points)

    @property
    def games(self) -> int:
        """The number of finished games."""
        return self.wins + self.draws + self.losses

    @property
    def pairs(self) -> Pairs:
        """The pairs whose games have both finished."""
        return Pairs.of(self._pair_points)
