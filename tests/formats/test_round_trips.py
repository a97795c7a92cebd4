"""A record stays the same when it is written and read back, in every format we write."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from beespace import Board
from beespace.errors import RecordError
from beespace.formats import GameRecord, PlayedMove, dumps, loads
from beespace.rules import Ruleset
from support import recorded
from support.formats.records import annotated
from support.formats.round_trips import check_round_trips

PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_recorded_games(part: int, tmp_path: Path, tally: Counter[str]) -> None:
    check_round_trips(annotated(recorded.games()[part::PARTS]), tmp_path, tally)


@pytest.mark.parametrize("ruleset", ["Base", "Base+MLP,queen-first,no-stack-gates,threefold"])
@pytest.mark.parametrize("format", ["pgn", "json"])
def test_the_ruleset_is_kept(ruleset: str, format: str) -> None:
    record = GameRecord.from_moves(ruleset, ["wS1", "bG1 wS1-"])
    assert loads(dumps(record, format)) == record


@pytest.mark.parametrize("format", ["pgn", "json", "uhp"])
def test_a_game_without_moves(format: str) -> None:
    record = GameRecord(Ruleset("P"))
    assert loads(dumps(record, format)) == record


@pytest.mark.parametrize("format", ["pgn", "json"])
def test_a_study_that_starts_from_a_position(format: str) -> None:
    board = Board.from_game_string("Base+M;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-")
    start = board.position()
    record = GameRecord(board.ruleset, start=start, comment="From the editor.")
    for text in ("wA1 -wQ", "bA1 bQ-"):
        record.line.append(PlayedMove(board.push_uhp(text), glyph="!?"))
    board.pop()
    record.line[1].variations = [[PlayedMove(board.parse_uhp("bM bQ-"), "Or this.", glyph="!!")]]
    back = loads(dumps(record, format))
    assert back == record
    assert back.uhp_moves() == ["wA1 -wQ", "bA1 bQ-"]
    assert back.board(0).position() == start
    with pytest.raises(RecordError, match="game string"):
        dumps(record, "uhp")


@pytest.mark.parametrize(
    "start",
    ["nonsense", "Base White[1]", "Base White[3] - 0,0:wS1 5,5:bG1", "Base+M White[1] -"],
)
@pytest.mark.parametrize("form", ["pgn", "json"])
def test_an_invalid_start_position_is_rejected(start: str, form: str) -> None:
    with pytest.raises(RecordError):
        dumps(GameRecord(Ruleset.parse("Base"), start=start), form)
    text = (
        f'[GameType "Base"]\n[Start "{start}"]\n\n1. wA1'
        if form == "pgn"
        else f'{{"format": "beespace-game", "version": 1, "ruleset": "Base", "start": "{start}"}}'
    )
    with pytest.raises(RecordError):
        loads(text)


@pytest.mark.parametrize(("mark", "glyph"), [("!", "!"), (" $4", "??"), ("?!", "?!"), ("$6", "?!")])
def test_glyphs_of_other_programs_are_read(mark: str, glyph: str) -> None:
    game = loads(f"1. wS1{mark} {{why}} 2. bG1 wS1- $11")
    assert (game.line[0].glyph, game.line[0].comment) == (glyph, "why")
    assert (game.line[1].glyph, game.line[1].comment) == ("", "$11")


def read_as_mzinga_does(text: str) -> tuple[dict[str, str], list[str], list[str]]:
    """Return the tags, moves and comments, read line by line as Mzinga does.

    A line in brackets is a tag. A line that begins with a brace starts a comment, which ends with a
    line that ends with a brace. A line that is a result sets the result. Every other line is a move
    after its number.
    """
    tags: dict[str, str] = {}
    moves: list[str] = []
    comments: list[str] = []
    comment: str | None = None
    for raw in text.split("\n"):
        line = raw.strip()
        if comment is not None or line.startswith("{"):
            comment = line if comment is None else f"{comment}\n{line}"
            if line.endswith("}"):
                comments.append(comment)
                comment = None
        elif line.startswith("[") and line.endswith("]"):
            name, _, value = line[1:-1].partition(" ")
            tags[name] = value.replace('"', "").strip()
        elif line in ("WhiteWins", "BlackWins", "Draw", "InProgress", "NotStarted"):
            tags["Result"] = line
        elif line:
            moves.append(re.sub(r"^[0-9.]+", "", line).strip())
    assert comment is None
    return tags, moves, comments


def test_mzinga_can_read_the_pgn_we_write() -> None:
    for record in annotated(recorded.games()[::2]):
        tags, moves, comments = read_as_mzinga_does(dumps(record, "pgn"))
        assert moves == record.uhp_moves()
        assert tags["GameType"] == record.ruleset.game_type
        assert tags["Result"] == record.result.value
        assert list(tags)[:8] == [
            *("GameType", "Date", "Event", "Site", "Round", "White", "Black", "Result")
        ]
        noted = sum(not played.is_bare for played in record.line)
        assert len(comments) == noted + bool(record.comment)
