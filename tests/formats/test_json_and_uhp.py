"""Records as JSON and as game strings: what is written, and what is rejected."""

from __future__ import annotations

import io
import json
import os
import stat
from pathlib import Path

import pytest

from beespace.errors import RecordError
from beespace.formats import (
    EndReason,
    GameRecord,
    Result,
    dumps,
    loads,
    read_game,
    read_games,
    write_games,
)

GAME = {"format": "beespace-game", "version": 1, "ruleset": "Base", "moves": ["wS1", "bG1 wS1-"]}


def test_a_single_game_is_indented_and_several_are_written_one_per_line(
    tmp_path: Path,
) -> None:
    record = GameRecord.from_moves("Base", ["wS1"], white="Zoë")
    path = tmp_path / "games.json"
    write_games([record], path)
    assert path.read_text(encoding="utf-8").splitlines()[0] == "{"
    assert list(read_games(path)) == [record]
    write_games([record, record], path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["white"] for line in lines] == ["Zoë", "Zoë"]
    assert list(read_games(path)) == [record, record]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "other"}, "not a game: expected"),
        ({"version": 2}, "unsupported version 2"),
        ({"version": True}, "unsupported version True"),
        ({"colour": "x"}, "unknown key 'colour'"),
        ({"white": 3}, "white must be a string"),
        ({"ruleset": "Chess"}, "neither a game type"),
        ({"result": "1-0"}, "result must be one of"),
        ({"reason": "boredom"}, "reason must be one of"),
        ({"result": []}, "result must be one of"),
        ({"reason": {}}, "reason must be one of"),
        ({"reason": None}, "reason must be one of"),
        ({"tags": []}, "tags must be an object"),
        ({"tags": {"a": 1}}, "a must be a string"),
        ({"moves": "wS1"}, "moves must be a list"),
        ({"moves": ["wS1", 5]}, "a move must be a string"),
        ({"moves": ["wS1", {"move": "bG1 wS1-", "x": 1}]}, "unknown key 'x'"),
        (
            {"moves": ["wS1", {"move": "bG1 wS1-", "clock_ms": -1}]},
            "a whole number of milliseconds",
        ),
        (
            {"moves": ["wS1", {"move": "bG1 wS1-", "clock_ms": 1.5}]},
            "a whole number of milliseconds",
        ),
        ({"moves": ["wS1", {"move": "bG1 wS1-", "variations": [[]]}]}, "not be empty"),
        ({"moves": ["wS1", "bG1 wS2-"]}, "move 2: "),
        ({"moves": ["wS1", "bG1"]}, "move 2: "),
        ({"comment": "\ud800"}, "not valid Unicode"),
    ],
)
def test_json_that_is_not_a_record_is_rejected(changes: dict[str, object], message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        loads(json.dumps(GAME | changes, indent=1), "json")
    assert caught.value.line >= 1


def test_collections_of_plain_json_games_are_read(tmp_path: Path) -> None:
    games = [
        {"id": 1, "game_type": "Base+MLP", "result": "1-0", "reason": "resign", "moves": ["wP"]},
        {"game_type": "Base", "result": "?", "white": "Ann", "moves": ["wQ", "bG1 wQ-"]},
        {"game_type": "Base", "moves": ["wS1", "bS1"]},
        {"game_type": "Chess", "moves": []},
        {"game_type": "Base", "moves": [["wS1"]]},
    ]
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(map(json.dumps, games)))
    reader = read_games(path)
    first, second = list(reader)
    assert (first.result, first.reason) == (Result.WHITE_WINS, EndReason.RESIGN)
    assert (str(first.ruleset), first.uhp_moves()) == ("Base+MLP", ["wP"])
    assert (str(second.ruleset), second.white) == ("Base,queen-first", "Ann")
    assert second.result is Result.UNKNOWN
    assert [error.line for error in reader.skipped] == [3, 4, 5]
    assert "move 2" in str(reader.skipped[0])


def test_an_error_in_json_gives_the_place_of_the_move() -> None:
    moves = ["wS1", {"move": "bG1 wS1-", "variations": [["bA1 wS1-", "wQ bA1-"]]}]
    text = json.dumps(GAME | {"moves": moves}, indent=1)
    with pytest.raises(RecordError, match="move 3: wQ bA1-") as caught:
        loads(text)
    line = text.split("\n")[caught.value.line - 1]
    assert line[caught.value.column - 1 :] == '"wQ bA1-"'


@pytest.mark.parametrize(
    "text",
    [
        '{"format": "beespace-game", "format": "beespace-game"}',
        '{"format": NaN}',
        '{"format": ' + "[" * 10000,
        '{"format": ' + "9" * 5000 + "}",
        "{",
        '{"a": }',
    ],
)
def test_broken_json_is_an_error(text: str) -> None:
    with pytest.raises(RecordError):
        loads(text, "json")


