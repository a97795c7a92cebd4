"""`beespace puzzles`: mining from files and self-play, resuming, and refused input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from beespace.backend import BACKEND
from beespace.cli import main
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace.puzzles import Puzzle, read_puzzles
from beespace.puzzles.self_play import games

SHORT = ("--kinds", "win-in-1,win-in-2")


def puzzles(*arguments: str | Path) -> Result:
    """Run `beespace puzzles` and fail on any traceback."""
    result = CliRunner().invoke(main, ["puzzles", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


def read(file: Path) -> list[Puzzle]:
    """Return the puzzles in a file."""
    return list(read_puzzles(file.read_text().splitlines()))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "games.uhp"
    played = games(["Base"], seed=5)
    file.write_text("".join(next(played).game_string() + "\n" for _ in range(4)))
    return file


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "puzzles.jsonl"


def test_mines_and_checks(source: Path, out: Path) -> None:
    result = puzzles("mine", source, "--out", out, *SHORT)
    assert result.exit_code == 0, result.output
    assert "4 games, 48 positions tried, 0 undecided" in result.output
    assert {puzzle.kind for puzzle in read(out)} == {"win-in-1", "win-in-2"}
    checked = puzzles("check", out)
    assert checked.exit_code == 0, checked.output
    assert f"{len(read(out))} of {len(read(out))} proven" in checked.output


def test_check_finds_missing_solutions(source: Path, out: Path) -> None:
    puzzles("mine", source, "--out", out, *SHORT)
    several = next(puzzle for puzzle in read(out) if len(puzzle.solutions) > 1)
    fewer = json.loads(several.to_json())
    del fewer["solutions"][0]
    out.write_text(json.dumps(fewer) + "\n")
    checked = puzzles("check", out)
    assert checked.exit_code == 1
    assert "0 of 1 proven" in checked.output


def test_mining_resumes_with_the_puzzles_already_there(source: Path, out: Path) -> None:
    puzzles("mine", source, "--out", out, "--each", "2", *SHORT)
    before = read(out)
    assert len(before) == 4
    again = puzzles("mine", source, "--out", out, "--each", "2", *SHORT)
    assert read(out) == before
    assert "0 games" in again.output
    more = puzzles("mine", source, "--out", out, "--each", "3", *SHORT)
    assert more.exit_code == 0, more.output
    after = read(out)
    assert after[:4] == before
    assert len({puzzle.id for puzzle in after}) == len(after) == 6


@pytest.mark.parametrize("cut", [1, 40, -3])
def test_mining_resumes_after_a_truncated_line(source: Path, out: Path, cut: int) -> None:
    puzzles("mine", source, "--out", out, *SHORT)
    whole = out.read_text()
    *lines, last = whole.splitlines(keepends=True)
    out.write_text("".join(lines) + last[:cut])
    assert puzzles("mine", source, "--out", out, *SHORT).exit_code == 0
    assert out.read_text() == whole


def test_the_last_line_needs_no_newline(source: Path, out: Path) -> None:
    puzzles("mine", source, "--out", out, *SHORT)
    whole = out.read_text()
    out.write_text(whole.rstrip("\n"))
    assert puzzles("mine", source, "--out", out, *SHORT).exit_code == 0
    assert out.read_text() == whole


def test_the_input_file_is_never_overwritten(source: Path) -> None:
    before = source.read_text()
    result = puzzles("mine", source, "--out", source)
    assert result.exit_code == 2
    assert "choose another file" in result.output
    assert source.read_text() == before


def test_a_file_that_is_not_puzzles_is_left_unchanged(source: Path, out: Path) -> None:
    out.write_text("my diary")
    result = puzzles("mine", source, "--out", out)
    assert result.exit_code == 1
    assert "not a puzzle" in result.output
    assert out.read_text() == "my diary"


def test_a_file_without_games_is_an_error(tmp_path: Path, out: Path) -> None:
    junk = tmp_path / "junk.txt"
    junk.write_text("nothing\nof the kind\n")
    result = puzzles("mine", junk, "--out", out)
    assert result.exit_code == 1
    assert "no games found" in result.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "nothing to mine"),
        (("--self-play", "--types", "Foo"), "'Foo'"),
        (("--self-play", "--kinds", "win-in-9"), "unknown kind"),
        (("--self-play", "--each", "0"), "--each"),
        (("--self-play", "--each", "-5"), "--each"),
        (("--self-play", "--nodes", "-1"), "--nodes"),
        (("--self-play", "--plies", "0"), "--plies"),
    ],
)
def test_invalid_options_are_refused(arguments: tuple[str, ...], told: str, out: Path) -> None:
    result = puzzles("mine", "--out", out, *arguments)
    assert result.exit_code == 2
    assert told in result.output
    assert not out.exists()
