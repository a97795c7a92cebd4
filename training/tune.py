"""Fits the weights of the evaluation to the results of games.

    tune.py DATA.npz... [--steps 3000]

Logistic regression: the chance to win is a logistic function of the evaluation. A tenth of the
games (never single positions) is held back to show whether the fit is real. Prints the table for
native/eval/weights.h.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SCALE = 300.0  # hundredths of a free ant that make a win 2.7 times as likely as a loss
BLEND = 0.75  # how much the result counts against the search's own opinion
PULL = 1e-5  # towards smaller weights, so that rare features stay small
FREE_ANT = 4
SHAPE = (
    ("FREE", 8),
    ("HELD", 8),
    ("COVERED", 8),
    ("QUEEN_RING", 7),
    ("QUEEN_STUCK", 1),
    ("PILLBUG_GUARD", 1),
    ("BEETLE_ON_QUEEN", 1),
    ("BEETLE_BESIDE_QUEEN", 1),
    ("RAISED_BESIDE_QUEEN", 1),
    ("ATTACKERS", 6),
    ("DROPS", 1),
    ("TO_MOVE", 1),
)


def sigmoid(x: Floats) -> Floats:
    """The logistic function."""
    return np.asarray(1 / (1 + np.exp(-x)))


def loss(weights: Floats, features: Floats, labels: Floats) -> float:
    """The mean cross entropy."""
    p = np.clip(sigmoid(features @ weights / SCALE), 1e-6, 1 - 1e-6)
    return float(-np.mean(labels * np.log(p) + (1 - labels) * np.log(1 - p)))


def fit(features: Floats, labels: Floats, steps: int) -> Floats:
    """Minimize the loss by Adam over all positions at once."""
    weights = np.zeros(features.shape[1])
    mean, variance = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        error = sigmoid(features @ weights / SCALE) - labels
        gradient = features.T @ error / len(labels) / SCALE * 100 + PULL * weights
        mean = 0.9 * mean + 0.1 * gradient
        variance = 0.999 * variance + 0.001 * gradient**2
        rate = 2.0 * (1 - step / steps) + 0.02
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(variance / (1 - 0.999**step)) + 1e-9)
    return weights


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--steps", type=int, default=3000)
    options = parser.parse_args()
    loaded = [np.load(path) for path in options.data]
    features = np.concatenate([d["features"] for d in loaded]).astype(np.float64)
    results = np.concatenate([d["results"] for d in loaded]).astype(np.float64)
    scores = np.concatenate([d["scores"] for d in loaded]).astype(np.float64)
    games = np.concatenate([d["games"] + 10**6 * i for i, d in enumerate(loaded)])
    labels = BLEND * results + (1 - BLEND) * sigmoid(scores / SCALE)
    held_back = games % 10 == 0
    weights = fit(features[~held_back], labels[~held_back], options.steps)
    print(f"{len(labels)} positions")
    print(f"loss, fitted    {loss(weights, features[~held_back], labels[~held_back]):.5f}")
    print(f"loss, held back {loss(weights, features[held_back], labels[held_back]):.5f}")
    weights *= 100 / weights[FREE_ANT]
    at = 0
    for name, length in SHAPE:
        row = ", ".join(f"{round(weight):4}" for weight in weights[at : at + length])
        print(f"    {row},  // {name}")
        at += length


if __name__ == "__main__":
    main()