def test_a_broken_object_does_not_affect_the_next_one() -> None:
    good = json.dumps(GAME)
    broken = json.dumps(GAME, indent=1)[:-20]
    games = read_games(io.StringIO(f"{good}\n{broken}\n{good}\n{good[:-5]}\n{good}\n"))
    assert len(list(games)) == 3
    assert [error.line for error in games.skipped] == [7, 9]


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("Base;InProgress", 17, "needs a turn"),
        ("Base;Won;White[1]", 6, "'Won' is not a state$"),
        ("Base+X;InProgress;White[1]", 1, "is not a game type"),
        ("Base+MM;InProgress;White[1]", 1, "each at most once"),
        ("Base;InProgress;White[2];wS1;bG1 wS2-", 30, "move 2: "),
        ("  Base;InProgress;White[2];wS1;bG1", 32, "move 2: "),
        ("Base;InProgress;White[3];wS1;bG1 wS1-", 17, r"turn is White\[3\], but the moves end at"),
        ("Base;InProgress;White[2];wS1;;", 30, "move 2: "),
    ],
)
def test_errors_in_a_game_string_say_what_is_wrong(text: str, column: int, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        loads(text, "uhp")
    assert (caught.value.line, caught.value.column) == (1, column)


def test_game_strings_are_read_tolerantly() -> None:
    text = "# from the club\n\n Base+PM;WhiteWins;White[1];wA2;bA3 -wA2;wQ wA2-  \n"
    (game,) = read_games(io.StringIO(text))
    assert game.uhp_moves() == ["wA1", "bA1 -wA1", "wQ wA1-"]
    assert game.result is Result.WHITE_WINS
    assert dumps(game, "uhp") == "Base+MP;WhiteWins;Black[2];wA1;bA1 -wA1;wQ wA1-"


@pytest.mark.parametrize("game_type", ["Base+mlp", "BASE+Mlp", " base+MLP"])
def test_game_types_are_case_insensitive(game_type: str) -> None:
    assert loads(f"{game_type};InProgress;Black[1];wM").uhp_moves() == ["wM"]


@pytest.mark.parametrize("format", ["pgn", "json", "uhp"])
def test_a_byte_order_mark_is_ignored(format: str) -> None:
    record = GameRecord.from_moves("Base", ["wS1"])
    assert loads("\ufeff" + dumps(record, format)) == record


def test_the_format_is_detected_from_the_content_and_then_from_the_name(tmp_path: Path) -> None:
    record = GameRecord.from_moves("Base", ["wS1"])
    for format in ("pgn", "json", "uhp"):
        path = tmp_path / "game.txt"
        path.write_text("\n\n" + dumps(record, format), encoding="utf-8")
        assert read_game(path) == record
    path = tmp_path / "game.pgn"
    path.write_text("nonsense", encoding="utf-8")
    with pytest.raises(RecordError, match=r"game.pgn:1:1: expected a move, .*'nonsense'"):
        read_game(path)
    path = tmp_path / "game.doc"
    path.write_text("nonsense", encoding="utf-8")
    with pytest.raises(RecordError, match="unknown format; expected"):
        read_game(path)
    with pytest.raises(RecordError, match="can't read the file: No such file"):
        read_game(tmp_path / "absent.pgn")
    with pytest.raises(RecordError, match="unknown format 'doc'"):
        read_game(path, "doc")
    empty = tmp_path / "empty.pgn"
    empty.write_text("\n", encoding="utf-8")
    with pytest.raises(RecordError, match="no game found"):
        read_game(empty)


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("old", encoding="utf-8")
    bad = GameRecord(white="a\nb")
    with pytest.raises(RecordError):
        write_games([GameRecord(), bad], path)
    assert path.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["games.pgn"]
    with pytest.raises(RecordError, match="sgf is read-only"):
        write_games([], tmp_path / "games.sgf")
    with pytest.raises(RecordError, match="can't tell which format"):
        write_games([], tmp_path / "games.doc")


@pytest.mark.skipif(os.name == "nt", reason="links and modes work differently on Windows")
def test_a_link_stays_a_link_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path, link = tmp_path / "games.pgn", tmp_path / "link.pgn"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to(path.name)
    write_games([GameRecord(white="Ann")], link)
    assert link.is_symlink()
    assert read_game(path).white == "Ann"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.pgn", "link.pgn"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.pgn"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_games([GameRecord(white="Ann")], pipe)
        assert stat.S_ISFIFO(pipe.lstat().st_mode)
        assert b'[White "Ann"]' in os.read(reader, 65536)
    finally:
        os.close(reader)


def test_an_error_names_the_given_path(tmp_path: Path) -> None:
    path = tmp_path / "absent" / "games.pgn"
    with pytest.raises(FileNotFoundError) as caught:
        write_games([], path)
    assert caught.value.filename == str(path)


def test_large_files_are_read_one_game_at_a_time(tmp_path: Path) -> None:
    """Reading a few games from a large file must not read the whole file."""
    line = dumps(GameRecord.from_moves("Base", ["wS1", "bG1 wS1-"]), "uhp") + "\n"
    path = tmp_path / "many.uhp"
    path.write_text(line * 200_000, encoding="utf-8")
    with read_games(path) as games:
        for _ in range(10):
            next(games)
        assert games.bytes_read < 100_000


def test_a_game_that_is_too_long_is_skipped() -> None:
    long = "1. wS1 {" + "x" * (1 << 23) + "}\n\n"
    games = read_games(io.StringIO(long + '[White "Ann"]\n\n1. wS1\n'), "pgn")
    assert [game.white for game in games] == ["Ann"]
    assert "can't be longer" in games.skipped[0].reason
