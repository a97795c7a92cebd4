"""A record that is written and read again is the same, in every format that is written."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from beespace.formats import GameRecord, dumps, loads, read_games, write_games
from beespace.rules import Ruleset
from formats.records import annotate, count_notes, published, record_of

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
    """What a game string can hold of a record."""
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
        # Written again it is the same text: there is one way to write a record.
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
def test_the_rules_are_kept(ruleset: str, format: str) -> None:
    record = GameRecord.from_moves(ruleset, ["wS1", "bG1 wS1-"])
    assert loads(dumps(record, format)) == record


@pytest.mark.parametrize("format", ["pgn", "json", "uhp"])
def test_a_game_that_has_not_begun(format: str) -> None:
    record = GameRecord(Ruleset("P"))
    assert loads(dumps(record, format)) == record


def read_as_mzinga_does(text: str) -> tuple[dict[str, str], list[str], list[str]]:
    """Tags, moves and comments by the rules of Mzinga's reader: line by line, and no more.

    A line in brackets is a tag; one that begins with a brace is a comment, up to a line that ends
    with one; one that is a result is the result; all others are moves behind a number.
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


def test_written_pgn_is_what_mzinga_reads(shared_data: Path) -> None:
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
