"""The page reads files of games like the server: the same studies and games, the same errors."""

from __future__ import annotations

import json
import pickle
import random
import re
import zlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from beespace import formats
from beespace.server.play import records
from beespace.server.play.live import summary_of
from beespace.server.problems import ProblemError
from beespace.server.storage import WholeGame
from beespace.server.study import studies
from support.local import files
from support.local.asking import LocalPage
from support.local.playing import check_equal, masked

pytestmark = pytest.mark.usefixtures("core")

Answer = dict[str, Any]

# What Python says about the syntax of JSON depends on its version, and so does the place of a comma
# too many.
_SYNTAX = re.compile(r"(?<=invalid JSON: ).*")
_PLACED_SYNTAX = re.compile(r"\S+:\d+:\d+: invalid JSON: .*|line \d+, column \d+: invalid JSON: .*")
_COMMA_TOO_MANY = re.compile(r",\s*[}\]]")


def outcome(act: Callable[[], Any]) -> Answer:
    """Return what the server answers."""
    try:
        return {"answer": act()}
    except ProblemError as error:
        return {"failure": {"code": error.problem.code, "text": error.problem.text}}


def plain(value: Any, text: str) -> Any:
    """Return an answer to a text without what depends on Python's version."""
    if isinstance(value, dict):
        return {key: plain(one, text) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one, text) for one in value]
    if not isinstance(value, str):
        return value
    return (_PLACED_SYNTAX if _COMMA_TOO_MANY.search(text) else _SYNTAX).sub("WORDS", value)


def games_in(text: str) -> tuple[list[WholeGame], list[str]]:
    """Return the games that the server would store, and why it skips others."""
    parts, skipped = records._read(text)
    return [one for part in parts for one in pickle.loads(zlib.decompress(part.games))], skipped


def imported(text: str) -> Answer:
    """Return what the server answers to an import, and store nothing."""
    games, skipped = games_in(text)
    listed = [summary_of(one.game, ["w", "b"]).model_dump(mode="json") for one in games]
    return {"games": listed, "skipped": skipped}


def texts() -> list[str]:
    rng = random.Random(7)
    whole = files.whole(rng, 8)
    return [*files.ODD, *whole, *files.damaged(rng, [*whole, *files.ODD], 700)]


def test_studies(page: LocalPage) -> None:
    tally: Counter[str] = Counter()
    for text in texts():
        expected = outcome(lambda: json.loads(studies._read(text)))  # noqa: B023
        found = page.ask("POST", "/api/analysis/read", {"text": text})
        assert plain(found, text) == plain(expected, text), text
        if "failure" in expected:
            tally[expected["failure"]["code"]] += 1
        else:
            tally["others"] += expected["answer"]["others"]
            tally["skipped"] += len(expected["answer"]["skipped"])
            tally["studies"] += 1
    assert tally["studies"] > 100
    assert tally["unreadable"] > 100
    assert tally["invalid-position"] > 0
    assert tally["others"] > 50
    assert tally["skipped"] > 20


def test_imports(page: LocalPage) -> None:
    tally: Counter[str] = Counter()
    for text in texts():
        expected = imported(text)
        found = page.ask("POST", "/api/imports", {"text": text})
        assert plain(masked(found), text) == plain(masked({"answer": expected}), text), text
        tally["games"] += len(expected["games"])
        tally["skipped"] += len(expected["skipped"])
    assert tally["games"] > 100
    assert tally["skipped"] > 100


def test_imported_games_keep_their_notes(page: LocalPage) -> None:
    rng = random.Random(9)
    for text in files.whole(rng, 3):
        games = page.ask("POST", "/api/imports", {"text": text})["answer"]["games"]
        stored, _ = games_in(text)
        for listed, one in zip(games, stored, strict=True):
            assert one.source is not None
            record = formats.loads(one.source, "json")
            for format in ("pgn", "uhp", "json"):
                expected = records.file_of(record, format, "name").content.decode()
                path = f"/api/games/{listed['id']}/record?format={format}"
                assert page.ask_for({"file": path})["answer"] == expected
            study = page.ask("GET", f"/api/games/{listed['id']}/study")["answer"]
            check_equal(study, studies.study_of(record).model_dump(mode="json"))


def test_limits(page: LocalPage) -> None:
    line = "Base;InProgress;Black[1];wS1\n"
    answer = page.ask("POST", "/api/imports", {"text": line * 501})["answer"]
    expected = imported(line * 501)
    assert len(answer["games"]) == len(expected["games"]) == records.MOST_GAMES
    assert answer["skipped"] == expected["skipped"]
    many = page.ask("POST", "/api/imports", {"text": "Base;InProgress;Black[1];wX\n" * 130})[
        "answer"
    ]
    assert many == imported("Base;InProgress;Black[1];wX\n" * 130)
    for path in ("/api/imports", "/api/analysis/read"):
        refused = page.ask("POST", path, {"text": "x" * 2_000_001})
        assert refused["failure"]["code"] == "invalid"
