"""Measures the search: a node count that shows whether a change altered it, and its speed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

from beespace.backend import Board
from beespace.bench import bench_positions
from beespace.engine.native import NativePlayer
from beespace.engine.player import Limit


@dataclass(frozen=True, slots=True)
class Searched:
    """The search of one position: the nodes after each iteration, and the time it took."""

    nodes: tuple[int, ...]
    time_s: float

    @property
    def branching(self) -> float | None:
        """The effective branching factor, averaged over the last two iterations.

        None if there were fewer than three iterations.
        """
        if len(self.nodes) < 3:
            return None
        return float((self.nodes[-1] / self.nodes[-3]) ** 0.5)


def search_all(depth: int, threads: int = 1, hash_mb: int = 16) -> Iterator[Searched]:
    """Search every bench position to a depth, each from an empty table.

    With one thread, the node counts are the same on every run and every machine.
    """
    for text in bench_positions():
        player = NativePlayer(threads=threads, hash_mb=hash_mb)
        begun = time.perf_counter()
        nodes: list[int] = []
        for analysis in player.analyse(Board.from_position(text), Limit(depth=depth)):
            if analysis.depth > len(nodes):
                nodes.append(analysis.nodes)
        yield Searched(tuple(nodes), time.perf_counter() - begun)


def median_branching(searched: list[Searched]) -> float | None:
    """Return the median effective branching factor; None if no search was deep enough."""
    found = [s.branching for s in searched if s.branching is not None]
    return statistics.median(found) if found else None
