"""The commands `convert`, `draw` and `show`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from beespace.cli import main
from beespace.formats import GameRecord, PlayedMove, read_games, write_games

GAME = "Base;InProgress;White[2];wS1;bG1 wS1-"


def run(*arguments: str | Path, input: str | None = None) -> Result:  # noqa: A002  # click's word
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=input)


@pytest.fixture
def record() -> GameRecord:
    record = GameRecord.from_moves(
        "Base", ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"], white="Ann", black="Bo"
    )
    record.comment = "Played in the garden."
    record.line[1].comment = "As usual."
    record.line[1].clock_ms, record.line[1].spent_ms = 60_000, 1_500
    variation = record.board(2).parse_uhp("wG1 -wS1")
    record.line[2].variations = [[PlayedMove(variation)]]
    return record


@pytest.fixture
def pgn(record: GameRecord, tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    other = GameRecord.from_moves("Base+MLP", ["wM"], white="Cy")
    write_games([record, other], path)
    return path


@pytest.mark.parametrize("command", ["convert", "draw", "show"])
def test_help_says_how_they_exit(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Exits with" in " ".join(result.output.split())


# convert


@pytest.mark.parametrize("extension", ["json", "jsonl", "pgn"])
def test_convert_by_extension(pgn: Path, extension: str, tmp_path: Path) -> None:
    result = run("convert", pgn, tmp_path / f"out.{extension}")
    assert result.exit_code == 0, result.output
    assert "2 games written" in result.output
    assert list(read_games(tmp_path / f"out.{extension}")) == list(read_games(pgn))


def test_convert_several_files_into_one(pgn: Path, tmp_path: Path) -> None:
    result = run("convert", pgn, pgn, tmp_path / "out.pgn", "--quiet")
    assert (result.exit_code, result.output) == (0, "")
    assert len(list(read_games(tmp_path / "out.pgn"))) == 4


def test_convert_says_what_a_game_string_cannot_hold(pgn: Path, tmp_path: Path) -> None:
    result = run("convert", pgn, tmp_path / "out.txt")
    assert "2 of them said more than a game string can hold" in result.output


def test_convert_through_pipes() -> None:
    result = run("convert", "-", "-", "--to", "json", input=GAME)
    assert result.exit_code == 0
    assert '"moves": ["wS1", "bG1 wS1-"]' in result.output


def test_convert_skips_what_cannot_be_read_and_exits_with_1(tmp_path: Path) -> None:
    source = tmp_path / "games.uhp"
    source.write_text(f"{GAME}\nBase;InProgress;White[2];wS1;bG1 wS2-\n{GAME}\n", encoding="utf-8")
    result = run("convert", source, tmp_path / "out.pgn")
    assert result.exit_code == 1
    assert f"skipped {source}:2:30: move 2: bG1 wS2-: White Spider 2 is not" in result.output
    assert "2 games written" in result.output


def test_convert_exits_with_2_if_nothing_can_be_done(pgn: Path, tmp_path: Path) -> None:
    unknown = tmp_path / "x.doc"
    unknown.write_text("hello", encoding="utf-8")
    for arguments, message in (
        ((pgn, tmp_path / "out.doc"), "not said which format"),
        ((pgn, tmp_path / "out.sgf"), "sgf is read, not written"),
        ((tmp_path / "absent.pgn", tmp_path / "out.pgn"), "cannot be read"),
        ((unknown, tmp_path / "out.pgn"), "not in a format"),
        ((pgn, tmp_path / "no" / "out.pgn"), "cannot write"),
        ((pgn, "-"), "not said which format"),
        ((pgn,), "Missing argument"),
    ):
        result = run("convert", *arguments)
        assert result.exit_code == 2, arguments
        assert message in result.output
        assert not (tmp_path / "out.pgn").exists()


# draw


@pytest.mark.parametrize("extension", ["svg", "png", "gif", "txt"])
def test_draw_a_game_of_a_file(pgn: Path, extension: str, tmp_path: Path) -> None:
    if extension in ("png", "gif"):
        pytest.importorskip("resvg_py", reason="the extra 'pictures' is not installed")
    out = tmp_path / f"out.{extension}"
    result = run("draw", pgn, out, "--theme", "dark", "--set", "inlay", "--size", "200")
    assert result.exit_code == 0, result.output
    starts = {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF8", "txt": "   ╱".encode()}
    assert out.read_bytes().startswith(starts[extension])


def test_draw_moves_games_and_animations(pgn: Path, tmp_path: Path) -> None:
    whole, part, moving = (tmp_path / f"{name}.svg" for name in ("whole", "part", "moving"))
    assert run("draw", pgn, whole).exit_code == 0
    assert run("draw", pgn, part, "--move", "1", "--no-numbers").exit_code == 0
    assert run("draw", pgn, moving, "--animate", "--game", "2").exit_code == 0
    assert whole.read_text(encoding="utf-8").count("<use ") == 4
    assert part.read_text(encoding="utf-8").count("<use ") == 1
    assert "<animate " in moving.read_text(encoding="utf-8")


@pytest.mark.parametrize("source", [GAME, "Base White[2] - 0,0:wS1 1,0:bG1"])
def test_draw_game_strings_and_positions_as_text(source: str) -> None:
    result = run("draw", source, "--ascii", "--no-last-move")
    assert result.exit_code == 0
    assert "|wS1|bG1|" in result.output
    assert "White  wQ" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{pgn}", "out.doc"], "should end in"),
        (["{pgn}", "out.svg", "--move", "9"], "there are 4 moves"),
        (["{pgn}", "out.svg", "--game", "3"], "there is no game 3"),
        (["absent.pgn", "out.svg"], "cannot be read"),
        (["Base White[2] - 0,0:wS1 9,9:bG1", "out.svg"], "2 hives"),
        (["{pgn}", "no/out.svg"], "cannot write"),
    ],
)
def test_draw_exits_with_2_if_it_cannot(arguments: list[str], message: str, pgn: Path) -> None:
    result = run("draw", *[argument.format(pgn=pgn) for argument in arguments])
    assert result.exit_code == 2
    assert message in result.output


# show


def test_show_steps_through_a_game(pgn: Path) -> None:
    lines = ["", "", "variation", "main", "last", "previous 2", "first", "3", "moves", "quit"]
    result = run("show", pgn, "--ascii", input="\n".join(lines))
    assert result.exit_code == 0, result.output
    said = result.output
    for sentence in (
        "Ann – Bo, InProgress",
        "Played in the garden.",
        "White played wS1.",
        "Black played bG1 wS1- in 0:00:01.5, with 0:01:00 left.",
        "As usual.",
        "Next: wQ -wS1",
        "Variation 1: wG1 -wS1",
        "Game 1, move 3, variation> ",
        "The variation ends here",
        "The record ends here, without a result.",
        "1. wS1  2. bG1 wS1-  3. wQ -wS1  4. bQ bG1-",
    ):
        assert sentence in said


def test_show_goes_to_other_games_and_back_out_of_variations(pgn: Path) -> None:
    lines = ["goto 2", "v", "p", "p", "v 7", "game", "game 9", "goto 8", "goto x", "what", "help"]
    said = run("show", pgn, input="\n".join(lines)).output
    assert "There is no such variation here." in said
    assert "Cy – Black, InProgress" in said
    assert "There is no game 9 in the file." in said
    assert "The game has 1 moves." in said
    assert "goto needs the number of a move" in said
    assert "what? Type help" in said
    assert "leaves all variations" in said


def test_show_reports_what_it_skipped(tmp_path: Path) -> None:
    path = tmp_path / "games.uhp"
    path.write_text(f"Base;InProgress;White[1];wX\n{GAME}\n", encoding="utf-8")
    result = run("show", path, input="q\n")
    assert result.exit_code == 1
    assert "games.uhp:1:26: move 1" in result.output
    result = run("show", path, "--game", "2", input="q\n")
    assert result.exit_code == 2
    assert "there is no game 2" in result.output
