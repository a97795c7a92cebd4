"""Converts scores to winning chances, and losses of winning chance to accuracy."""

from __future__ import annotations

import math

from beespace.engine import Score

# The evaluation is tuned so that a score this high makes a win e times as likely as a loss;
# training/fit.py uses the same number.
SCALE = 300.0

# How fast accuracy falls with lost winning chance: losing 10 % leaves an accuracy of 61.
_STEEPNESS = 5.0


def winning_chance(score: Score) -> float:
    """Return the winning chance, from 0 to 1, of the player the score is for.

    >>> winning_chance(Score.win(3)), winning_chance(-Score.win(1))
    (1.0, 0.0)
    """
    if score.is_decided:
        return 1.0 if score.value > 0 else 0.0
    return 1 / (1 + math.exp(-score.value / SCALE))


def accuracy(loss: float) -> float:
    """Return the accuracy, from 0 to 100, of a move that loses some winning chance.

    >>> accuracy(0), round(accuracy(0.1)), round(accuracy(0.5))
    (100.0, 61, 8)
    """
    return 100 * math.exp(-_STEEPNESS * max(loss, 0))
