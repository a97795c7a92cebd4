"""The commands `convert`, `draw` and `show`."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import pytest
from click.testing import CliRunner, Result

from beespace.cli import main
from beespace.formats import GameReader, GameRecord, PlayedMove, read_games, write_games
from beespace.rules import Ruleset
from beespace.terminal.screen import Screen
from beespace.terminal.viewer import Viewer
from support.missing import require_module

GAME = "Base;InProgress;White[2];wS1;bG1 wS1-"


def run(*arguments: str | Path, input: str | None = None) -> Result:  # noqa: A002  # click's name
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
def test_help_lists_the_exit_codes(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Exits with" in " ".join(result.output.split())


# convert


@pytest.mark.parametrize("extension", ["json", "jsonl", "pgn"])
def test_convert_by_extension(pgn: Path, extension: str, tmp_path: Path) -> None:
    result = run("convert", pgn, tmp_path / f"out.{extension}")
    assert result.exit_code == 0, result.output
    assert "Wrote 2 games" in result.output
    assert list(read_games(tmp_path / f"out.{extension}")) == list(read_games(pgn))


def test_convert_several_files_into_one(pgn: Path, tmp_path: Path) -> None:
    result = run("convert", pgn, pgn, tmp_path / "out.pgn", "--quiet")
    assert (result.exit_code, result.output) == (0, "")
    assert len(list(read_games(tmp_path / "out.pgn"))) == 4


def test_convert_reports_what_a_game_string_cannot_hold(pgn: Path, tmp_path: Path) -> None:
    result = run("convert", pgn, tmp_path / "out.txt")
    assert "2 of them contain details that a game string cannot store" in result.output


def test_convert_through_pipes() -> None:
    result = run("convert", "-", "-", "--to", "json", input=GAME)
    assert result.exit_code == 0
    assert '"moves": ["wS1", "bG1 wS1-"]' in result.output


def test_convert_skips_what_cannot_be_read_and_exits_with_1(tmp_path: Path) -> None:
    source = tmp_path / "games.uhp"
    source.write_text(f"{GAME}\nBase;InProgress;White[2];wS1;bG1 wS2-\n{GAME}\n", encoding="utf-8")
    result = run("convert", source, tmp_path / "out.pgn")
    assert result.exit_code == 1
    assert f"skipped {source}:2:30: move 2: bG1 wS2-: wS2 isn't on the board" in result.output
    assert "Wrote 2 games" in result.output


def test_convert_exits_with_2_if_nothing_can_be_done(pgn: Path, tmp_path: Path) -> None:
    unknown = tmp_path / "x.doc"
    unknown.write_text("hello", encoding="utf-8")
    for arguments, message in (
        ((pgn, tmp_path / "out.doc"), "can't tell which format"),
        ((pgn, tmp_path / "out.sgf"), "sgf is read-only"),
        ((tmp_path / "absent.pgn", tmp_path / "out.pgn"), "can't read the file"),
        ((unknown, tmp_path / "out.pgn"), "unknown format"),
        ((pgn, tmp_path / "no" / "out.pgn"), "cannot write"),
        ((pgn, "-"), "can't tell which format"),
        ((pgn,), "Missing argument"),
    ):
        result = run("convert", *arguments)
        assert result.exit_code == 2, arguments
        assert message in result.output
        assert not (tmp_path / "out.pgn").exists()


def test_convert_without_a_game_leaves_the_target_unchanged(tmp_path: Path) -> None:
    source, out = tmp_path / "games.uhp", tmp_path / "out.pgn"
    source.write_text("Base;InProgress;White[1];wX\n", encoding="utf-8")
    for content in (None, "old"):
        if content:
            out.write_text(content, encoding="utf-8")
        result = run("convert", source, out)
        assert result.exit_code == 2
        assert "games.uhp:1:26" in result.output
        assert "no game could be converted" in result.output
        assert (out.read_text(encoding="utf-8") if out.exists() else None) == content
    assert run("convert", source, "-", "--to", "pgn").exit_code == 2


def beespace(
    *arguments: str | Path,
    stdout: int | IO[bytes] = subprocess.PIPE,
    stderr: int = subprocess.PIPE,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a separate process with normal output buffering."""
    return subprocess.run(
        [sys.executable, "-m", "beespace", *map(str, arguments)],
        stdout=stdout,
        stdin=subprocess.DEVNULL,
        stderr=stderr,
        env={**os.environ, "PYTHONUNBUFFERED": "", **(environment or {})},
        check=False,
        timeout=60,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("command", ["convert", "draw"])
def test_a_full_disk_is_reported_in_words(command: str, pgn: Path) -> None:
    arguments = ["-", "--to", "json"] if command == "convert" else []
    with Path("/dev/full").open("wb") as full:
        result = beespace(command, pgn, *arguments, stdout=full)
    assert result.returncode == 2
    said = "Error: cannot write standard output: No space left on device"
    assert result.stderr.decode().split("\n") == [said, ""]


@pytest.mark.skipif(sys.platform == "win32", reason="broken pipes work differently on Windows")
def test_a_closed_pipe_prints_no_error(pgn: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = beespace("convert", pgn, "-", "--to", "json", stdout=writer)
    finally:
        os.close(writer)
    assert result.stderr == b""


def test_the_standard_output_is_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "zoe.pgn"
    write_games([GameRecord(white="Zoë")], path)
    latin = {"PYTHONIOENCODING": "latin-1"}
    result = beespace("convert", path, "-", "--to", "json", environment=latin)
    assert "Zoë".encode() in result.stdout


# draw


@pytest.mark.parametrize("extension", ["svg", "png", "gif", "txt"])
def test_draw_a_game_from_a_file(pgn: Path, extension: str, tmp_path: Path) -> None:
    if extension in ("png", "gif"):
        require_module("resvg_py", "the extra 'pictures' is not installed")
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
    assert "White  queen" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{pgn}", "out.doc"], "must end in"),
        (["{pgn}", "out.svg", "--move", "9"], "the game has 4 moves"),
        (["{pgn}", "out.svg", "--game", "3"], "has no game 3"),
        (["absent.pgn", "out.svg"], "can't read the file"),
        (["Base White[2] - 0,0:wS1 9,9:bG1", "out.svg"], "2 hives"),
        (["{pgn}", "no/out.svg"], "cannot write"),
        (["{pgn}", "out.svg", "--animate", "--seconds", "0"], "--seconds"),
        (["{pgn}", "out.svg", "--animate", "--seconds", "nan"], "time for a move"),
    ],
)
def test_draw_exits_with_2_if_it_cannot(arguments: list[str], message: str, pgn: Path) -> None:
    result = run("draw", *[argument.format(pgn=pgn) for argument in arguments])
    assert result.exit_code == 2
    assert message in result.output


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty module")
def test_draw_uses_the_terminals_colours_and_width() -> None:
    wide = "Base White[4] - " + " ".join(f"{i},0:wA{i}" for i in (1, 2, 3))
    wide += " " + " ".join(f"{i + 3},0:bA{i}" for i in (1, 2, 3))
    plain = {"TERM": "xterm-256color", "COLUMNS": "24", "NO_COLOR": ""}
    assert "\x1b[" in in_terminal(plain, "draw", wide)
    assert "part 1 of 2" in in_terminal(plain, "draw", wide)
    assert "\x1b[" not in in_terminal(plain, "draw", wide, "--no-color")
    assert "\x1b[" not in in_terminal({**plain, "NO_COLOR": "1"}, "draw", wide)
    console = in_terminal({**plain, "TERM": "linux"}, "draw", wide)
    assert console.isascii()


