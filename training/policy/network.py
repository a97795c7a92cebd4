"""The policy's network in floating point, and how it is fitted.

The probability of a candidate is the softmax of its appeal: a direct weight for each of its inputs,
and a layer of clipped units over the same inputs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from arrays import add_to_rows, sums_of_rows, xp
from batches import Batch, Batches
from numpy.typing import NDArray

MOST_UNIT = 4.0  # a unit's largest output
MOST_WEIGHT = 1.98  # of the first layer, so that it fits 8 bits


@dataclass(frozen=True)
class Recipe:
    """Everything that the result depends on, besides the games."""

    units: int = 32
    epochs: int = 8
    batch: int = 512
    rate: float = 0.002
    decay: float = 0.1
    dropout: float = 0.1
    seed: int = 1


class Network:
    """The weights, with Adam to fit them."""

    def __init__(self, inputs: int, recipe: Recipe) -> None:
        self._recipe = recipe
        self._random = np.random.default_rng(recipe.seed)
        units = recipe.units
        self.weights: dict[str, Any] = {
            "in": self._normal(inputs, units) * 0.03,
            "direct": xp.zeros(inputs, np.float32),
            "bias": xp.full(units, 0.1, np.float32),
            "out": self._normal(units) * units**-0.5,
        }
        self._mean = {name: xp.zeros_like(value) for name, value in self.weights.items()}
        self._square = {name: xp.zeros_like(value) for name, value in self.weights.items()}
        self._steps = 0

    def _normal(self, *shape: int) -> Any:
        return xp.asarray(self._random.standard_normal(shape).astype(np.float32))

    def chances(self, batch: Batch) -> Any:
        """Return the probability of each candidate."""
        w = self.weights
        units = xp.clip(
            sums_of_rows(w["in"], batch.inputs, batch.input_starts) + w["bias"], 0, MOST_UNIT
        )
        return _softmax(
            units @ w["out"] + sums_of_rows(w["direct"], batch.inputs, batch.input_starts), batch
        )

    def step(self, batch: Batch, rate: float) -> float:
        """Do one step of Adam, and return the loss before it."""
        w = self.weights
        sums = sums_of_rows(w["in"], batch.inputs, batch.input_starts) + w["bias"]
        kept = 1 - self._recipe.dropout
        mask = xp.asarray(self._random.random(sums.shape, np.float32)) < kept
        units = xp.clip(sums, 0, MOST_UNIT) * mask / np.float32(kept)
        direct = sums_of_rows(w["direct"], batch.inputs, batch.input_starts)
        chances = _softmax(units @ w["out"] + direct, batch)
        error = chances.copy()
        error[batch.played] -= 1
        error = (error / np.float32(len(batch.played))).astype(np.float32)
        behind = error[:, None] * w["out"] * mask / np.float32(kept)
        behind *= (sums > 0) & (sums < MOST_UNIT)
        gradients = {name: xp.zeros_like(value) for name, value in w.items()}
        add_to_rows(gradients["in"], batch.inputs, batch.input_starts, behind)
        add_to_rows(gradients["direct"], batch.inputs, batch.input_starts, error)
        gradients["bias"] += behind.sum(0)
        gradients["out"] += units.T @ error
        self._apply(gradients, rate)
        return float(-xp.log(chances[batch.played] + 1e-9).mean())

    def _apply(self, gradients: dict[str, Any], rate: float) -> None:
        self._steps += 1
        for name, gradient in gradients.items():
            mean, square, weight = self._mean[name], self._square[name], self.weights[name]
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            change = mean / (1 - 0.9**self._steps)
            change /= xp.sqrt(square / (1 - 0.99**self._steps)) + 1e-8
            weight -= np.float32(rate) * (change + np.float32(self._recipe.decay) * weight)
        xp.clip(self.weights["in"], -MOST_WEIGHT, MOST_WEIGHT, out=self.weights["in"])

    def fit(self, batches: Batches, which: NDArray[np.int64]) -> Iterator[float]:
        """Fit it to positions, and yield the mean loss of each epoch."""
        recipe = self._recipe
        steps = -(-len(which) // recipe.batch)
        for epoch in range(recipe.epochs):
            order = self._random.permutation(which)
            losses = []
            for number in range(steps):
                done = (epoch * steps + number) / (recipe.epochs * steps)
                part = order[number * recipe.batch : (number + 1) * recipe.batch]
                losses.append(self.step(batches.batch(part), recipe.rate * _warmth(done)))
            yield float(np.mean(losses))


def _warmth(done: float) -> float:
    """Return the share of the full rate: it rises for a tenth of the steps, and then falls to 0."""
    if done < 0.1:
        return 0.04 + 0.96 * done / 0.1
    return 0.5 + 0.5 * float(np.cos(np.pi * (done - 0.1) / 0.9))


def _softmax(appeal: Any, batch: Batch) -> Any:
    most = xp.zeros(len(batch.starts), appeal.dtype)
    if xp is np:
        most = np.maximum.reduceat(appeal, batch.starts)
    else:
        most[:] = -xp.inf
        xp.maximum.at(most, batch.position, appeal)
    powers = xp.exp(appeal - most[batch.position])
    sums = sums_of_rows(powers, xp.arange(len(powers)), batch.starts)
    return powers / sums[batch.position]


def ranks(chances: Any, batch: Batch) -> Any:
    """Return how many candidates are more likely than the one played; equal ones count half."""
    own = chances[batch.played][batch.position]
    above = (chances > own) + 0.5 * (chances == own)
    return sums_of_rows(above, xp.arange(len(above)), batch.starts) - 0.5
