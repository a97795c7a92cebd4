"""The page's own studies are those of the server: saved, listed, opened, changed and deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from beespace import formats
from beespace.formats import GameRecord, PlayedMove
from support import recorded
from support.local.asking import LocalPage
from support.page.serving import Server

Ask = Callable[..., Any]


@pytest.fixture
def both(tmp_path: Path, page: LocalPage) -> Iterator[list[Ask]]:
    """Functions that ask the server and the page."""
    server = Server(tmp_path)

    def ask_server(method: str, path: str, body: Any = None) -> Any:
        answer = server.http.request(method, path, json=body)
        if answer.status_code == 204:
            return {}
        said = answer.json()
        return {"answer": said} if answer.is_success else {"failure": said["code"]}

    def ask_page(method: str, path: str, body: Any = None) -> Any:
        said = page.ask(method, path, body)
        return {"failure": said["failure"]["code"]} if "failure" in said else said

    yield [ask_server, ask_page]
    server.stop()


def records() -> list[str]:
    """Return recorded games of all types as records, the first with notes and a variation."""
    games = recorded.games()
    found = []
    for game in games[:: len(games) // 8]:
        rules = game["game_type"] + (",queen-first" if game["queen_first"] else "")
        record = GameRecord.from_moves(rules, game["moves"])
        found.append(record)
    first = found[0].line
    first[0].comment, first[1].glyph, first[2].spent_ms = "A start.", "!?", 2500
    first[2].variations.append([PlayedMove(first[2].move)])
    return [formats.dumps(record, "json") for record in found]


def test_studies(both: list[Ask]) -> None:
    texts = records()
    ids = []
    for ask in both:
        made = [
            ask("POST", "/api/studies", {"record": text, "title": f"Study {number}"})
            for number, text in enumerate(texts)
        ]
        ids.append([one["answer"]["id"] for one in made])
    for theirs, ours in zip(*ids, strict=True):
        shown = [
            ask("GET", f"/api/studies/{name}")["answer"]
            for ask, name in zip(both, (theirs, ours), strict=True)
        ]
        assert [one.pop("id") for one in shown] == [theirs, ours]
        assert all(one.pop("updated") for one in shown)
        assert shown[0] == shown[1]
    for ask, own in zip(both, ids, strict=True):
        seen = ask("GET", f"/api/studies/{own[0]}")["answer"]["updated"]
        changed = {"record": texts[1], "title": "Renamed", "seen": seen}
        saved = ask("PUT", f"/api/studies/{own[0]}", changed)["answer"]
        shown_now = ask("GET", f"/api/studies/{own[0]}")["answer"]["updated"]
        assert (saved["id"], saved["updated"]) == (own[0], shown_now)
        late = {**changed, "title": "Too late"}
        assert ask("PUT", f"/api/studies/{own[0]}", late) == {"failure": "study-changed"}
        assert ask("GET", f"/api/studies/{own[0]}")["answer"]["study"]["title"] == "Renamed"
        ask("DELETE", f"/api/studies/{own[2]}")
        listed = ask("GET", "/api/studies")["answer"]
        assert {one["title"] for one in listed} == {
            "Renamed",
            *(f"Study {number}" for number in range(1, len(texts)) if number != 2),
        }
        assert listed[0]["title"] == "Renamed"
    for record in ("", "{}", '{"format":"beespace-game","version":1}', "[]"):
        said = [ask("POST", "/api/studies", {"record": record}) for ask in both]
        assert said == [{"failure": "unreadable"}] * 2, record
    for method in ("GET", "PUT", "DELETE"):
        body = {"record": texts[0], "seen": "2026-01-01T00:00:00Z"}
        said = [ask(method, "/api/studies/nothing", body) for ask in both]
        assert said == [{"failure": "no-such-study"}] * 2


def test_games_in_pgn(both: list[Ask]) -> None:
    records_of = [formats.loads(text, "json") for text in records()]
    records_of[0].white, records_of[0].comment = 'Ann "the ant"', "A first word."
    server, page = both
    for record in records_of:
        body = {"text": formats.dumps(record, "pgn")}
        expected = server("POST", "/api/analysis/read", body)
        assert page("POST", "/api/analysis/read", body) == expected
