"""Junk on every route and socket: always a readable error, never a 5xx or a traceback."""

from __future__ import annotations

import contextlib
import json
import logging
import random
import socket
import string
from collections import Counter
from typing import Any
from urllib.parse import quote

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from beespace.server.play import outages
from support.server.serving import TIMEOUT_S, Page, Served

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "G\x00T"]
PATHS = ["info", "health", "games", "imports", "games/{id}", "games/{id}/record"]
PATHS += ["games/{id}/drawing", "games/{id}/socket", "games/nothing", "", "openapi.json"]
ODD_TEXTS = [
    "",
    "\0",
    "%00",
    "..",
    "../..",
    "%2e%2e%2f",
    "%",
    "%ff",
    "é",
    "💩",
    "'\"<>",
    "a" * 5000,
]
ODD_TEXTS += ["-1", "99999999999999999999", "1e3", "NaN", "null", "true", "[]", "{}", "\ud800"]


GAMES = ["Base;InProgress;White[1]", '[GameType "Base"]', "(;GM[27]SU[hive])", '{"format": 1}']
TO_AND_FRO = [r"wQ \wS1", "bQ bG1/", "wQ -wS1", "bQ bG1-"]
LONG_GAME = ";".join(
    ["Base;InProgress;White[1]", "wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", *TO_AND_FRO * 300]
)
HEADERS = {"Host": "127.0.0.1", "Connection": "close", "Content-Type": "application/json"}
ODD_HEADERS = [
    ("Host", "x"),
    ("Host", "\xff"),
    ("Content-Length", "-5"),
    ("Content-Length", "99999999999999999999999"),
    ("Content-Length", "x"),
    ("Transfer-Encoding", "chunked"),
    ("Content-Type", "text/plain"),
    ("Content-Type", "multipart/form-data"),
    ("Content-Type", "\xe9"),
    ("Content-Encoding", "gzip"),
    ("Origin", "null"),
    ("Origin", "http://127.0.0.1"),
    ("Upgrade", "websocket\r\nConnection: Upgrade"),
    ("Expect", "100-continue"),
    ("Range", "bytes=5-1"),
    ("Junk", "x" * 70_000),
    ("", "empty"),
]


FIELDS = {
    "move": ["ply", "piece", "to"],
    "move_text": ["ply", "text"],
    "undo": ["ply"],
    "resign": ["ply"],
    "hint": ["ply"],
    "why": ["ply", "piece", "to"],
}


def junk_value(rng: random.Random, depth: int = 0) -> Any:
    """Return a random JSON value, sometimes nearly valid."""
    kind = rng.randrange(9 if depth < 3 else 7)
    if kind == 0:
        return rng.choice([None, True, False])
    if kind == 1:
        return rng.choice([0, -1, 1.5, 10**30, -(10**30), 2**63, float("inf"), float("nan")])
    if kind in (2, 3):
        return rng.choice(["move", "undo", "local", "engine", "w", "wQ", "bS1", "Base", *ODD_TEXTS])
    if kind in (4, 5):
        return "".join(rng.choices(string.printable + "éß日\0\x7f", k=rng.randrange(60)))
    if kind == 6:
        return [0, 0]
    if kind == 7:
        return [junk_value(rng, depth + 1) for _ in range(rng.randrange(5))]
    names = ["type", "ply", "piece", "to", "text", "opponent", "level", "ruleset", "color", "x"]
    return {rng.choice(names): junk_value(rng, depth + 1) for _ in range(rng.randrange(6))}


