"""Every route and message, tried by every kind of client: the server does only what is allowed.

`nobody` has no credentials, `stranger` has a cookie of their own, `thief` has a token for another
game, `opponent` has the other seat, and `owner` has this one.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from beespace.server.app.build import create_app
from beespace.server.play.messages.socket import PageMessage
from beespace.server.settings import Settings
from beespace.server.storage import Database
from support.server.friends import OPENING, friends, play_both
from support.server.serving import TIMEOUT_S, Served

WHO = ("nobody", "stranger", "thief", "opponent", "owner")
SECRET = "x" * 43


@dataclass
class Table:
    """A game after four moves with White, the owner, to move; and the clients' credentials."""

    id: str
    headers: dict[str, dict[str, str]]
    served: Served

    def ask(self, who: str, method: str, path: str, body: object = None) -> httpx.Response:
        return httpx.request(
            method,
            f"{self.served.url}{path.format(game_id=self.id, key_id='none', device_id='none')}",
            json=body,
            headers=self.headers[who],
            timeout=TIMEOUT_S,
        )

    def state(self) -> Any:
        """Return everything a client could have changed."""
        game = self.ask("owner", "GET", "/api/games/{game_id}").json()
        return {name: game[name] for name in ("moves", "ending", "offers", "rematch", "players")}


@contextlib.contextmanager
def table(served: Served) -> Iterator[Table]:
    with friends(served) as pair, friends(served) as other, served.guest() as stranger:
        with pair.pages() as (white, black):
            play_both(white, black, OPENING)
            black.say("offer", ply=4, kind="draw")
            white.hear("offers")
        stranger.new_game()
        token = other.white.http.post(f"/api/games/{other.id}/tokens").json()["secret"]
        headers = {
            "nobody": {},
            "stranger": stranger.cookie(),
            "thief": {"authorization": f"Bearer {token}"},
            "opponent": pair.black.cookie(),
            "owner": pair.white.cookie(),
        }
        yield Table(pair.id, headers, served)


# Each message, and the clients it is refused to, in a game with a friend in which White is to move
# and Black has offered a draw. Every other client must be obeyed.
SEATS, OPPONENT = ("nobody", "stranger", "thief"), ("opponent",)
SAID: dict[str, tuple[dict[str, object], tuple[str, ...]]] = {
    "move": ({"piece": "wA1", "to": [-2, 0], "ply": 4}, (*SEATS, *OPPONENT)),
    "move_text": ({"text": "wA1 -wQ", "ply": 4}, (*SEATS, *OPPONENT)),
    "undo": ({"ply": 4}, (*SEATS, "opponent", "owner")),
    "resign": ({"ply": 4}, SEATS),
    "hint": ({"ply": 4}, (*SEATS, "opponent", "owner")),
    "why": ({"piece": "wA1", "ply": 4}, ()),
    "abort": ({"ply": 4}, (*SEATS, "opponent", "owner")),  # too late
    "offer": ({"kind": "takeback", "ply": 4}, SEATS),
    "answer": ({"kind": "draw", "accept": True, "ply": 4}, (*SEATS, *OPPONENT)),
    "chat": ({"text": "hello"}, SEATS),
    "clock": ({}, ()),
    "pong": ({"id": 1}, ()),
}
HARMLESS = ("why", "clock", "pong")


def test_every_message_is_in_the_matrix() -> None:
    kinds = PageMessage.__origin__.__args__  # type: ignore[attr-defined]
    assert {kind.model_fields["type"].annotation.__args__[0] for kind in kinds} == set(SAID)