def in_terminal(environment: dict[str, str], *arguments: str) -> str:
    """Run a command in a terminal and return its output."""
    import pty

    terminal, inner = pty.openpty()
    try:
        result = beespace(*arguments, stdout=inner, stderr=inner, environment=environment)
        assert result.returncode == 0
        return os.read(terminal, 1 << 16).decode()
    finally:
        os.close(inner)
        os.close(terminal)


# show


def test_show_steps_through_a_game(pgn: Path) -> None:
    lines = ["", "", "variation", "main", "last", "previous 2", "first", "3", "moves", "quit"]
    result = run("show", pgn, "--ascii", input="\n".join(lines))
    assert result.exit_code == 0, result.output
    said = result.output
    for sentence in (
        "Ann – Bo, unfinished\n  Base. 4 moves.",
        "Played in the garden.",
        "White spider, in the middle.",
        "Black grasshopper, right of the white spider, in 0:00:01.5, with 0:01:00",
        "As usual.",
        "Next: White queen, left of the white spider",
        "Variation 1: White grasshopper, left of the white spider",
        "Game 1, move 3, variation> ",
        "The variation ends here",
        "The record ends here, without a result.",
        "1. White spider, in the middle",
    ):
        assert sentence in said


def test_show_switches_to_uhp_notation(pgn: Path) -> None:
    said = run("show", pgn, "--ascii", input="notation\n\n\nmoves\n").output
    for sentence in (
        "White played wS1.",
        "Black played bG1 wS1- in 0:00:01.5, with 0:01:00 left.",
        "Next: wQ -wS1",
        "Variation 1: wG1 -wS1",
        "1. wS1  2. bG1 wS1-  3. wQ -wS1  4. bQ bG1-",
    ):
        assert sentence in said


