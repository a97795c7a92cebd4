"""The options of the command `beespace`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import beespace
from beespace.cli import main


def test_version() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert result.exit_code == 0
    assert beespace.__version__ in result.output


@pytest.mark.parametrize(
    "arguments", [["--help"], ["-h"], ["terminal", "--help"], ["terminal", "-h"]]
)
def test_help(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0
    assert "Usage: " in result.output
    assert "terminal" in result.output


def test_help_does_not_import_the_game() -> None:
    script = "import sys, beespace.cli; assert 'beespace.terminal' not in sys.modules"
    source = Path(beespace.__file__).parent.parent
    subprocess.run([sys.executable, "-c", script], env={"PYTHONPATH": str(source)}, check=True)


@pytest.mark.parametrize("option", ["--rules", "--game-type"])
def test_rules_are_chosen(option: str) -> None:
    result = CliRunner().invoke(main, ["terminal", option, "Base+MLP"], input="")
    assert result.exit_code == 0
    assert "Base+MLP (with Ladybug, Mosquito, Pillbug)" in result.output
    assert "wP" in result.output


def test_new_players_are_offered_the_base_set() -> None:
    result = CliRunner().invoke(main, ["terminal"], input="quit\n")
    assert "  Base; no Queen on the first turn." in result.output


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "does not exist"),
        (b"\xff\xff", "not a text file"),
        (b"", "is not a game type"),
        (b"Base;InProgress;White[2];wS1;bQ wS1-", "move 2: bQ wS1-: Black can't place the queen"),
        (b"Base+M;InProgress;White[1]", "the game is Base+M, but the ruleset is Base"),
    ],
)
def test_a_file_without_a_game_is_an_error(
    content: bytes | None, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    if content is not None:
        file.write_bytes(content)
    result = CliRunner().invoke(
        main, ["terminal", "--load", str(file), "--rules", "Base"], input=""
    )
    assert result.exit_code != 0
    assert message in result.output


def test_unknown_rules_are_an_error() -> None:
    result = CliRunner().invoke(main, ["terminal", "--rules", "Chess"], input="")
    assert result.exit_code == 2
    assert "neither a game type such as Base+MLP nor one of base2016" in result.output