@pytest.mark.parametrize("kind", SAID)
def test_messages_are_only_obeyed_from_allowed_clients(served: Served, kind: str) -> None:
    fields, refused = SAID[kind]
    said = {"type": kind, **fields}
    for way in (posted, heard):
        with table(served) as here:
            before = here.state()
            for who in refused:
                told = way(here, who, said)
                assert told["type"] == "problem", (way, who, told)
                if who in SEATS:
                    assert told["problem"]["code"] in ("not-your-seat", "no-help"), told
            assert here.state() == before
            if kind in HARMLESS:
                for who in WHO:
                    assert way(here, who, said)["type"] != "problem", (way, who)
                assert here.state() == before
        for who in WHO:
            if who not in refused and kind not in HARMLESS:
                with table(served) as here:
                    assert way(here, who, said)["type"] != "problem", (way, who)


def posted(here: Table, who: str, said: dict[str, object]) -> Any:
    answer = here.ask(who, "POST", "/api/games/{game_id}/say", said)
    assert answer.status_code < 500
    if answer.is_success:
        return answer.json()
    return {"type": "problem", "problem": answer.json()}


def heard(here: Table, who: str, said: dict[str, object]) -> Any:
    """Return the first response on a socket: a problem, or the event."""
    address = f"ws://127.0.0.1:{here.served.port}/api/games/{here.id}/socket"
    with connect(address, additional_headers=here.headers[who], max_size=None) as socket:
        first = json.loads(socket.recv(TIMEOUT_S))
        assert bool(first["game"]["yours"]) == (who in ("opponent", "owner"))
        socket.send(json.dumps(said))
        # A second message guarantees a response.
        socket.send(json.dumps({"type": "clock"}))
        while True:
            told = json.loads(socket.recv(TIMEOUT_S))
            if told["type"] not in ("presence", "ping"):
                return told


# Every route, with the statuses for nobody, stranger, thief, opponent and owner.
LOOK, PLAYERS = (200,) * 5, (403, 403, 403, 200, 200)
ROUTES: dict[tuple[str, str], tuple[object, tuple[int, ...]]] = {
    ("GET", "/api/health"): (None, LOOK),
    ("GET", "/api/alive"): (None, LOOK),
    ("GET", "/api/info"): (None, LOOK),
    ("GET", "/api/metrics"): (None, LOOK),  # from this machine
    ("POST", "/api/games"): ({"opponent": "local"}, (201,) * 5),
    ("GET", "/api/games"): (None, LOOK),
    ("GET", "/api/games/{game_id}"): (None, LOOK),
    ("GET", "/api/games/{game_id}/record"): (None, LOOK),
    ("GET", "/api/games/{game_id}/drawing"): (None, LOOK),
    # A game in progress with a friend can be neither analysed nor reviewed.
    ("GET", "/api/games/{game_id}/study"): (None, (403,) * 5),
    ("POST", "/api/fair-play"): ({"ruleset": "Base", "moves": []}, LOOK),
    ("GET", "/api/games/{game_id}/review"): (None, LOOK),
    ("GET", "/api/games/{game_id}/review/events"): (None, LOOK),
    ("POST", "/api/games/{game_id}/review"): (None, (409,) * 5),
    ("POST", "/api/imports"): ({"text": "Base;InProgress;White[1]"}, LOOK),
    ("GET", "/api/games/{game_id}/keys"): (None, PLAYERS),
    ("DELETE", "/api/games/{game_id}/keys"): (None, PLAYERS),
    ("DELETE", "/api/games/{game_id}/keys/{key_id}"): (None, (403, 403, 403, 404, 404)),
    ("POST", "/api/games/{game_id}/devices"): (None, PLAYERS),
    ("POST", "/api/games/{game_id}/tokens"): (None, PLAYERS),
    ("POST", "/api/games/{game_id}/invitation"): (None, (403, 403, 403, 409, 409)),
    ("POST", "/api/games/{game_id}/secret"): ({"secret": SECRET}, (403,) * 5),
    ("POST", "/api/games/{game_id}/join"): ({"secret": SECRET}, (403,) * 5),
    ("DELETE", "/api/games/{game_id}"): (None, (403, 403, 403, 409, 409)),
    # Everyone has a library and devices of their own.
    ("POST", "/api/sync"): ({}, LOOK),
    ("GET", "/api/devices"): (None, LOOK),
    ("POST", "/api/devices/link"): ({}, LOOK),
    ("POST", "/api/devices/check"): ({"secret": SECRET}, (403,) * 5),
    ("POST", "/api/devices/join"): ({"secret": SECRET}, (403,) * 5),
    ("DELETE", "/api/devices/{device_id}"): (None, (404,) * 5),
}
# Tested elsewhere: messages above, streams below, studies in test_analysis.py, puzzles in
# test_puzzle_routes.py. Lessons, openings and the analysis of texts are the same for every client.
OTHERS = tuple(
    f"/api/{name}" for name in ("lessons", "rules", "puzzles", "openings", "studies", "analysis")
)
ELSEWHERE = {
    ("POST", "/api/games/{game_id}/say"),
    ("GET", "/api/games/{game_id}/events"),
    ("GET", "/api/games/{game_id}/socket"),
    ("GET", "/api/sync/events"),  # in test_syncing.py
}


