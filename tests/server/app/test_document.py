"""The OpenAPI document: it lists every message and the ways to authenticate, in a useful order."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

import beespace.server
from beespace.server.http.cookies import COOKIE
from beespace.server.http.errors import STATUS
from beespace.server.play.messages.socket import PageMessage, ServerMessage
from beespace.server.study.messages import AnalysisPageMessage, AnalysisServerMessage
from support.repository import REPOSITORY
from support.server.serving import Served

UNIONS = {
    "PageMessage": PageMessage,
    "ServerMessage": ServerMessage,
    "AnalysisPageMessage": AnalysisPageMessage,
    "AnalysisServerMessage": AnalysisServerMessage,
}


@pytest.fixture
def document(served: Served) -> Any:
    return served.http.get("/api/openapi.json").json()


@pytest.mark.parametrize("name", UNIONS)
def test_every_message_is_in_the_document(document: Any, name: str) -> None:
    schemas = document["components"]["schemas"]
    models = get_args(get_args(UNIONS[name])[0])
    assert len(models) > 1
    told = {part["$ref"].rpartition("/")[2] for part in schemas[name]["oneOf"]}
    assert told == {model.__name__ for model in models}
    for model in models:
        assert set(schemas[model.__name__]["properties"]) == set(model.model_fields)


def test_all_references_resolve(document: Any) -> None:
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document)))
    assert named <= set(document["components"]["schemas"])


def test_streams_and_sockets_document_their_messages(document: Any) -> None:
    paths = document["paths"]
    events = paths["/api/games/{game_id}/events"]["get"]["responses"]["200"]["content"]
    told = {"$ref": "#/components/schemas/ServerMessage"}
    assert events["text/event-stream"]["schema"] == told
    socket = paths["/api/games/{game_id}/socket"]["get"]["x-websocket"]
    assert socket == {"says": {"$ref": "#/components/schemas/PageMessage"}, "tells": told}
    assert "x-websocket" in paths["/api/analysis/socket"]["get"]


@pytest.mark.parametrize("path", ["/api/games/any/socket", "/api/analysis/socket"])
def test_a_plain_request_to_a_socket_asks_for_an_upgrade(served: Served, path: str) -> None:
    answer = served.http.get(path)
    assert answer.status_code == 426
    assert answer.json()["code"] == "upgrade-required"
    assert answer.headers["upgrade"] == "websocket"


def test_the_document_lists_the_ways_to_authenticate(document: Any) -> None:
    schemes = document["components"]["securitySchemes"]
    assert schemes["guest"]["name"] == COOKIE
    assert schemes["token"]["scheme"] == "bearer"
    assert document["security"] == [{}, {"guest": []}, {"token": []}]


def test_games_come_first_and_the_server_itself_last(document: Any) -> None:
    operations = [one for path in document["paths"].values() for one in path.values()]
    order = [tag["name"] for tag in document["tags"]]
    tags = [one["tags"][0] for one in operations]
    assert tags == sorted(tags, key=order.index)
    assert set(tags) == set(order)
    paths = list(document["paths"])
    assert (paths[0], paths[-1]) == ("/api/games", "/api/metrics")
    for one in operations:
        assert len(one["tags"]) == 1
        assert one["summary"]


def test_the_readable_page_has_every_route(served: Served, document: Any) -> None:
    text = httpx.get(f"{served.url}/api/docs").text
    for path in document["paths"]:
        assert f" {path}</code>" in text
    for name in document["components"]["schemas"]:
        assert f'id="{name}"' in text
    assert "WebSocket: the server sends" in text


SERVER = Path(beespace.server.__file__).parent
MADE = (
    r'ProblemError\(\s*"([a-z-]+)"',
    r'Problem\(\s*code="([a-z-]+)"',
    r'_tell_problem\(\s*"([a-z-]+)"',
)
# Codes that `http.errors` derives from HTTP statuses.
OF_STATUSES = {"bad-request", "method-not-allowed", "upgrade-required"}


def codes_made() -> set[str]:
    """Return the codes of all problems that the server can send."""
    made = set(OF_STATUSES)
    for file in SERVER.rglob("*.py"):
        for pattern in MADE:
            made |= set(re.findall(pattern, file.read_text()))
    return made


# Codes that the page answers in its own way, never gets, or shows as the server wrote them because
# they mean that the page itself has an error.
WITHOUT_WORDS = {
    *("bad-request", "method-not-allowed", "not-found", "upgrade-required", "invalid"),
    *("invalid-ruleset", "wrong-host", "forbidden", "unknown-token", "no-such-key", "last-key"),
    *("wrong-secret", "no-friend", "ask-takeback", "no-help", "not-over", "still-going-on"),
    *("no-such-ply", "cannot-draw", "missing-extra"),
    *("no-such-puzzle", "not-in-puzzle", "puzzle-solved", "no-such-lesson", "no-such-step"),
    *("not-in-step", "no-such-edition", "no-such-diagram"),
}
# Codes of the page's own answers (web/src/local).
OF_THE_PAGE = {
    *("engine-stopped", "newer-file", "no-server", "no-webassembly", "not-everything", "split"),
}


def test_the_page_has_words_for_every_code_that_players_see() -> None:
    words = (REPOSITORY / "web/src/lib/i18n/en.ts").read_text(encoding="utf-8")
    named = set(re.findall(r'^  "problem\.([a-z-]+)":', words, re.MULTILINE))
    assert (codes_made() - WITHOUT_WORDS) | OF_THE_PAGE == named


def test_the_guide_lists_every_code() -> None:
    text = (REPOSITORY / "docs" / "api.md").read_text()
    table = text.split("## Problems")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    told = [code for row in rows for code in re.findall(r"`([a-z-]+)`", row)]
    assert len(told) == len(set(told))
    assert set(told) == codes_made()


def test_the_guide_names_the_status_of_every_code() -> None:
    """A row has one status for all its codes, or their statuses in order without repetitions."""
    guide = (REPOSITORY / "docs" / "api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \| ([\d, ]+) \|", guide, re.M)
    assert len(rows) > 20
    of_http = {"method-not-allowed": 405, "upgrade-required": 426, "bad-request": 400}
    for codes, statuses in rows:
        found = [(of_http | STATUS).get(code, 409) for code in re.findall(r"`([a-z-]+)`", codes)]
        assert {int(one) for one in statuses.split(", ")} == set(found), codes
