"""Slightly changed traffic of a real game, sent by a watcher and from the wrong seat."""

from __future__ import annotations

import copy
import json
import logging
import random
from collections import Counter
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from support.server.friends import OPENING, Pair, friends, play_both
from support.server.serving import Page, Served

VALID: list[dict[str, Any]] = [
    *({"type": "move_text", "ply": ply, "text": text} for ply, text in enumerate(OPENING)),
    {"type": "move", "ply": 4, "piece": "wA1", "to": [-2, 0]},
    {"type": "offer", "kind": "draw", "ply": 4},
    {"type": "answer", "kind": "draw", "accept": True, "ply": 4},
    {"type": "offer", "kind": "takeback", "ply": 4},
    {"type": "resign", "ply": 4},
    {"type": "abort", "ply": 1},
    {"type": "chat", "text": "hello"},
    {"type": "clock"},
    {"type": "pong", "id": 1},
]
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    4,
    5,
    10**18,
    1.5,
    "",
    "4",
    "wA1",
    "rematch",
    [],
    [0, 0],
    {},
    "\0",
    "w",
]


def mutated(rng: random.Random) -> str:
    """Return a message of a game with one or more things changed."""
    said = copy.deepcopy(rng.choice(VALID))
    for _ in range(rng.randrange(3)):
        name = rng.choice([*said, "type", "ply", "game", "color", "token"])
        match rng.randrange(4):
            case 0:
                said.pop(name, None)
            case 1:
                said[name] = rng.choice(ODD)
            case 2:
                said[name] = rng.choice(VALID).get(name, 4)
            case _:
                said[rng.choice(["type", "ply", "text", "by"])] = said.get(name)
    text = json.dumps(said)
    if rng.random() < 0.1:
        place = rng.randrange(len(text))
        text = text[:place] + rng.choice(["", '"', "}", "\\ud800", "9"]) + text[place + 1 :]
    return text


def send_all(page: Page, rng: random.Random, tally: Counter[str]) -> None:
    """Send some messages and read the responses, up to that of the last one."""
    for _ in range(15):
        page.socket.send(mutated(rng))
    page.say("why", ply=10_000, piece="wQ")
    while True:
        message = json.loads(page.socket.recv(20))
        tally[message["type"]] += 1
        if message["type"] == "problem":
            assert message["problem"]["code"] not in ("internal", "storage"), message
            if "stale" in message["problem"]["code"] and page.turn["ply"] != 10_000:
                tally["stale"] += 1
        if message["type"] == "problem" and message["problem"]["code"] == "stale":
            return


def game_state(served: Served, pair: Pair) -> Any:
    game = served.game(pair.id)
    return {name: game[name] for name in ("moves", "ending", "offers", "rematch", "players")}


def test_mutated_traffic_never_moves_for_another_player(
    served: Served, caplog: pytest.LogCaptureFixture, tally: Counter[str]
) -> None:
    rng = random.Random(11)
    with caplog.at_level(logging.WARNING), friends(served) as pair:
        with pair.pages() as (white, black):
            play_both(white, black, OPENING)
        before = game_state(served, pair)
        for _ in range(25):
            try:
                with served.page(pair.id) as watcher:
                    send_all(watcher, rng, tally)
            except ConnectionClosed:
                tally["closed"] += 1
            assert game_state(served, pair) == before, "a watcher changed the game"
        for _ in range(25):
            try:
                with pair.black.page(pair.id) as opponent:
                    send_all(opponent, rng, tally)
            except ConnectionClosed:
                tally["closed"] += 1
            # White is to move: Black can make offers and resign, but not move.
            now = game_state(served, pair)
            assert now["moves"] == before["moves"]
            assert now["ending"] in (None, {"winner": "w", "reason": "resign"})
        assert served.http.get("/api/health").status_code == 200
    assert [r for r in caplog.records if r.name.startswith("beespace") or r.exc_info] == []