def junk_message(rng: random.Random) -> str | bytes:
    """Return a message that a broken or malicious page could send."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return "".join(rng.choices(string.printable, k=rng.randrange(200)))
    if kind == 2:
        return "[" * rng.randrange(1, 8000)
    if kind == 3:
        return '{"a":' * rng.randrange(1, 1500)
    if kind == 4:
        return "x" * rng.choice([8191, 8192, 8193, 20000, 60000])
    said = {
        "type": rng.choice(["move", "move_text", "undo", "resign", "hint", "why", "x"]),
        "ply": rng.choice([0, 0, 0, 1, 1, 2, -1, 10**9, "0", None]),
        "piece": rng.choice(["wQ", "wS1", "bA3", "wA4", "", "xQ", 3]),
        "to": rng.choice([[0, 0], [1000, -1000], [1001, 0], [0], [0, 0, 0], ["0", "0"], None]),
        "text": rng.choice(["wS1", "wQ -wS1", "", "\0", "pass", "w" * 50, "wS1 wS1"]),
    }
    wanted = FIELDS.get(str(said["type"]), [])
    for name in [*said]:
        if name not in ("type", *wanted) and rng.random() < 0.9:
            del said[name]
    if kind == 5:
        said[rng.choice([*said, "extra"])] = junk_value(rng)
    text = json.dumps(said)
    return text[: rng.randrange(len(text))] if kind == 6 else text


def raw_answer(port: int, request: bytes) -> bytes:
    """Send raw bytes and return the whole response."""
    answer = b""
    with (
        socket.create_connection(("127.0.0.1", port)) as connection,
        # A request shorter than its content length gets no response, so give up on it.
        contextlib.suppress(TimeoutError, ConnectionResetError, BrokenPipeError),
    ):
        connection.settimeout(0.2)
        connection.sendall(request)
        while part := connection.recv(65536):
            answer += part
    return answer


def junk_body(rng: random.Random) -> bytes:
    return rng.choice(
        [
            b"",
            rng.randbytes(rng.randrange(300)),
            json.dumps(junk_value(rng)).encode(),
            b"[" * rng.randrange(100_000),
            b'{"a":' * rng.randrange(50_000),
            b'{"text": "' + b"\xff\xfe" + b'"}',
            b'{"text": "\\ud800"}',
            json.dumps({"text": rng.choice([*ODD_TEXTS, *GAMES])}).encode(),
            json.dumps({"opponent": "local", rng.choice("xyz"): junk_value(rng)}).encode(),
            json.dumps({"opponent": "engine", "level": junk_value(rng)}).encode(),
            json.dumps({"opponent": "local", "ruleset": rng.choice(ODD_TEXTS)}).encode(),
        ]
    )


def junk_path(rng: random.Random, game_id: str) -> str:
    path = "/api/" + rng.choice(PATHS).format(id=game_id)
    if rng.random() < 0.3:
        path = "/" + "/".join(rng.choices([*ODD_TEXTS, "api", "games", "assets"], k=3))
    if rng.random() < 0.5:
        names = ["format", "ply", "theme", "pieces", "offset", "limit", "x", "%00"]
        path += "?" + "&".join(f"{rng.choice(names)}={rng.choice(ODD_TEXTS)}" for _ in range(2))
    # Unquoted, most of these would not even be valid HTTP.
    return path if rng.random() < 0.1 else quote(path, safe="/?&=%", errors="surrogatepass")


def junk_request(rng: random.Random, game_id: str) -> bytes:
    """Return a request that is wrong in one or more ways."""
    method = rng.choice(["GET", "GET", "POST", "POST", "DELETE", rng.choice(METHODS)])
    body = b"" if method == "GET" and rng.random() < 0.8 else junk_body(rng)
    path, headers, version = junk_path(rng, game_id), dict(HEADERS), "HTTP/1.1"
    headers["Content-Length"] = str(len(body))
    if rng.random() < 0.3:
        name, value = rng.choice(ODD_HEADERS)
        headers[name] = value
    if rng.random() < 0.05:
        del headers[rng.choice(sorted(headers))]
    if rng.random() < 0.05:
        version = rng.choice(["HTTP/1.0", "HTTP/9.9", ""])
    lines = [f"{method} {path} {version}", *(f"{name}: {value}" for name, value in headers.items())]
    head = "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass")
    return head + body


def test_junk_requests_get_readable_errors(
    served: Served, caplog: pytest.LogCaptureFixture, tally: Counter[str]
) -> None:
    rng = random.Random(2024)
    game_id = served.new_game()["id"]
    with caplog.at_level(logging.WARNING):
        for number in range(800):
            request = junk_request(rng, game_id)
            answer = raw_answer(served.port, request)
            status = answer.split(b" ", 2)[1].decode() if answer else "none"
            tally[f"answers {status}"] += 1
            assert status == "none" or status[0] in "1234", (number, request[:300], answer)
            assert b"Traceback" not in answer, (number, request[:300])
    # uvicorn logs invalid HTTP; anything from our own code would be a bug. On a busy machine the
    # clocks may stop for a moment, which is logged too.
    logged = [r for r in caplog.records if r.name != outages.__name__]
    assert [r for r in logged if r.name.startswith("beespace") or r.exc_info] == []
    assert served.http.get("/api/health").status_code == 200


def test_junk_on_a_socket_gets_readable_errors(
    served: Served, caplog: pytest.LogCaptureFixture, tally: Counter[str]
) -> None:
    rng = random.Random(7)
    game_id = served.new_game(ruleset="Base+MLP")["id"]
    for _ in range(40):
        with served.page(game_id) as page:
            for _ in range(10):
                page.socket.send(junk_message(rng))
            # The connection must still be alive and answer a valid message.
            page.say("why", ply=page.turn["ply"], piece="wA1", to=[40, 40])
            tally.update(message["type"] for message in heard_until_why(page))
    assert tally["problem"] > 100
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


def heard_until_why(page: Page) -> list[dict[str, Any]]:
    """Return all messages up to the answer about (40, 40) or its error."""
    heard = []
    while True:
        message = page.hear("game", "moved", "hint", "why", "problem")
        heard.append(message)
        if message["type"] == "why" and message["to"] == [40, 40]:
            return heard
        if message["type"] == "problem" and message["problem"]["code"] in ("stale", "game-over"):
            # The junk may have changed the position: ask again about the current one.
            page.say("why", ply=page.turn["ply"], piece="wA1", to=[40, 40])
        if message["type"] == "game" and message["game"]["ending"]:
            page.say("undo", ply=page.turn["ply"])


def test_binary_junk_closes_only_that_connection(served: Served) -> None:
    game = served.new_game()
    with served.page(game["id"]) as page:
        page.socket.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed):
            page.socket.recv(TIMEOUT_S)
        assert page.socket.close_code == 1007
    with served.page(game["id"]) as page:
        page.play("wS1")


def test_oversized_messages_close_the_connection(served: Served) -> None:
    with served.page(served.new_game()["id"]) as page:
        page.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            page.socket.recv(TIMEOUT_S)
        assert page.socket.close_code == 1009


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("{", "message: this is not valid JSON"),
        ("[]", "message: expected a JSON object"),
        ("{}", "message: the field 'type' is required"),
        ({"type": "clock", "x": 1}, "clock.x: unknown field"),
        ({"type": "hint"}, "hint.ply: this field is required"),
        ({"type": "hint", "ply": "a"}, "hint.ply: expected a whole number"),
        ({"type": "hint", "ply": -1}, "hint.ply: the least is 0"),
        ({"type": "move_text", "ply": 0, "text": 1}, "move_text.text: expected a text"),
        (
            {"type": "move_text", "ply": 0, "text": "x" * 41},
            "move_text.text: at most 40 characters are allowed",
        ),
        ({"type": "answer", "kind": "draw", "accept": 1, "ply": 0}, "answer.accept: expected true"),
    ],
)
def test_what_is_wrong_with_a_message_is_told_in_our_words(
    served: Served, said: object, why: str
) -> None:
    """Before, pydantic's words were passed on."""
    text = said if isinstance(said, str) else json.dumps(said)
    with served.page(served.new_game()["id"]) as page:
        page.socket.send(text)
        problem = page.hear("problem")["problem"]
        assert problem["code"] == "invalid"
        assert problem["text"].startswith(why)


