"""Benchmarks of the search: the reproducible results are the same on every run."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from beespace.backend import BACKEND
from beespace.cli import main
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace.bench.memory import peak_memory_mb
from beespace.bench.search import Searched, median_branching, search_all


def test_nodes_are_the_same_on_every_run() -> None:
    first = [searched.nodes for searched in search_all(depth=4, hash_mb=1)]
    again = [searched.nodes for searched in search_all(depth=4, hash_mb=1)]
    assert first == again
    assert len(first) == 16


def test_branching_factor_matches_a_calculation_by_hand() -> None:
    # 900 / 100 over two plies is 3 per ply; positions that ended early do not count.
    searched = [Searched((10, 100, 300, 900), 1.0), Searched((10, 20), 1.0)]
    assert median_branching(searched) == pytest.approx(3)
    assert median_branching(searched[1:]) is None


@pytest.mark.parametrize("depth", ["1", "2"])
def test_shallow_search_has_no_branching_factor(depth: str) -> None:
    done = CliRunner().invoke(main, ["bench", "search", "--depth", depth, "--hash", "1"])
    assert done.exit_code == 0, done.output
    assert "effective branching factor –" in done.output


@pytest.mark.parametrize(
    "arguments",
    [
        *(("--depth", "0"), ("--depth", "-1"), ("--hash", "-1"), ("--hash", "0")),
        *(("--threads", "0"), ("--threads", "65"), ("--depth", "x")),
    ],
)
def test_invalid_options_of_bench_search_are_rejected(arguments: tuple[str, ...]) -> None:
    done = CliRunner().invoke(main, ["bench", "search", *arguments])
    assert done.exit_code == 2
    assert "Invalid value" in done.output


def test_invalid_depth_of_bench_perft_is_rejected() -> None:
    done = CliRunner().invoke(main, ["bench", "perft", "--depth", "0"])
    assert done.exit_code == 2


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_memory_grows_only_with_the_table() -> None:
    small, large = peak_memory_mb(1, depth=3), peak_memory_mb(64, depth=3)
    assert 50 < large - small < 80
