"""Reproducible benchmarks: `beespace bench perft` and `beespace bench search`."""

from __future__ import annotations

from importlib.resources import files


def bench_positions() -> list[str]:
    """Return mid-game positions of all game types, in position notation."""
    text = files("beespace.bench").joinpath("positions.txt").read_text()
    return [line for line in text.splitlines() if line and not line.startswith("#")]