def test_show_goes_to_other_games_and_back_out_of_variations(pgn: Path) -> None:
    lines = ["goto 2", "v", "p", "p", "v 7", "game", "game 9", "goto 8", "goto x", "what", "help"]
    said = run("show", pgn, input="\n".join(lines)).output
    assert "There is no such variation here." in said
    assert "Cy – Black, unfinished" in said
    assert "There is no game 9 in the file." in said
    assert "The game ends at move 1." in said
    assert "Which move? For example: goto 12" in said
    assert "I don't understand 'what'. Type help" in said
    assert "leaves all variations" in said


def test_only_the_shown_game_is_kept_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    write_games((GameRecord(white=f"P{i}") for i in range(1, 301)), path)

    def kept() -> int:
        gc.collect()
        return sum(isinstance(thing, GameRecord) for thing in gc.get_objects())

    before = kept()
    numbers: list[int] = []
    readers = [read_games(path)]

    def read_again() -> GameReader:
        readers.append(read_games(path))
        return readers[-1]

    viewer = Viewer(Screen(), readers[0], read_again, numbers.append)
    for number in (250, 3, 4, 300, 300):
        assert viewer.open(number)
        assert viewer.record.white == f"P{number}"
        assert kept() <= before + 2
    assert not viewer.open(301)
    assert viewer.record.white == "P300"
    assert list(filter(None, numbers)) == [*range(1, 251), *range(1, 301)]
    for reader in readers:
        reader.close()


def test_show_goes_back_to_earlier_games(pgn: Path) -> None:
    said = run("show", pgn, input="game\ngame 1\ngame 2\nq\n").output
    assert said.count("Ann – Bo, unfinished") == 2
    assert said.count("Cy – Black, unfinished") == 2


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("Base;WhiteWins;Black[1];wS1", "White wins\n  Base. 1 move."),
        ("Base+ML;BlackWins;Black[1];wS1", "Black wins\n  Pocket. 1 move."),
        ("Base+P;Draw;Black[1];wS1", "draw\n  Base with Pillbug. 1 move."),
    ],
)
def test_show_gives_the_result_and_the_rules_in_words(
    game: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.uhp"
    path.write_text(f"{game}\n")
    assert words in run("show", path, input="q\n").output


def test_show_names_rules_that_differ_from_the_box(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    rules = ("Base+MLP,threefold", "Base,queen-first", "Base+ML,queen-first,no-stack-gates")
    write_games((GameRecord(ruleset=Ruleset.parse(text)) for text in rules), path)
    said = run("show", path, input="game\ngame\nq\n").output
    for words in (
        "Ultimate Pocket under tournament rules. 0 moves.",
        "Base. 0 moves.",
        "Pocket: climbers can pass between tall stacks. 0 moves.",
    ):
        assert words in said


def test_show_takes_the_notation_as_an_option(pgn: Path) -> None:
    said = run("show", pgn, "--ascii", "--notation", "uhp", input="\nq\n").output
    assert "White played wS1." in said
    assert "wQ  wB1" in said


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no /dev/fd")
def test_show_reads_a_pipe_once() -> None:
    reader, writer = os.pipe()
    os.write(writer, f"{GAME}\n{GAME}\n".encode())
    os.close(writer)
    try:
        result = run("show", f"/dev/fd/{reader}", input="game\ngame 1\nq\n")
    finally:
        os.close(reader)
    assert result.exit_code == 0
    assert "Game 2, move 0> " in result.output
    assert "There is no game 1 in the file." in result.output


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty module")
def test_long_operations_show_their_progress(tmp_path: Path) -> None:
    require_module("resvg_py", "the extra 'pictures' is not installed")
    path = tmp_path / "many.uhp"
    path.write_text(f"{GAME}\n" * 200, encoding="utf-8")
    terminal = {"TERM": "xterm"}
    said = in_terminal(terminal, "draw", GAME, str(tmp_path / "game.gif"), "--size", "100")
    assert "drawing" in said
    assert "100%" in said
    assert "100 games read" in in_terminal(terminal, "show", str(path), "--game", "150")


def test_show_reports_what_it_skipped(tmp_path: Path) -> None:
    path = tmp_path / "games.uhp"
    path.write_text(f"Base;InProgress;White[1];wX\n{GAME}\n", encoding="utf-8")
    result = run("show", path, input="q\n")
    assert result.exit_code == 1
    assert "games.uhp:1:26: move 1" in result.output
    result = run("show", path, "--game", "2", input="q\n")
    assert result.exit_code == 2
    assert "has no game 2" in result.output
