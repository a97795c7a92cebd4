"""The two programs that train the evaluation: self-play, and fitting a network to its games."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from beespace import Board
from beespace.backend import BACKEND

if BACKEND != "native":
    pytest.skip("the C++ core is not built", allow_module_level=True)

TRAINING = Path(__file__).parent.parent.parent / "training"


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


def test_a_fit_learns_and_writes_a_table(games: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.h"
    done = _run("fit.py", games, "--out", table, "--least", "1", "--by", "a test")
    assert done.returncode == 0, done.stderr
    losses = [float(found) for found in re.findall(r"held-out games ([\d.]+)", done.stdout)]
    assert losses[-1] < losses[0]
    text = table.read_text()
    assert "of 6 games of self-play, 16 epochs; a test." in text
    ours = (TRAINING.parent / "native/eval/network_weights.h").read_text()
    assert text.count("{{") == ours.count("{{"), "the table needs one row per engine feature"


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
