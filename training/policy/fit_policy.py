"""Fits the policy to recorded games of people.

    python training/policy/fit_policy.py GAMES.jsonl

Each line of the file is a game with its `game_type` and its `moves`. Every tenth game is only for
testing, and another tenth for tuning: the program prints how often the network finds the move that
was played in them. Fitting takes half a minute on a GPU with CuPy, and hours without. Without one,
the same seed and games give the same weights; on a GPU the order of sums varies, and so do the last
digits.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from arrays import HAS_GPU, xp
from batches import Batches
from games import TEST, TEST_EVERY, TUNING, Positions, read
from network import Network, Recipe, ranks
from origin import ROOT, commit
from weights import write

from beespace.fast import _native

WEIGHTS = ROOT / "src/beespace/engine/data/human_policy.bin"
AT_ONCE = 512


def hits(network: Network, batches: Batches, which: np.ndarray) -> tuple[float, float]:
    """Return how often the move played is the likeliest, and one of the five likeliest."""
    if not len(which):
        return 0.0, 0.0
    found = [
        ranks(network.chances(batch), batch)
        for begin in range(0, len(which), AT_ONCE)
        for batch in [batches.batch(which[begin : begin + AT_ONCE])]
    ]
    rank = xp.concatenate(found)
    return float((rank < 1).mean()), float((rank < 5).mean())


def fit(positions: Positions, recipe: Recipe) -> tuple[Network, dict[str, float]]:
    """Return the network, and how often it finds the moves of games that it wasn't fitted to."""
    kind = positions.game % TEST_EVERY
    parts = {"test": kind == TEST, "tuning": kind == TUNING}
    fitted = np.flatnonzero(~(parts["test"] | parts["tuning"]))
    network = Network(_native.policy_inputs(), recipe)
    batches = Batches(positions)
    tuning = np.flatnonzero(parts["tuning"])
    for number, loss in enumerate(network.fit(batches, fitted), start=1):
        first, five = hits(network, batches, tuning)
        print(f"epoch {number}: loss {loss:.4f}; tuning games: {first:.1%}, in five {five:.1%}")
    found: dict[str, float] = {}
    for name, part in parts.items():
        first, five = hits(network, batches, np.flatnonzero(part))
        found |= {f"{name}_first": round(first, 4), f"{name}_in_five": round(five, 4)}
    return network, found


def main() -> None:
    """Read the games, fit the network and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--most", type=int, help="read only so many games")
    for field in fields(Recipe):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    options = parser.parse_args()
    recipe = Recipe(**{field.name: getattr(options, field.name) for field in fields(Recipe)})
    positions = read(options.games, options.most)
    print(f"{len(positions):,} positions, on the {'GPU' if HAS_GPU else 'processor'}")
    network, found = fit(positions, recipe)
    checksum = hashlib.sha256(options.games.read_bytes()).hexdigest()
    origin = {
        "games": int(positions.game.max()) + 1,
        "positions": len(positions),
        "games_sha256": checksum,
        "recipe": asdict(recipe),
        "commit": commit(),
        **found,
    }
    try:
        write(options.out, network, origin)
    except OverflowError as error:
        sys.exit(f"{error}; {options.out} is unchanged")
    print(f"{options.out}: {found}")


if __name__ == "__main__":
    main()
