"""The two programs that train the evaluation: self-play, and fitting a network to its games."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from beespace import Board
from beespace.backend import BACKEND
from support.missing import missing
from support.repository import REPOSITORY

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace import fast
from beespace.fast import _native
from support.random_play.games import play

TRAINING = REPOSITORY / "training"


def _fit() -> Any:
    """training/fit.py as a module."""
    spec = spec_from_file_location("fit", TRAINING / "fit.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules["fit"] = module  # its dataclasses look themselves up
    sys.path.insert(0, str(TRAINING))  # as if it were run
    spec.loader.exec_module(module)
    sys.path.remove(str(TRAINING))
    return module


fit = _fit()


def _run(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TRAINING / program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of a few self-play games."""
    file = tmp_path_factory.mktemp("training") / "games.jsonl"
    assert _run("self_play.py", file, "--games", "6", "--nodes", "200").returncode == 0
    return file


def test_games_are_legal_and_have_scores(games: Path) -> None:
    lines = games.read_text().splitlines()
    assert len(lines) == 6
    for line in lines:
        game = json.loads(line)
        board = Board(game["type"])
        for move in game["moves"]:
            board.push_uhp(move)
        assert len(game["samples"]) > 5
        winner = outcome.winner if (outcome := board.outcome()) else None
        assert game["result"] == (winner.value if winner else "draw")


def test_an_interrupted_run_resumes_and_gives_the_same_games(games: Path, tmp_path: Path) -> None:
    whole = games.read_bytes()
    file = tmp_path / "games.jsonl"
    file.write_bytes(whole[: len(whole) // 2])
    assert _run("self_play.py", file, "--games", "6", "--nodes", "200").returncode == 0
    assert file.read_bytes() == whole


@pytest.mark.parametrize("option", ["--seed", "--nodes"])
def test_games_of_another_origin_are_not_added(option: str, games: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(games.read_bytes())
    options = {"--games": "7", "--nodes": "200", option: "3"}
    done = _run("self_play.py", file, *(text for pair in options.items() for text in pair))
    assert done.returncode == 1
    assert "choose another file" in done.stderr
    assert file.read_bytes() == games.read_bytes()


def test_a_fit_learns_and_writes_a_table(games: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.h"
    done = _run("fit.py", games, "--out", table, "--least", "1", "--by", "a test")
    assert done.returncode == 0, done.stderr
    losses = [float(found) for found in re.findall(r"held-out games ([\d.]+)", done.stdout)]
    assert losses[-1] < losses[0]
    text = table.read_text()
    assert "of 6 games of self-play, 16 epochs; a test." in text
    origin = json.loads(games.read_text().splitlines()[0])["origin"]
    assert re.fullmatch(r"[0-9a-f]{40}\+?|unknown", origin["commit"])
    assert f"// Fitted with seed 1 at commit {origin['commit']} to:" in text
    recipe = f"{{commit: {origin['commit']}, nodes: 200, seed: 0}}"
    checksum = hashlib.sha256(games.read_bytes()).hexdigest()
    assert f"//   games.jsonl: 6 games, {recipe}, SHA-256 {checksum}" in text
    ours = (TRAINING.parent / "native/eval/network_weights.h").read_text()
    assert text.count("{{") == ours.count("{{"), "the table needs one row per engine feature"


def _weights(name: str) -> NDArray[np.int64]:
    """The rows of an array of native/eval/network_weights.h."""
    text = (TRAINING.parent / "native/eval/network_weights.h").read_text()
    start = text.index(f"{name} = ")
    rows = re.findall(r"\{\{([-\d, ]+)\}\}", text[start : text.index(";", start)])
    return np.array([[int(number) for number in row.split(",")] for row in rows])


def test_no_position_overflows_the_sums_of_the_network() -> None:
    rows, (bias,) = _weights("NETWORK_IN"), _weights("NETWORK_BIAS")
    bound = fit.largest_sum(rows, bias)
    assert bound <= fit.LARGEST_SUM
    judge = _native.Searcher(1, False)
    largest = 0
    for seed in range(8):
        for board, _ in play(fast.Board, "Base+MLP", seed, 60):
            assert isinstance(board, fast.Board)
            counts = np.array(judge.evaluate(board._native)[1], np.int64)
            largest = max(largest, int(np.abs(counts @ rows + bias).max()))
    assert 1000 < largest <= bound


def test_network_whose_sums_overflow_is_not_written() -> None:
    network = fit.Network(2 * fit.SIDE_FEATURES, np.random.default_rng(1))
    assert "NETWORK_IN" in fit.table(network, ["a test"])
    network.weights["direct"][:] = 2.0
    with pytest.raises(OverflowError, match="16 bits hold 32,767"):
        fit.table(network, ["a test"])


@pytest.mark.parametrize("content", [None, "", "bytes \xe9", "no game\n", "few"])
def test_too_few_games_leave_the_table_unchanged(
    content: str | None, games: Path, tmp_path: Path
) -> None:
    source, table = tmp_path / "games.jsonl", tmp_path / "table.h"
    if content is not None:
        source.write_text(games.read_text() if content == "few" else content, encoding="utf-8")
    table.write_text("as it was")
    done = _run("fit.py", source, "--out", table)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()
    assert table.read_text() == "as it was"
