"""Trains the evaluation network on self-play games and writes its weights as C++.

    python training/fit.py GAMES.jsonl... [--out native/eval/network_weights.h]

The logistic function of the network's score is the chance that the player to move wins. The
targets are the search scores of positions and, for positions that occurred in a game, the game's
result. Every twentieth game is held out for validation; whole games, never single positions.
Rebuild afterwards (`make`), and let a match decide whether the new weights are better.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from origin import commit
from rich.progress import track

from beespace.fast import Board, _native
from beespace.rules import Bug

Floats = NDArray[np.float32]

TABLE = Path(__file__).parent.parent / "native/eval/network_weights.h"
SCALE = 300.0  # the score, in hundredths of a free ant, at which winning odds are e to 1
RESULT_SHARE = 0.3  # the weight of the game's result in a label; the rest is the search score
HELD_BACK = 20  # hold out every n-th game
BATCH = 8192
FIRST_RATE, DECAY = 4e-3, 1e-4

# Fixed-point scales: the integers that represent 1 in a unit and in the output weights.
UNITS, ONE, OUT_ONE, MOST_EVALUATION = 32, 512, 64, 9000
CLIPPED = UNITS - 1  # the last unit is linear
# A unit is a sum in 16 bits.
LARGEST_SUM = 32767

# The features of one player in groups (see native/eval/features.h), each as its first feature, its
# size, and how many of them a position can have.
SIDE_FEATURES = 123
GROUPS = (
    *((10 * row, 10, bug.count) for row, bug in enumerate(Bug)),  # pieces
    *((80, 7, 1), (87, 5, 1), (92, 4, 1), (96, 1, 1)),  # the queen's ring, exits, gaps and guard
    (97, 5, 3),  # climbers
    *((102 + bug, 1, 1) for bug in range(8)),  # what the mosquito touches
    *((110, 4, 1), (114, 9, 1)),  # drops and places
)


@dataclass(frozen=True)
class Samples:
    """Positions with their feature counts, search scores and game results.

    `result` is from the mover's view, or negative for positions that didn't occur in the game.
    """

    features: NDArray[np.uint8]
    score: Floats
    result: Floats
    game: NDArray[np.int32]

    def labels(self) -> Floats:
        """Return the chance that the player to move wins, for each position."""
        searched = sigmoid(self.score / np.float32(SCALE))
        blended = (1 - RESULT_SHARE) * searched + RESULT_SHARE * self.result
        return np.where(self.result >= 0, blended, searched).astype(np.float32)


def read(paths: Iterable[Path]) -> Samples:
    """Replay the games and collect their positions."""
    judge = _native.Searcher(1, False)
    rows: list[bytes] = []
    scores: list[int] = []
    results: list[float] = []
    numbers: list[int] = []
    try:
        lines = [line for path in paths for line in path.read_text("ascii").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"cannot read the games: {error}")
    for number, line in enumerate(track(lines, "reading")):
        try:
            game = json.loads(line)
        except ValueError:
            sys.exit(f"{line[:60]!r} is not a game from training/self_play.py")
        board = Board(game["type"])
        samples: dict[int, list[tuple[int, int]]] = {}
        for ply, index, score in game["samples"]:
            samples.setdefault(ply, []).append((index, score))
        for ply, text in enumerate(game["moves"]):
            for index, score in samples.get(ply, ()):
                is_beside = index >= 0
                if is_beside:
                    board.push(board.legal_moves[index])
                counts = judge.evaluate(board._native)[1]
                if counts:  # very wide hives have no features
                    rows.append(bytes(counts))
                    scores.append(score)
                    mover = "wb"[board.ply % 2]
                    won = 0.5 if game["result"] == "draw" else float(game["result"] == mover)
                    results.append(-1 if is_beside else won)
                    numbers.append(number)
                if is_beside:
                    board.pop()
            board.push_uhp(text)
    width = len(judge.evaluate(Board()._native)[1])
    features = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), width)
    return Samples(
        features,
        np.array(scores, np.float32),
        np.array(results, np.float32),
        np.array(numbers, np.int32),
    )


def sigmoid(x: Floats) -> Floats:
    """The logistic function."""
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)


def loss(scores: Floats, labels: Floats) -> float:
    """The mean cross entropy."""
    chance = np.clip(sigmoid(scores), 1e-6, 1 - 1e-6)
    return float(-np.mean(labels * np.log(chance) + (1 - labels) * np.log(1 - chance)))


class Network:
    """The network in floating point, with Adam to fit it."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        self.weights: dict[str, Floats] = {
            "in": (rng.standard_normal((inputs, CLIPPED)) * 0.08).astype(np.float32),
            "bias": np.full(CLIPPED, 0.2, np.float32),
            "out": (rng.standard_normal(CLIPPED) * 0.3).astype(np.float32),
            "direct": np.zeros(inputs, np.float32),
            "direct_bias": np.zeros(1, np.float32),
        }
        self._mean = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._variance = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._steps = 0

    def scores(self, features: NDArray[np.uint8]) -> Floats:
        """Return the network's scores, in units of SCALE."""
        x = features.astype(np.float32)
        w = self.weights
        units = np.clip(x @ w["in"] + w["bias"], 0, 1)
        return np.asarray(units @ w["out"] + x @ w["direct"] + w["direct_bias"])

    def step(self, features: NDArray[np.uint8], labels: Floats, rate: float) -> None:
        """Do one Adam step on a batch."""
        x = features.astype(np.float32)
        w = self.weights
        sums = x @ w["in"] + w["bias"]
        units = np.clip(sums, 0, 1)
        scores = units @ w["out"] + x @ w["direct"] + w["direct_bias"]
        error = (sigmoid(scores) - labels) / np.float32(len(labels))
        behind = np.outer(error, w["out"]) * ((sums > 0) & (sums < 1))
        gradients = {
            "in": x.T @ behind,
            "bias": behind.sum(0),
            "out": units.T @ error,
            "direct": x.T @ error,
            "direct_bias": error.sum(keepdims=True),
        }
        self._steps += 1
        for name, gradient in gradients.items():
            mean, variance = self._mean[name], self._variance[name]
            mean += 0.1 * (gradient - mean)
            variance += 0.001 * (gradient**2 - variance)
            change = mean / (1 - 0.9**self._steps)
            change /= np.sqrt(variance / (1 - 0.999**self._steps)) + 1e-8
            if name in ("in", "direct"):
                change += DECAY * w[name]
            w[name] -= np.float32(rate) * change
        np.clip(w["in"], -2, 2, out=w["in"])


