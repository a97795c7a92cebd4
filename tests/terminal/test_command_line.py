"""The options of `beespace` and `beespace terminal`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import beespace
from beespace.cli import main


def terminal(*options: str, lines: str = "") -> Result:
    """Return what `beespace terminal` prints for these lines of input."""
    return CliRunner().invoke(main, ["terminal", *options], input=lines)


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
    result = terminal(option, "Base+ML")
    assert result.exit_code == 0
    assert "You're playing Pocket: you can't place your queen first." in result.output
    assert "mosquito" in result.output


@pytest.mark.parametrize("name", ["tournament", "Tournament"])
def test_tournament_rules_include_the_draw_by_repetition(name: str) -> None:
    result = terminal("--rules", name, lines="position\n")
    assert "You're playing Ultimate Pocket under tournament rules." in result.output
    assert "Base+MLP,threefold White[1]" in result.output
    result = terminal("--rules", "Base+ML,threefold")
    assert "You're playing Pocket under tournament rules." in result.output


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "Base"),
        (["--edition", "base"], "Base"),
        (["--edition", "pocket"], "Pocket"),
        (["--edition", "Ultimate"], "Ultimate Pocket"),
        (["--edition", "ultimate", "--queen-first"], "Ultimate Pocket: you can place your queen"),
        (["--no-queen-first", "--threefold"], "Base under tournament rules"),
        (["--threefold"], "Base: draw when a position comes up a third time"),
        (["--no-stack-gates"], "Base: climbers can pass between tall stacks"),
        (["--with", "mosquito,ladybug"], "Pocket"),
        (["--with", "Pillbug, Mosquito"], "Base with Mosquito and Pillbug: you can place your"),
        (["--with", "pillbug", "--no-queen-first"], "Base with Pillbug: you can't place your"),
        (["--with", "mosquito,ladybug,pillbug"], "Ultimate Pocket: you can place your queen first"),
    ],
)
def test_the_greeting_names_the_box_and_what_differs_from_it(
    options: list[str], words: str
) -> None:
    result = terminal(*options)
    assert result.exit_code == 0
    assert f"You're playing {words}" in result.output
    assert "Base+" not in result.output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--edition", "carbon"], "'carbon' is not one of 'base', 'pocket', 'ultimate'"),
        (["--edition", "pocket", "--with", "pillbug"], "--edition already sets the pieces."),
        (["--rules", "Base", "--edition", "base"], "--rules already sets the pieces and the rules"),
        (["--rules", "Base", "--with", "pillbug"], "--rules already sets"),
        (["--rules", "Base", "--threefold"], "--rules already sets"),
        (["--rules", "Base", "--no-stack-gates"], "--rules already sets"),
        (["--with", "ant"], "'ant' can't be added to the Base box"),
        (["--with", ""], "choose from mosquito, ladybug and pillbug"),
        (["--with", "pillbug,pillbug"], "each piece can be added only once"),
        (["--notation", "chess"], "is not one of 'words', 'uhp'"),
    ],
)
def test_options_that_contradict_each_other_are_explained(options: list[str], message: str) -> None:
    result = terminal(*options)
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())


def test_notation_is_chosen() -> None:
    assert "White spider, in the middle." in terminal(lines="wS1\n").output
    assert "White played wS1" in terminal("--notation", "uhp", lines="wS1\n").output


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "does not exist"),
        (b"\xff\xff", "game.txt isn't a saved game"),
        (b"", "game.txt isn't a saved game"),
        (b"Base;InProgress;White[2];wS1;bQ wS1-", "move 2: bQ wS1-: Black can't place the queen"),
        (b"Base+M;InProgress;White[1]", "game.txt is Base with Mosquito, not Base"),
    ],
)
def test_a_file_without_a_game_is_an_error(
    content: bytes | None, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    if content is not None:
        file.write_bytes(content)
    result = terminal("--load", str(file), "--rules", "Base")
    assert result.exit_code != 0
    assert message in result.output


def test_unknown_rules_are_an_error() -> None:
    result = terminal("--rules", "Chess")
    assert result.exit_code == 2
    assert "neither a game type such as Base+MLP nor one of base2016" in result.output


@pytest.mark.parametrize(
    ("options", "ruleset"),
    [
        ([], "Base+ML,queen-first"),
        (["--edition", "pocket"], "Base+ML,queen-first"),
        (["--rules", "Base+ML"], "Base+ML"),
        (["--no-queen-first"], "Base+ML"),
        (["--threefold", "--no-stack-gates"], "Base+ML,queen-first,no-stack-gates,threefold"),
    ],
)
def test_a_loaded_game_takes_the_rules_from_the_options_or_its_box(
    options: list[str], ruleset: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text("Base+ML;InProgress;White[2];wS1;bG1 wS1-")
    result = terminal("--load", str(file), *options, lines="position\n")
    assert result.exit_code == 0
    assert f"{ruleset} White[2] - " in result.output
    assert "A saved game doesn't say which rules it uses;" in " ".join(result.output.split())