def test_an_analysis_board_says_what_is_wrong_with_a_message(served: Served) -> None:
    with connect(f"ws://127.0.0.1:{served.port}/api/analysis/socket") as board:
        for said, why in (
            ({"type": "think"}, "think.id: this field is required"),
            ({"type": "dream"}, "message: unknown type; expected one of 'think', 'stop'"),
        ):
            board.send(json.dumps(said))
            assert json.loads(board.recv(TIMEOUT_S))["problem"]["text"].startswith(why)


def test_too_much_junk_closes_the_connection(served: Served) -> None:
    with served.page(served.new_game()["id"]) as page:
        for _ in range(20):
            page.socket.send("nonsense")
        for _ in range(20):
            assert page.hear("problem")["problem"]["code"] == "invalid"
        with pytest.raises(ConnectionClosed):
            page.socket.recv(TIMEOUT_S)
        assert page.socket.close_code == 1008


def test_a_client_that_does_not_read_is_dropped(served: Served) -> None:
    # A very long game makes messages that contain it large.
    game_id = served.http.post("/api/imports", json={"text": LONG_GAME}).json()["games"][0]["id"]
    address = f"ws://127.0.0.1:{served.port}/api/games/{game_id}/socket"
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect(("127.0.0.1", served.port))
    with (
        connect(address, sock=small, max_queue=1, max_size=None) as unread,
        served.page(game_id) as page,
    ):
        for _ in range(80):
            page.say("undo", ply=page.turn["ply"])
            page.hear("game")
            movable, ply = page.turn["movable"][0], page.turn["ply"]
            page.say("move", ply=ply, piece=movable["piece"], to=movable["ways"][0]["to"])
            page.hear("moved")
        # The page that reads is served all along. The other one finds its connection closed after
        # reading what the server sent before dropping it.
        read = 0
        with pytest.raises(ConnectionClosed):
            read = sum(1 for _ in iter(lambda: unread.recv(TIMEOUT_S), None))
        assert read < 160
