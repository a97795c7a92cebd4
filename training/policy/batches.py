"""Makes batches of positions, on the processor or the GPU."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from arrays import groups, xp
from games import Positions


@dataclass(frozen=True)
class Batch:
    """Some positions. Inputs, candidates and positions are numbered from 0."""

    inputs: Any
    input_starts: Any  # the first input of each candidate
    starts: Any  # the first candidate of each position
    position: Any  # the position of each candidate
    played: Any  # the candidate that was played in each position


class Batches:
    """All positions, from which batches are made."""

    def __init__(self, positions: Positions) -> None:
        self._inputs = xp.asarray(positions.inputs.astype(np.int32))
        self._sizes = xp.asarray(positions.sizes.astype(np.int64))
        self._counts = xp.asarray(positions.counts.astype(np.int64))
        self._chosen = xp.asarray(positions.chosen.astype(np.int64))
        self._firsts = xp.cumsum(self._counts) - self._counts
        self._input_firsts = xp.cumsum(self._sizes) - self._sizes

    def batch(self, which: Any) -> Batch:
        """Return the positions with these numbers."""
        which = xp.asarray(which)
        candidates, starts, position = _ranges(self._firsts[which], self._counts[which])
        inputs, input_starts, _ = _ranges(self._input_firsts[candidates], self._sizes[candidates])
        return Batch(
            self._inputs[inputs], input_starts, starts, position, starts + self._chosen[which]
        )


def _ranges(firsts: Any, sizes: Any) -> tuple[Any, Any, Any]:
    """Return all numbers of some ranges, where each range begins, and the range of each number."""
    starts = xp.cumsum(sizes) - sizes
    group = groups(starts, int(sizes.sum()))
    return xp.arange(len(group)) + (firsts - starts)[group], starts, group
