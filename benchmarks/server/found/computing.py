"""Costly requests, analyses, hints and reviews."""

from __future__ import annotations

import contextlib
import functools
import json
import threading
import time

import httpx
from attacks.target import game_text, long_line
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from found.checkout import Checkout, Finding, Probe, attacked, hear, long_game, say

_PROXY = "--proxy", "127.0.0.1"
_MOST_MB = 1000
_THINK = {"position": {"ruleset": "Base+MLP"}, "lines": 1}


@functools.cache
def _during(attack: str, checkout: Checkout) -> tuple[float, float]:
    """Return how long the slowest move of somebody else takes, and how much memory is taken."""
    with checkout.server(*_PROXY) as server:
        game = long_game(server)
        probe = Probe(server)
        probe.start()
        before = most = server.memory_mb()
        with attacked(server, attack, game) as process:
            while process.poll() is None and most - before < _MOST_MB:
                most = max(most, server.memory_mb())
                time.sleep(0.1)
        return probe.end(), most - before


def slowest_move_ms(attack: str, checkout: Checkout) -> float:
    """Return how long the slowest move of somebody else takes during an attack."""
    return _during(attack, checkout)[0]


def growth_mb(attack: str, checkout: Checkout) -> float:
    """Return how much memory an attack takes."""
    return _during(attack, checkout)[1]


def idle_boards_mb(checkout: Checkout) -> float:
    """Return the memory that an analysis board keeps after a search."""
    boards = 24
    with checkout.server(*_PROXY) as server, contextlib.ExitStack() as stack:
        before = 0.0
        for number in range(boards + 1):
            with server.guest(f"203.0.113.{number + 1}") as guest:
                board = stack.enter_context(server.socket("/api/analysis/socket", guest))
            say(board, "think", id=1, **_THINK)
            while json.loads(board.recv(30)).get("depth", 0) < 5:
                pass
            say(board, "stop")
            time.sleep(0.2)
            if not number:  # the process of the searches runs now
                before = server.memory_mb()
        return (server.memory_mb() - before) / boards


def first_line_s(checkout: Checkout) -> float | str:
    """Let one address analyse on 40 boards; return how long another waits for its first line."""
    with checkout.server(*_PROXY) as server, contextlib.ExitStack() as stack:
        for _ in range(40):
            with server.guest("192.0.2.1") as guest, contextlib.suppress(WebSocketException):
                board = stack.enter_context(server.socket("/api/analysis/socket", guest))
                say(board, "think", id=1, **_THINK)
        time.sleep(1)
        began_s = time.monotonic()
        with server.guest("203.0.113.1") as guest:
            own = stack.enter_context(server.socket("/api/analysis/socket", guest))
        say(own, "think", id=1, **_THINK)
        return _first(own, began_s)


def _first(board: ClientConnection, began_s: float) -> float | str:
    while time.monotonic() - began_s < 10:
        try:
            message = json.loads(board.recv(10))
        except TimeoutError:
            break
        if message.get("type") == "ended":
            return f"refused: {message.get('reason')}"
        if "depth" in message or message.get("lines"):
            return time.monotonic() - began_s
    return "more than 10 s"


def engine_s(checkout: Checkout) -> float:
    """Ask for hints by requests in many games; return how long another's engine needs to move."""
    with checkout.server(*_PROXY) as server, server.guest("203.0.113.1") as guest:
        games = []
        with server.guest("192.0.2.1") as other:
            for _ in range(40):
                games.append(other.post("/api/games", json={"opponent": "local"}).json()["id"])
            cookies = other.cookies

        def hint(game: str) -> None:
            with (
                contextlib.suppress(httpx.HTTPError),
                server.guest("192.0.2.1", cookies=cookies) as asking,
            ):
                asking.post(f"/api/games/{game}/say", json={"type": "hint", "ply": 0})

        threads = [threading.Thread(target=hint, args=(game,), daemon=True) for game in games]
        asked = {"opponent": "engine", "level": 10, "color": "w"}
        game = guest.post("/api/games", json=asked).json()["id"]
        with server.socket(f"/api/games/{game}/socket", guest) as page:
            hear(page, "game")
            for thread in threads:
                thread.start()
            time.sleep(0.5)
            began_s = time.monotonic()
            say(page, "move_text", ply=0, text="wS1")
            for _ in range(2):
                hear(page, "moved")
            took_s = time.monotonic() - began_s
        for thread in threads:
            thread.join()
        return took_s


def queued_reviews(checkout: Checkout) -> float:
    """Return how many reviews one address can have waiting or running."""
    text = "\n".join(game_text(long_line()[:300], "WhiteWins") for _ in range(30))
    with checkout.server(*_PROXY) as server, server.guest("192.0.2.1") as guest:
        games = guest.post("/api/imports", json={"text": text}).json()["games"]
        answers = [guest.post(f"/api/games/{one['id']}/review") for one in games]
        return sum(answer.status_code < 400 for answer in answers)


def _slowest(name: str, what: str, attack: str) -> Finding:
    what = f"slowest move of others during {what}"
    return Finding(name, what, "ms", 500, functools.partial(slowest_move_ms, attack))


COMPUTING = (
    _slowest("H3", "`/analysis/set-up` with 60 stacks of 30", "high stacks"),
    _slowest("H3", "drawings of a game with 1,999 moves", "drawings"),
    _slowest("H3", "`/analysis/read` of 2 MB", "long texts"),
    Finding(
        "H3",
        "the same: memory",
        "MB",
        200,
        functools.partial(growth_mb, "long texts"),
    ),
    _slowest("H3", "`/analysis/turn` with 1,999 moves", "long turns"),
    Finding("H4", "memory of an analysis board after one search", "MB", 4, idle_boards_mb),
    Finding(
        "H4", "one address analyses on 40 boards: first line for another", "s", 5, first_line_s
    ),
    _slowest("H4", "`think` as often as possible on 20 sockets", "many messages"),
    Finding("M1", "engine's reply while another address asks for 40 hints", "s", 5, engine_s),
    Finding("M2", "reviews of one address, running or waiting", "", 5, queued_reviews),
)