def test_every_route_is_in_the_matrix(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path))
    try:
        found = {
            (method.upper(), path)
            for path, operations in app.openapi()["paths"].items()
            for method in operations
            if not path.startswith(OTHERS)
        }
        assert found == {*ROUTES, *ELSEWHERE}
    finally:
        app.state.services[Database].close()


def test_routes_answer_only_allowed_clients(served: Served) -> None:
    with table(served) as here:
        before = here.state()
        for (method, path), (body, statuses) in ROUTES.items():
            for who, status in zip(WHO, statuses, strict=True):
                answer = here.ask(who, method, path, body)
                assert answer.status_code == status, (method, path, who, answer.text)
        assert here.state() == before
        # Each client has its own list of games, and secrets of a seat are never returned.
        for who in ("nobody", "stranger", "thief"):
            listed = here.ask(who, "GET", "/api/games").json()["games"]
            assert here.id not in [game["id"] for game in listed]
        for who in WHO:
            text = here.ask(who, "GET", "/api/games/{game_id}").text
            assert "hash" not in text
            assert "token" not in text
            assert "secret" not in text


def test_a_token_that_opens_no_seat_is_refused_everywhere(served: Served) -> None:
    with table(served) as here, served.guest() as host:
        gone = host.new_game(opponent="friend", with_token=True)
        bearer = {"authorization": f"Bearer {gone['token']}"}
        assert httpx.get(f"{served.url}/api/games", headers=bearer).json()["total"] == 1
        host.http.delete(f"/api/games/{gone['id']}")
        for token in (gone["token"], gone["invitation"], SECRET, "short"):
            headers = here.headers["bearer"] = {"authorization": f"Bearer {token}"}
            for method, path in {*ROUTES, *ELSEWHERE} - {("GET", "/api/metrics")}:
                answer = here.ask("bearer", method, path, ROUTES.get((method, path), [None])[0])
                assert answer.status_code == 401, (method, path, token)
                assert answer.json()["code"] == "unknown-token"
                assert answer.headers["www-authenticate"].startswith("Bearer")
            address = f"ws://127.0.0.1:{served.port}/api/games/{here.id}/socket"
            with (
                pytest.raises(InvalidStatus, match="401"),
                connect(address, additional_headers=headers),
            ):
                pass


def test_streams_send_the_chat_only_to_players(served: Served) -> None:
    with table(served) as here:
        here.ask("owner", "POST", "/api/games/{game_id}/say", {"type": "chat", "text": "psst"})
        for who in WHO:
            address = f"{served.url}/api/games/{here.id}/events"
            with httpx.stream("GET", address, headers=here.headers[who]) as stream:
                first = next(line for line in stream.iter_lines() if line.startswith("data"))
            assert ("psst" in first) == (who in ("opponent", "owner")), who
