"""The measurements of the search: repeatable where they claim to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from beespace.backend import BACKEND

if BACKEND != "native":
    pytest.skip("the C++ core is not built", allow_module_level=True)

from beespace.bench.memory import peak_memory_mb
from beespace.bench.search import Searched, median_branching, search_all


def test_nodes_are_the_same_on_every_run() -> None:
    first = [searched.nodes for searched in search_all(depth=4, hash_mb=1)]
    again = [searched.nodes for searched in search_all(depth=4, hash_mb=1)]
    assert first == again
    assert len(first) == 16


def test_branching_is_that_of_two_iterations_by_hand() -> None:
    # 900 / 100 in two plies is 3 in one; positions that ended early do not count.
    searched = [Searched((10, 100, 300, 900), 1.0), Searched((10, 20), 1.0)]
    assert median_branching(searched) == pytest.approx(3)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_memory_grows_with_the_table_and_not_beyond() -> None:
    small, large = peak_memory_mb(1, depth=3), peak_memory_mb(64, depth=3)
    assert 50 < large - small < 80
