"""A record stays the same when it is written and read back, in every format we write."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from beespace import Board
from beespace.errors import RecordError
from beespace.formats import GameRecord, PlayedMove, dumps, loads, read_games, write_games
from beespace.rules import Ruleset
from support.formats.records import annotate, count_notes, published, record_of

PARTS = 4
EVERY = 10


def annotated(shared_data: Path, indices: range) -> list[GameRecord]:
    records = []
    games = published(shared_data)
    for i in indices:
        record = record_of(games[i])
        annotate(record, random.Random(i))
        records.append(record)
    return records


def bare(record: GameRecord) -> GameRecord:
    """Return the part of a record that a game string can hold."""
    rules = Ruleset(record.ruleset.expansions, queen_first=record.ruleset.queen_first)
    kept = GameRecord(rules, result=record.result)
    kept.line = [type(played)(played.move) for played in record.line]
    kept.reason = record.reason if record.board().outcome() is not None else None
    return kept


def check(records: list[GameRecord], folder: Path, tally: Counter[str]) -> None:
    for name in ("games.pgn", "games.jsonl", "games.uhp"):
        path = folder / name
        assert write_games(records, path) == len(records)
        games = read_games(path)
        back = list(games)
        assert games.skipped == []
        expected = [bare(record) for record in records] if name.endswith("uhp") else records
        assert back == expected
        # Writing it again gives the same text: every record has one canonical form.
        again = folder / f"again-{name}"
        write_games(back, again)
        assert again.read_bytes() == path.read_bytes()
        tally[f"records through {path.suffix}"] += len(back)
    for record in records:
        tally.update(count_notes(record.line))
        tally["plies"] += len(record.line)


@pytest.mark.parametrize("part", range(PARTS))
def test_two_hundred_published_games(
    part: int, shared_data: Path, tmp_path: Path, tally: Counter[str]
) -> None:
    check(annotated(shared_data, range(part * EVERY, 2000, EVERY * PARTS)), tmp_path, tally)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_all_published_games(
    part: int, shared_data: Path, tmp_path: Path, tally: Counter[str]
) -> None:
    check(annotated(shared_data, range(part, 2000, 20)), tmp_path, tally)


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


def test_mzinga_can_read_the_pgn_we_write(shared_data: Path) -> None:
    for record in annotated(shared_data, range(0, 2000, 40)):
        tags, moves, comments = read_as_mzinga_does(dumps(record, "pgn"))
        assert moves == record.uhp_moves()
        assert tags["GameType"] == record.ruleset.game_type
        assert tags["Result"] == record.result.value
        assert list(tags)[:8] == [
            *("GameType", "Date", "Event", "Site", "Round", "White", "Black", "Result")
        ]
        noted = sum(not played.is_bare for played in record.line)
        assert len(comments) == noted + bool(record.comment)
