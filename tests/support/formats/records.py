"""Records for tests: recorded games, and annotations added to any game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from beespace import Board
from beespace.formats import GLYPHS, EndReason, GameRecord, PlayedMove, Result
from beespace.rules import BaseBoard, Ruleset
from support.recorded import Recorded

RESULTS = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2-1/2": Result.DRAW}

# Comments with content that a format could misread.
COMMENTS = [
    "A plain remark.",
    'Better is wA1 \\bQ, or even wA1 bQ/; then {braces} and }{ and "quotes".',
    'Zwei Zeilen:\n  die zweite, eingerückt.\n\n[Event "not a tag"]\n',
    "  blanks around, [%clk 1:00:00] not a clock, [%7D], [%eval 0.3], [%var ] ",
    "1. wS1 1-0 ; WhiteWins (or not) * $3 \\",
    "Is this [%gly !] a mark?",
    "日本語 · ünï · \t tab \x07 bell \r return \u2028 separator",
    "[",
    "%",
    "}",
]
TAGS = {"Annotator": 'Ann "the Bee" O\\Neill', "Opening": "", "Source": "x]y"}


def record_of(game: Recorded) -> GameRecord:
    """Return the record of a recorded game."""
    ruleset = replace(Ruleset.parse(game["game_type"]), queen_first=bool(game["queen_first"]))
    record = GameRecord.from_moves(ruleset, game["moves"])
    if record.reason is None:
        record.result = RESULTS[game["result"]]
        record.reason = EndReason(game["reason"]) if game["reason"] else None
    return record


def annotated(games: Sequence[Recorded]) -> list[GameRecord]:
    """Return the records of games, with annotations."""
    records = []
    for i, game in enumerate(games):
        record = record_of(game)
        annotate(record, random.Random(i))
        records.append(record)
    return records


def annotate(record: GameRecord, rng: random.Random) -> None:
    """Add names, tags, comments, clocks and variations to a record."""
    record.white, record.black = 'Ann "A." Apis', "Bo\\mbus, Jörg"
    record.date, record.time = rng.choice(["2024.01.30", "2021.??.??", ""]), "16:10:56"
    record.event, record.site, record.round = "Club [B] game", "https://example.org/?a=1", "3"
    record.tags = dict(rng.sample(sorted(TAGS.items()), rng.randint(0, len(TAGS))))
    record.comment = rng.choice(["", *COMMENTS])
    board: BaseBoard = Board(record.ruleset)
    clock_ms = 600_000
    for played in record.line:
        if rng.random() < 0.3:
            played.comment = rng.choice(COMMENTS)
        if rng.random() < 0.2:
            played.glyph = rng.choice(GLYPHS)
        if rng.random() < 0.3:
            clock_ms = max(0, clock_ms - rng.randint(0, 20_000))
            played.clock_ms = clock_ms
        if rng.random() < 0.2:
            played.spent_ms = rng.randint(0, 4_000_000)
        if rng.random() < 0.05:
            played.variations = [_variation(board, rng, 2) for _ in range(rng.randint(1, 2))]
        board.push(played.move)


def _variation(board: BaseBoard, rng: random.Random, depth: int) -> list[PlayedMove]:
    """Return a random line from a position, with annotations and variations of its own."""
    line = []
    board = board.copy()
    for _ in range(rng.randint(1, 4)):
        if not len(board.legal_moves):
            break
        played = PlayedMove(board.legal_moves[rng.randrange(len(board.legal_moves))])
        if rng.random() < 0.5:
            played.comment = rng.choice(COMMENTS)
        if rng.random() < 0.3:
            played.clock_ms, played.spent_ms = rng.randint(0, 10**9), 0
            played.glyph = rng.choice(GLYPHS)
        if depth and rng.random() < 0.3:
            played.variations = [_variation(board, rng, depth - 1)]
        line.append(played)
        board.push(played.move)
    return line


def count_notes(line: list[PlayedMove]) -> dict[str, int]:
    """Return how many comments, times and variations a line has, including nested ones."""
    counts = {"comments": 0, "times": 0, "variations": 0}
    for played in line:
        counts["comments"] += bool(played.comment)
        counts["times"] += (played.clock_ms is not None) + (played.spent_ms is not None)
        counts["variations"] += len(played.variations)
        for variation in played.variations:
            for name, count in count_notes(variation).items():
                counts[name] += count
    return counts
