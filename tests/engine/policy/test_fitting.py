"""The recipe of the policy, run on a few games of our own engine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from beespace.backend import BACKEND
from beespace.engine.policy import read_weights
from support.missing import missing
from support.recorded import OWN_GAMES
from support.repository import REPOSITORY

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace import fast
from beespace.fast import _native

PROGRAM = REPOSITORY / "training" / "policy" / "fit_policy.py"


def fit(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """Return what the program printed, and the weights it wrote."""
    file = tmp_path_factory.mktemp("policy") / "weights.bin"
    done = fit(OWN_GAMES, "--out", file, "--most", "8", "--epochs", "3", "--batch", "32")
    assert done.returncode == 0, done.stderr
    return done.stdout, file


def test_it_learns(fitted: tuple[str, Path]) -> None:
    losses = [float(found) for found in re.findall(r"loss ([\d.]+)", fitted[0])]
    assert len(losses) == 3
    assert losses[0] > losses[1] > losses[2]


def test_the_core_reads_what_it_writes(fitted: tuple[str, Path]) -> None:
    head, _, weights = fitted[1].read_bytes().partition(b"\n")
    assert len(weights) == len(read_weights())
    origin = json.loads(head)
    assert origin["games"] == 8
    assert origin["recipe"]["epochs"] == 3
    chances = _native.Policy(weights, False).chances(fast.Board()._native)
    assert sum(chance for _, chance in chances) == pytest.approx(1)
    ours = _native.Policy(read_weights(), False).chances(fast.Board()._native)
    assert [moves for moves, _ in chances] == [moves for moves, _ in ours]
    assert chances != ours


def test_the_same_seed_gives_the_same_weights(fitted: tuple[str, Path], tmp_path: Path) -> None:
    options = ["--most", "8", "--epochs", "3", "--batch", "32"]
    same, other = tmp_path / "same.bin", tmp_path / "other.bin"
    assert fit(OWN_GAMES, "--out", same, *options).returncode == 0
    assert fit(OWN_GAMES, "--out", other, *options, "--seed", "2").returncode == 0
    assert same.read_bytes() == fitted[1].read_bytes()
    assert other.read_bytes() != same.read_bytes()


def test_what_is_not_a_file_of_games_is_refused(tmp_path: Path) -> None:
    done = fit(tmp_path / "missing.jsonl", "--out", tmp_path / "weights.bin")
    assert done.returncode == 1
    assert "cannot read the games" in done.stderr
    assert not (tmp_path / "weights.bin").exists()
