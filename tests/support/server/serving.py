"""A real server on loopback, and pages that talk to it through real sockets."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from beespace.server.app.build import create_app
from beespace.server.launch.running import uvicorn_config
from beespace.server.settings import Settings

Message = dict[str, Any]
# Generous: no test may fail because the machine is busy.
TIMEOUT_S = 120


class Served:
    """A running server as one guest sees it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, timeout=TIMEOUT_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.http.close()

    def new_game(self, **asked: object) -> Message:
        """Create a game, by default for two on one board."""
        answer = self.http.post("/api/games", json={"opponent": "local", **asked})
        assert answer.status_code == 201, answer.text
        game: Message = answer.json()
        return game

    def game(self, game_id: str) -> Message:
        """Return the current state of a game."""
        answer = self.http.get(f"/api/games/{game_id}")
        assert answer.status_code == 200, answer.text
        game: Message = answer.json()
        return game

    def cookie(self) -> dict[str, str]:
        """Return the cookie header that identifies this guest."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return {"cookie": cookies} if cookies else {}

    def guest(self) -> Served:
        """Return the same server as another guest."""
        return Served(self.port)

    @contextlib.contextmanager
    def page(
        self, game_id: str, since: int | None = None, headers: dict[str, str] | None = None
    ) -> Iterator[Page]:
        """Connect to a game."""
        address = f"ws://127.0.0.1:{self.port}/api/games/{game_id}/socket"
        if since is not None:
            address += f"?since={since}"
        with connect(address, max_size=None, additional_headers=headers or self.cookie()) as socket:
            yield Page(socket, resumes=since is not None)


class Page:
    """A page's connection to a game: sends messages on its socket and receives events."""

    def __init__(self, socket: ClientConnection, *, resumes: bool = False) -> None:
        self.socket = socket
        self.game: Message = {}
        self.turn: Message = {}
        self.revision = 0
        if not resumes:
            self.hear("game")

    def say(self, type: str, **fields: object) -> None:  # noqa: A002  # the field's name
        self.socket.send(json.dumps({"type": type, **fields}))

    def hear(self, *types: str) -> Message:
        """Return the next message, which must have one of these types."""
        while True:
            message: Message = json.loads(self.socket.recv(TIMEOUT_S))
            # Pings go unanswered: without a reply the server assumes no lag.
            # On a busy machine the clocks may stop for a moment.
            if message["type"] in types or message["type"] not in ("ping", "presence", "paused"):
                break
        assert message["type"] in types, message
        if message["type"] == "game":
            self.game, self.turn = message["game"], message["game"]["turn"]
        elif message["type"] == "moved":
            self.turn = message["turn"]
        return message

    def play(self, text: str) -> Message:
        """Play a move given as text, and return the server's message about it."""
        self.say("move_text", ply=self.turn["ply"], text=text)
        return self.hear("moved")


@contextlib.contextmanager
def serving(data: Path, **settings: Any) -> Iterator[Served]:
    """Run a server in a thread of this process."""
    settings = {"think_time_s": 0.3, "hint_time_s": 0.1, **settings}
    if "now_ms" in settings:
        # On a busy machine a pulse can take long, which would give back time that a test let pass.
        settings = {"pulse_s": 3600, **settings}
    app = create_app(Settings(data, **settings))
    with socket.create_server(("127.0.0.1", 0)) as bound:
        proxies = settings.get("proxies", ())
        server = uvicorn.Server(uvicorn_config(app, proxies=proxies))
        thread = threading.Thread(target=server.run, args=([bound],))
        thread.start()
        wait_until(lambda: server.started)
        try:
            with Served(bound.getsockname()[1]) as served:
                yield served
        finally:
            server.should_exit = True
            thread.join(TIMEOUT_S)
            assert not thread.is_alive(), "the server did not stop"


def wait_until(is_so: Callable[[], bool], timeout_s: float = TIMEOUT_S) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < deadline, f"timed out after {timeout_s} s"
        time.sleep(0.01)
