"""Match statistics: Elo with its error, likelihood of superiority and a sequential test.

Two games with the same opening and swapped colours form a pair. All statistics are based on pairs:
the two results depend on each other, so treating games as independent would overstate precision.
A's share of a pair's points has five possible values, hence the name "pentanomial".
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

# A's points in a pair as a share of the two points at stake.
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
# The two-sided 95 % quantile of a normal distribution.
_Z95 = 1.959963984540054
# The count assumed for outcomes that didn't occur; without it, a one-sided match would have no
# variance.
_UNSEEN = 1e-3
_ELO_SCALE = 400 / math.log(10)
_SMALLEST_SHARE = 1e-4

Verdict = Literal["continue", "accept", "reject"]


def share_of_elo(elo: float) -> float:
    """Return the expected share of points for an Elo difference.

    >>> round(share_of_elo(0), 3), round(share_of_elo(400), 3)
    (0.5, 0.909)
    """
    return 1 / (1 + math.exp(-elo / _ELO_SCALE))


def elo_of_share(share: float) -> float:
    """Return the Elo difference for a share of points, clamped to about ±1600."""
    share = min(max(share, _SMALLEST_SHARE), 1 - _SMALLEST_SHARE)
    return _ELO_SCALE * math.log(share / (1 - share))


@dataclass(frozen=True, slots=True)
class Pairs:
    """How many times A scored 0, ½, 1, 1½ and 2 points in a pair of games.

    >>> pairs = Pairs.of([0.5, 1.0, 2.0, 1.5, 1.0])
    >>> pairs.counts, pairs.share
    ((0, 1, 2, 1, 1), 0.6)
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, points: Iterable[float]) -> Pairs:
        """Count pairs by A's points, each from 0 to 2 in steps of ½."""
        counts = [0, 0, 0, 0, 0]
        for point in points:
            counts[round(2 * point)] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def total(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def share(self) -> float:
        """A's share of all points; one half if there are no pairs."""
        if not self.total:
            return 0.5
        return sum(n * s for n, s in zip(self.counts, SHARES, strict=True)) / self.total

    @property
    def standard_error(self) -> float:
        """The standard error of the share."""
        if self.total < 2:
            return math.inf
        probabilities = _probabilities(self)
        mean = sum(p * s for p, s in zip(probabilities, SHARES, strict=True))
        variance = sum(p * (s - mean) ** 2 for p, s in zip(probabilities, SHARES, strict=True))
        return math.sqrt(variance / self.total)

    @property
    def elo(self) -> float:
        """The estimated Elo difference in A's favour."""
        return elo_of_share(self.share)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the Elo difference."""
        if self.total < 2:
            return -math.inf, math.inf
        width = _Z95 * self.standard_error
        return elo_of_share(self.share - width), elo_of_share(self.share + width)

    @property
    def elo_error(self) -> float:
        """Half the width of the 95 % interval."""
        low, high = self.elo_interval
        return (high - low) / 2

    @property
    def superiority(self) -> float:
        """The likelihood that A is stronger (LOS)."""
        if self.total < 2:
            return 0.5
        return 0.5 * (1 + math.erf((self.share - 0.5) / self.standard_error / math.sqrt(2)))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of `elo1` against `elo0` as A's advantage; it stops once it is decided.

    The generalised likelihood ratio compares the likeliest distribution over the five outcomes
    whose mean is that of `elo1` with the likeliest one whose mean is that of `elo0`.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which `elo0` and `elo1` are accepted.

        >>> tuple(round(bound, 3) for bound in Sprt(0, 10).bounds)
        (-2.944, 2.944)
        """
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, pairs: Pairs) -> float:
        """Return the log-likelihood ratio."""
        if not pairs.total:
            return 0.0
        seen = _probabilities(pairs)
        under0 = _likeliest_with_mean(seen, share_of_elo(self.elo0))
        under1 = _likeliest_with_mean(seen, share_of_elo(self.elo1))
        return pairs.total * sum(
            p * math.log(p1 / p0) for p, p0, p1 in zip(seen, under0, under1, strict=True)
        )

    def verdict(self, pairs: Pairs) -> Verdict:
        """Return the state of the test; `accept` means that `elo1` is accepted."""
        low, high = self.bounds
        llr = self.llr(pairs)
        if llr >= high:
            return "accept"
        return "reject" if llr <= low else "continue"


def _probabilities(pairs: Pairs) -> list[float]:
    counts = [max(count, _UNSEEN) for count in pairs.counts]
    total = sum(counts)
    return [count / total for count in counts]


def _likeliest_with_mean(seen: list[float], mean: float) -> list[float]:
    """Return the distribution with the given mean that makes `seen` most likely.

    By Lagrange multipliers it is p / (1 + t (share - mean)), with t chosen to give the right mean.
    The sum below decreases in t, so bisection finds it.
    """
    # All denominators must stay positive.
    low, high = -1 / (SHARES[-1] - mean), -1 / (SHARES[0] - mean)
    for _ in range(200):
        middle = (low + high) / 2
        slope = sum(
            p * (s - mean) / (1 + middle * (s - mean)) for p, s in zip(seen, SHARES, strict=True)
        )
        if slope > 0:
            low = middle
        else:
            high = middle
    t = (low + high) / 2
    return [p / (1 + t * (s - mean)) for p, s in zip(seen, SHARES, strict=True)]
