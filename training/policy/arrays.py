"""NumPy, or CuPy where there is a GPU, and the operations that differ between them."""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    import cupy  # type: ignore[import-not-found, unused-ignore]
    import cupyx  # type: ignore[import-not-found, unused-ignore]

    cupy.zeros(1)  # fails without a GPU
    xp: Any = cupy
    HAS_GPU = True
except Exception:  # CuPy isn't installed, or there is no GPU
    xp = np
    HAS_GPU = False


def groups(starts: Any, size: int) -> Any:
    """Return the number of the group of each of `size` things, if groups begin at `starts`."""
    marks = xp.zeros(size, np.int32)
    marks[starts[1:]] = 1
    return xp.cumsum(marks)


def sums_of_rows(table: Any, rows: Any, starts: Any) -> Any:
    """Return the sum of a table's rows for each group of `rows`; groups begin at `starts`."""
    if not HAS_GPU:
        return np.add.reduceat(table[rows], starts)
    sums = xp.zeros((len(starts), *table.shape[1:]), table.dtype)
    cupyx.scatter_add(sums, groups(starts, len(rows)), table[rows])
    return sums


def add_to_rows(table: Any, rows: Any, starts: Any, values: Any) -> None:
    """Add the value of each group to the table's rows in it: the gradient of `sums_of_rows`."""
    group = groups(starts, len(rows))
    if HAS_GPU:
        cupyx.scatter_add(table, rows, values[group])
        return
    order = np.argsort(rows, kind="stable")
    firsts = np.flatnonzero(np.diff(rows[order], prepend=-1))
    table[rows[order[firsts]]] += np.add.reduceat(values[group[order]], firsts)