def fit(samples: Samples, epochs: int, seed: int) -> Network:
    """Train a network, printing its loss on the held-out games after each epoch."""
    labels = samples.labels()
    is_held = samples.game % HELD_BACK == 0
    seen, held = np.flatnonzero(~is_held), np.flatnonzero(is_held)
    rng = np.random.default_rng(seed)
    network = Network(samples.features.shape[1], rng)
    batches = max(1, len(seen) // BATCH)
    for epoch in range(epochs):
        order = rng.permutation(seen)
        for number in range(batches):
            batch = order[number * BATCH : (number + 1) * BATCH]
            done = (epoch * batches + number) / (epochs * batches)
            rate = FIRST_RATE * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-5
            network.step(samples.features[batch], labels[batch], rate)
        test = loss(network.scores(samples.features[held]), labels[held])
        print(f"epoch {epoch + 1}: loss on held-out games {test:.5f}")
    return network


def origin_of(path: Path) -> str:
    """Return where the games of a file come from, and the file's checksum."""
    content = path.read_bytes()
    games = [json.loads(line) for line in content.splitlines()]
    made = {json.dumps(game.get("origin"), sort_keys=True) for game in games}
    recipes = ", ".join(sorted(recipe.replace('"', "") for recipe in made))
    checksum = hashlib.sha256(content).hexdigest()
    return f"{path.name}: {len(games):,} games, {recipes}, SHA-256 {checksum}"


def largest_sum(rows: NDArray[np.int64], bias: NDArray[np.int64]) -> int:
    """Return the largest absolute value that a unit can reach in any position."""
    low, high = bias.copy(), bias.copy()
    for side in (0, SIDE_FEATURES):
        for first, size, most in GROUPS:
            group = rows[side + first : side + first + size]
            low += most * np.minimum(group.min(0), 0)
            high += most * np.maximum(group.max(0), 0)
    return int(max(high.max(), -low.min()))


def table(network: Network, origin: list[str]) -> str:
    """Return the network with integer weights, as C++, with the lines of its origin.

    Raises:
        OverflowError: a unit can exceed its 16 bits.
    """
    w = network.weights

    def whole(values: Floats, one: int) -> NDArray[np.int64]:
        return np.round(values * one).astype(np.int64)

    rows = np.column_stack([whole(w["in"], ONE), whole(w["direct"], ONE)])
    bias = np.append(whole(w["bias"], ONE), whole(w["direct_bias"], ONE))
    out = np.append(whole(w["out"], OUT_ONE), OUT_ONE)
    if (largest := largest_sum(rows, bias)) > LARGEST_SUM:
        raise OverflowError(f"a unit can reach {largest:,}, but 16 bits hold {LARGEST_SUM:,}")
    least, most = [0] * CLIPPED + [-32767], [ONE] * CLIPPED + [32767]

    def row(values: Iterable[int]) -> str:
        return "{{" + ", ".join(str(int(value)) for value in values) + "}}"

    return "\n".join(
        [
            "// The numbers of the evaluation: written by training/fit.py, never by hand.",
            "//",
            *(f"// {line}" for line in origin),
            "#pragma once",
            "",
            "#include <array>",
            "#include <cstdint>",
            "",
            "namespace beespace {",
            "",
            "// clang-format off",
            f"inline constexpr std::size_t NETWORK_UNITS = {UNITS};",
            f"inline constexpr int NETWORK_PER_HUNDREDTH = {round(ONE * OUT_ONE / SCALE)};",
            f"inline constexpr int MOST_EVALUATION = {MOST_EVALUATION};",
            "",
            "struct alignas(32) NetworkRow : std::array<std::int16_t, NETWORK_UNITS> {};",
            "",
            "// What each unit is clipped to; the last one is not.",
            f"inline constexpr NetworkRow NETWORK_LEAST = {row(least)};",
            f"inline constexpr NetworkRow NETWORK_MOST = {row(most)};",
            f"inline constexpr NetworkRow NETWORK_BIAS = {row(bias)};",
            f"inline constexpr NetworkRow NETWORK_OUT = {row(out)};",
            "",
            "// A row for every feature, in the order of features.h: mover's, then opponent's.",
            f"inline constexpr std::array<NetworkRow, {len(rows)}> NETWORK_IN = {{{{",
            *(f"    {row(values)}," for values in rows),
            "}};",
            "// clang-format on",
            "",
            "}  // namespace beespace",
            "",
        ]
    )


def main() -> None:
    """Read the games, train the network and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=TABLE)
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--by", default="", help="who made the games, for the file's header")
    parser.add_argument("--least", type=int, default=100_000, help="minimum number of positions")
    options = parser.parse_args()
    samples = read(options.games)
    if len(samples.game) < options.least:
        sys.exit(
            f"found only {len(samples.game):,} positions, but {UNITS} units need more (--least "
            f"{options.least}); {options.out} is unchanged"
        )
    network = fit(samples, options.epochs, options.seed)
    games, positions = int(samples.game.max()) + 1, len(samples.game)
    origin = f"{positions:,} positions of {games:,} games of self-play, {options.epochs} epochs"
    origin += f"; {options.by}" if options.by else ""
    fitted = f"Fitted with seed {options.seed} at commit {commit()} to:"
    sources = [f"  {origin_of(path)}" for path in options.games]
    try:
        text = table(network, [f"Origin: {origin}.", fitted, *sources])
    except OverflowError as error:
        sys.exit(f"{error}; {options.out} is unchanged: train with a higher DECAY")
    options.out.write_text(text, encoding="ascii")
    print(f"{options.out}: {origin}")


if __name__ == "__main__":
    main()
