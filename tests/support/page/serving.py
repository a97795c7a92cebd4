"""Runs `beespace play` as a separate process and manages its games over HTTP."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

Game = dict[str, Any]
TIMEOUT_S = 120


class Server:
    """A running server; it can be restarted with the same port and data."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.data = folder / "data"
        self._log = folder / "log.txt"
        self._options = options
        self.port = 0
        self.start()
        self.http = httpx.Client(base_url=self.url, timeout=TIMEOUT_S)

    def start(self) -> None:
        """Start the server and wait until it listens."""
        command = [sys.executable, "-m", "beespace", "play", "--no-browser"]
        options = ["--data", str(self.data), "--port", str(self.port), *self._options]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *options], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        address = re.search(r"http://([\d.]+):(\d+)/", line)
        assert address, f"no address in {line!r}; log: {self._log.read_text()}"
        self.port = int(address[2])
        self.url = f"http://{address[1]}:{self.port}"

    @property
    def process_id(self) -> int:
        """The server's own process."""
        return self._process.pid

    def kill(self) -> None:
        """Kill the server without warning."""
        self._process.kill()
        self._reap()

    def stop(self) -> None:
        """Stop the server normally, and fail if its log has a traceback."""
        self.http.close()
        self._process.terminate()
        self._reap()
        log = self._log.read_text()
        assert "Traceback" not in log, log

    def _reap(self) -> None:
        self._process.wait(TIMEOUT_S)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def cookie(self) -> Any:
        """Return the browser cookie of the guest who creates the games here."""
        if not self.http.cookies:
            self.http.get("/api/games").raise_for_status()
        ((name, value),) = self.http.cookies.items()
        return {"name": name, "value": value, "url": self.url}

    def new_game(self, **asked: object) -> str:
        """Create a game, by default for two on one board, and return its id."""
        answer = self.http.post("/api/games", json={"opponent": "local", **asked})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def new_friend_game(self, *moves: str, is_joined: bool = True, **asked: object) -> Game:
        """Create a game in which this guest plays white and Bo, played by this method, black."""
        wanted = {"opponent": "friend", "color": "w", "name": "Ann", "ruleset": "Base+MLP"}
        answer = self.http.post("/api/games", json={**wanted, **asked})
        assert answer.status_code == 201, answer.text
        created: Game = answer.json()
        if not is_joined:
            return created
        said = f"/api/games/{created['id']}"
        with httpx.Client(base_url=self.url, timeout=TIMEOUT_S) as friend:
            joining = {"secret": created["invitation"], "name": "Bo"}
            friend.post(f"{said}/join", json=joining).raise_for_status()
            for ply, text in enumerate(moves):
                mover = friend if ply % 2 else self.http
                move = {"type": "move_text", "ply": ply, "text": text}
                mover.post(f"{said}/say", json=move).raise_for_status()
            for line in (
                "Hello Ann!",
                "That is a long line, to see how long lines are shown here.",
            ):
                friend.post(f"{said}/say", json={"type": "chat", "text": line}).raise_for_status()
            if moves:
                offer = {"type": "offer", "kind": "draw", "ply": len(moves)}
                friend.post(f"{said}/say", json=offer).raise_for_status()
        return created

    def import_game(self, game_string: str) -> str:
        """Import a game and return its id; two players can continue an unfinished one."""
        answer = self.http.post("/api/imports", json={"text": game_string})
        assert answer.is_success, answer.text
        imported = answer.json()
        assert not imported["skipped"], imported
        return str(imported["games"][0]["id"])

    def game(self, game_id: str) -> Game:
        """Return the current state of a game."""
        answer = self.http.get(f"/api/games/{game_id}")
        assert answer.is_success, answer.text
        game: Game = answer.json()
        return game
