"""Connects any engine that speaks the Universal Hive Protocol to a game on a server.

    uhp_bot.py LINK [--time 00:00:02] -- ENGINE [ARGUMENT ...]

LINK is the link that a friend was sent, such as http://localhost:8765/join/GAME#SECRET. As an
example, `uhp_bot.py LINK -- beespace uhp` lets our own engine play.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterator
from typing import Any

import httpx


class Engine:
    """A process that answers commands with lines, the last of which is `ok`."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._answer()

    def ask(self, command: str) -> list[str]:
        """Send a command; the lines of its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        return self._answer()

    def end(self) -> None:
        """Let the engine go."""
        self._process.terminate()
        self._process.wait(10)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def _answer(self) -> list[str]:
        assert self._process.stdout is not None
        lines = []
        for line in self._process.stdout:
            if line.strip() == "ok":
                return lines
            lines.append(line.rstrip("\n"))
        raise RuntimeError("the engine has ended")


class Seat:
    """A seat in a game, as the server shows it to a program."""

    def __init__(self, link: str, name: str) -> None:
        address, _, secret = link.partition("#")
        server, _, game_id = address.partition("/join/")
        self._path = f"/api/games/{game_id}"
        self._http = httpx.Client(base_url=server, timeout=30)
        joining = {"secret": secret, "name": name, "with_token": True}
        joined = self._http.post(f"{self._path}/join", json=joining).raise_for_status().json()
        self.colors: list[str] = joined["yours"]
        self._http.headers["authorization"] = f"Bearer {joined['token']}"

    def games(self) -> Iterator[dict[str, Any]]:
        """The whole game as it stands, now and after everything that happens."""
        while True:
            with self._http.stream("GET", f"{self._path}/events", timeout=None) as events:
                for line in events.iter_lines():
                    if line.startswith("data: ") and json.loads(line[6:])["type"] in (
                        *("game", "moved"),
                    ):
                        yield self._http.get(self._path).raise_for_status().json()

    def play(self, ply: int, move: str) -> None:
        """Play a move in the protocol's notation."""
        said = {"type": "move_text", "ply": ply, "text": move}
        answer = self._http.post(f"{self._path}/say", json=said)
        if answer.is_error and answer.json()["code"] != "stale":
            raise RuntimeError(answer.text)


def game_string(game: dict[str, Any]) -> str:
    """A game as the protocol writes it."""
    turn, moves = game["turn"], [move["text"] for move in game["moves"]]
    expansions = f"+{game['expansions']}" if game["expansions"] else ""
    state = "InProgress" if moves else "NotStarted"
    player = "White" if turn["color"] == "w" else "Black"
    return ";".join([f"Base{expansions}", state, f"{player}[{turn['number']}]", *moves])


def main() -> None:
    """Play a game to its end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("link")
    parser.add_argument(
        "--time", default="00:00:02", help="for each move, as hours:minutes:seconds"
    )
    parser.add_argument("engine", nargs="+")
    options = parser.parse_args()
    engine = Engine(options.engine)
    try:
        seat = Seat(options.link, "UHP bot")
        for game in seat.games():
            if game["ending"] is not None:
                print(f"The game is over: {game['ending']}")
                return
            if game["turn"]["color"] in seat.colors and game["turn"]["movable"]:
                engine.ask(f"newgame {game_string(game)}")
                (move,) = engine.ask(f"bestmove time {options.time}")
                seat.play(game["turn"]["ply"], move)
    finally:
        engine.end()


if __name__ == "__main__":
    main()
