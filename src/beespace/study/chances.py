"""From scores to chances: what an advantage is worth to a person who wants to win."""

from __future__ import annotations

import math

from beespace.engine import Score

# The evaluation is tuned so that this many hundredths of a free ant make a win e times as likely
# as a loss: training/fit.py has the same number.
SCALE = 300.0

# How fast a move's accuracy falls with the winning chance it throws away: a tenth leaves 61 %.
_STEEPNESS = 5.0


def winning_chance(score: Score) -> float:
    """The chance to win, from 0 to 1, of the player whom the score is for.

    >>> winning_chance(Score.win(3)), winning_chance(-Score.win(1))
    (1.0, 0.0)
    """
    if score.is_decided:
        return 1.0 if score.value > 0 else 0.0
    return 1 / (1 + math.exp(-score.value / SCALE))


def accuracy(loss: float) -> float:
    """How accurate a move was that lost so much of the winning chance, from 0 to 100.

    >>> accuracy(0), round(accuracy(0.1)), round(accuracy(0.5))
    (100.0, 61, 8)
    """
    return 100 * math.exp(-_STEEPNESS * max(loss, 0))
