"""Checks that records stay the same when they are written and read back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from beespace.formats import GameRecord, read_games, write_games
from beespace.rules import Ruleset
from support.formats.records import count_notes


def bare(record: GameRecord) -> GameRecord:
    """Return the part of a record that a game string can hold."""
    rules = Ruleset(record.ruleset.expansions, queen_first=record.ruleset.queen_first)
    kept = GameRecord(rules, result=record.result)
    kept.line = [type(played)(played.move) for played in record.line]
    kept.reason = record.reason if record.board().outcome() is not None else None
    return kept


def check_round_trips(records: list[GameRecord], folder: Path, tally: Counter[str]) -> None:
    """Check a list of records in every format that we write."""
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
