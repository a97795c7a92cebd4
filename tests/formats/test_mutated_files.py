"""Damaged files cause only our own errors, and never give a record that is not in the file."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from beespace.errors import RecordError
from beespace.formats import FORMATS, GameRecord, dumps, loads, read_games
from beespace.rules import Board
from support.formats.boardspace import Manner, Writer
from support.formats.records import annotate
from support.formats.scraps import SCRAPS
from support.terminal.games import WHITE_WINS

THROWS = (
    "Base+MLP;InProgress;White[14];wP;bB1 wP-;wL -wP;bB2 bB1-;wG1 \\wP;bL bB1\\;wQ -wL;bQ bL\\;"
    "wM wG1/;bG1 bB2-;wB1 -wM;bG1 -wQ;wG2 wM/;bP -bG1;wG3 -wG2;bA1 \\bB2;wM wG1;bA1 /wB1;"
    "wL bP\\;bB2 bB1;wM wP;bA2 bB2-;wM bB2;bA2 wQ\\;wA1 /wL;bG2 /bA2"
)


def files() -> dict[str, list[str]]:
    """Return valid files of every format, to be damaged."""
    plain = [loads(text) for text in (WHITE_WINS, THROWS)]
    noted = [loads(text) for text in (WHITE_WINS, THROWS)]
    for i, record in enumerate(noted):
        annotate(record, random.Random(i))
    manner = Manner(re_picks=True, robots=True)
    sgf = [Writer(record, manner, random.Random(1)).text() for record in plain]
    return {
        "uhp": [WHITE_WINS, f"{THROWS}\n{WHITE_WINS}\n"],
        "pgn": [dumps(record, "pgn") + "\n" for record in (*plain, *noted)],
        "json": [dumps(record, "json") for record in (*plain, *noted)],
        "sgf": [*sgf, sgf[0].replace("\n", " ")],
    }


FILES = files()
# The last one can't be encoded.
INSERTED = [*SCRAPS, "\x00", "\ufeff", "1e999", "\ud800"]


@dataclass
class Damage:
    """A change to a text: part of it is replaced, doubled, moved or deleted, or the rest is cut."""

    kind: str
    where: float
    length: int
    scrap: str

    def __call__(self, text: str) -> str:
        start = int(self.where * len(text))
        end = min(len(text), start + self.length)
        stretch = text[start:end]
        if self.kind == "cut":
            return text[:start]
        if self.kind == "double":
            return text[:end] + stretch + text[end:]
        if self.kind == "move":
            rest = text[:start] + text[end:]
            return rest[: len(rest) // 2] + stretch + rest[len(rest) // 2 :]
        if self.kind == "line":
            lines = text.split("\n")
            del lines[int(self.where * len(lines)) : int(self.where * len(lines)) + self.length % 4]
            return "\n".join(lines)
        return text[:start] + (self.scrap if self.kind == "put" else "") + text[end:]


@dataclass
class WrongType:
    """A change to a JSON text: one value is replaced with another, often of the wrong type."""

    where: float
    value: str

    def __call__(self, text: str) -> str:
        values = list(re.finditer(r'(?<=[:\[,] )("[^"\\]*"|\d+|null)(?=[,\]}])', text))
        if not values:
            return text
        start, end = values[int(self.where * len(values))].span()
        return text[:start] + self.value + text[end:]


DAMAGES: st.SearchStrategy[list[Callable[[str], str]]] = st.lists(
    st.builds(
        Damage,
        st.sampled_from(["put", "put", "delete", "double", "move", "cut", "line"]),
        st.floats(0, 1, exclude_max=True),
        st.integers(0, 12),
        st.sampled_from(INSERTED),
    )
    | st.builds(
        WrongType,
        st.floats(0, 1, exclude_max=True),
        st.sampled_from(["[]", "{}", "null", "7", "-1.5", "true", '""', '[["wS1"]]']),
    ),
    min_size=1,
    max_size=3,
)


def damaged(text: str, damages: list[Callable[[str], str]]) -> str:
    for damage in damages:
        text = damage(text)
    return text


def moves_in(format: str, text: str) -> range | None:
    """Return how many moves a file has, counted without our readers, or None if that is unclear."""
    if format == "uhp":
        lines = [line for line in text.split("\n") if line.strip()]
        return exactly(len(lines[0].split(";")) - 3) if len(lines) == 1 else None
    if format == "json":
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return None
        moves = data.get("moves") if isinstance(data, dict) else None
        return exactly(len(moves)) if isinstance(moves, list) else None
    if format == "pgn":
        body = re.sub(r"(?m)^\s*\[.*\]\s*$", "", re.sub(r"\{[^}]*\}", " ", text))
        if "(" in body:
            return None
        piece = r"(?<![\w/\\-])(?i:[wb][QSBGAMLP][1-3]?)"
        first = re.search(piece, body)
        rest = body[first.end() :] if first else ""
        others = re.findall(rf"{piece} +\S+(?=\s|$)|(?<!\w)pass(?=\s|$)", rest)
        return exactly(bool(first) + len(others))
    confirmed = len(re.findall(r"(?i)P[01]\[\d* ?\w*done\b", text))
    # A robot's move needs no confirmation, and a "done" after the end of the game is ignored.
    robots = len(re.findall(r"(?i)P[01]\[\d* ?p?move\b", text))
    return range(max(confirmed - 1, 0), confirmed + robots + 1)


def exactly(count: int) -> range:
    return range(count, count + 1)


def check(format: str, text: str, tally: Counter[str]) -> None:
    games = read_games(io.StringIO(text), format)
    records = list(games)
    assert all(isinstance(error, RecordError) for error in games.skipped)
    assert all(error.line >= 1 and error.column >= 1 for error in games.skipped)
    for record in records:
        replay(record)
    expected = moves_in(format, text)
    if len(records) == 1 and not games.skipped and expected is not None:
        tally["records compared"] += 1
        assert len(records[0].line) in expected
    tally["records read"] += len(records)
    tally["games refused"] += len(games.skipped)


def replay(record: GameRecord) -> None:
    """Play the moves on the reference board and check that the record has the same result."""
    board = Board(record.ruleset)
    for move in record.moves:
        board.push(move)
    outcome = board.outcome()
    if outcome is not None:
        assert record.result.value == outcome.result
    assert loads(dumps(record, "json"), "json") == record


@pytest.mark.parametrize("format", FORMATS)
def test_damaged_files_are_read_or_rejected(format: str, tally: Counter[str]) -> None:
    @settings(max_examples=200, deadline=None)
    @given(st.sampled_from(FILES[format]), DAMAGES)
    def damage_and_read(text: str, damages: list[Callable[[str], str]]) -> None:
        check(format, damaged(text, damages), tally)

    damage_and_read()


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
def test_many_damaged_files_are_read_or_rejected(format: str, tally: Counter[str]) -> None:
    @settings(max_examples=5000, deadline=None)
    @given(st.sampled_from(FILES[format]), DAMAGES)
    def damage_and_read(text: str, damages: list[Callable[[str], str]]) -> None:
        check(format, damaged(text, damages), tally)

    damage_and_read()


@pytest.mark.parametrize("format", FORMATS)
def test_a_truncated_file_never_gives_half_a_record(format: str) -> None:
    """Wherever a finished game is cut, it is rejected, unless it was already complete."""
    text = FILES[format][0]
    (whole,) = read_games(io.StringIO(text), format)
    for end in range(0, len(text), 3):
        games = read_games(io.StringIO(text[:end]), format)
        for record in games:
            # Without a result, the tags of a PGN file don't tell whether moves are missing.
            if record.result.is_decided or format != "pgn":
                assert record.moves == whole.moves


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda t: t.encode("utf-8", "replace")))
@example(b"\xff\xfe\x00\xd8")
@example(b"(;" * 500)
@example(b"{" * 500)
def test_arbitrary_bytes_raise_only_record_errors(data: bytes) -> None:
    for format in FORMATS:
        games = read_games(io.BytesIO(data), format)
        for record in games:
            replay(record)
    with contextlib.suppress(RecordError):  # the format may not be recognized
        list(read_games(io.BytesIO(data)))


def test_deeply_nested_variations_are_rejected() -> None:
    for text in (
        "1. wS1 " + "(1. wG1 " * 5000,
        "1. wS1 {" + "[%var wG1 " * 5000 + "}",
        '{"format": "beespace-game", "version": 1, "ruleset": "Base", "moves": '
        + '[{"move": "wS1", "variations": [' * 900
        + "]}]" * 900
        + "}",
    ):
        with pytest.raises(RecordError, match=r"nested more than|recursion"):
            loads(text)
