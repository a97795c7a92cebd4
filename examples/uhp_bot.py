"""Connects any Universal Hive Protocol engine to a game on a server.

    uhp_bot.py LINK [--time 00:00:02] -- ENGINE [ARGUMENT ...]

LINK is an invitation such as http://localhost:8765/join/GAME#SECRET. For example,
`uhp_bot.py LINK -- beespace uhp` lets our own engine play. The bot needs httpx
(`pip install httpx`). It exits with 0 after the game, and with 1 and an error message if it loses
its seat or its engine. If the server is unavailable, the bot waits and retries.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx

# How long to wait before retrying if the server is unavailable.
PAUSE_S = 2
# The server sends something at least every 15 seconds.
SILENCE_S = 60


class BotError(Exception):
    """A one-line reason why the bot can't continue."""


class Engine:
    """A process that answers commands with lines, the last of which is `ok`."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except OSError as error:
            raise BotError(f"cannot start the engine {command[0]}: {error.strerror}") from None
        self._answer()

    def ask(self, command: str) -> list[str]:
        """Send a command and return the lines of its answer."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
        except OSError:
            raise BotError("the engine exited") from None
        answer = self._answer()
        if answer and answer[0].startswith(("err", "invalidmove")):
            raise BotError(f"the engine rejected {command!r}: {' '.join(answer)}")
        return answer

    def end(self) -> None:
        """Stop the engine."""
        self._process.kill()
        self._process.communicate()

    def _answer(self) -> list[str]:
        assert self._process.stdout is not None
        lines: list[str] = []
        for line in self._process.stdout:
            if line.strip() == "ok":
                return lines
            lines.append(line.rstrip("\n"))
        raise BotError("the engine exited")


class Seat:
    """A seat in a game on the server."""

    def __init__(self, link: str, name: str) -> None:
        address, _, secret = link.partition("#")
        server, _, game_id = address.partition("/join/")
        if not secret or not game_id:
            raise BotError(f"expected a link such as http://SERVER/join/GAME#SECRET, not {link}")
        self._path = f"/api/games/{game_id}"
        self._http = httpx.Client(base_url=server, timeout=30)
        joining = {"secret": secret, "name": name, "with_token": True}
        try:
            joined = _answer_of(self._http.post(f"{self._path}/join", json=joining))
        except httpx.HTTPError as error:
            raise BotError(f"cannot reach {server}: {error}") from None
        self.colors: list[str] = joined["yours"]
        self._http.headers["authorization"] = f"Bearer {joined['token']}"

    def games(self) -> Iterator[dict[str, Any]]:
        """Yield the whole game, now and after every event."""
        while True:
            try:
                yield from self._games_of_a_connection()
            except httpx.HTTPError as error:
                print(f"Waiting for the server: {error}", file=sys.stderr)
            time.sleep(PAUSE_S)

    def _games_of_a_connection(self) -> Iterator[dict[str, Any]]:
        with self._http.stream("GET", f"{self._path}/events", timeout=SILENCE_S) as events:
            if events.is_error:
                events.read()
                _answer_of(events)
            for line in events.iter_lines():
                if line.startswith("data: ") and json.loads(line[6:])["type"] in ("game", "moved"):
                    yield _answer_of(self._http.get(self._path))

    def play(self, ply: int, move: str) -> None:
        """Play a move in UHP notation; if the request fails, the next event leads to a retry."""
        said = {"type": "move_text", "ply": ply, "text": move}
        try:
            answer = self._http.post(f"{self._path}/say", json=said)
        except httpx.HTTPError:
            return
        # If the game has moved on or ended, an event will tell us.
        if not answer.is_error or answer.json()["code"] not in ("stale", "game-over"):
            _answer_of(answer)


def _answer_of(answer: httpx.Response) -> Any:
    """Return the response's JSON; temporary errors raise HTTPError, others BotError."""
    if answer.status_code == 429 or answer.is_server_error:
        answer.raise_for_status()
    if answer.is_error:
        raise BotError(f"the server rejected the request: {answer.json()['text']}")
    return answer.json()


def game_string(game: dict[str, Any]) -> str:
    """Return the game as a UHP game string."""
    turn, moves = game["turn"], [move["text"] for move in game["moves"]]
    expansions = f"+{game['expansions']}" if game["expansions"] else ""
    state = "InProgress" if moves else "NotStarted"
    player = "White" if turn["color"] == "w" else "Black"
    return ";".join([f"Base{expansions}", state, f"{player}[{turn['number']}]", *moves])


def main() -> None:
    """Play one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("link")
    parser.add_argument(
        "--time", default="00:00:02", help="time per move, as hours:minutes:seconds"
    )
    parser.add_argument("engine", nargs="+")
    options = parser.parse_args()
    try:
        play(options.link, options.engine, options.time)
    except BotError as error:
        sys.exit(f"uhp_bot.py: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def play(link: str, command: list[str], time_a_move: str) -> None:
    """Take the seat and let the engine play until the game is over."""
    engine = Engine(command)
    try:
        seat = Seat(link, "UHP bot")
        for game in seat.games():
            if game["ending"] is not None:
                print(f"The game is over: {game['ending']}")
                return
            if game["turn"]["color"] in seat.colors and game["turn"]["movable"]:
                engine.ask(f"newgame {game_string(game)}")
                move = engine.ask(f"bestmove time {time_a_move}")
                seat.play(game["turn"]["ply"], " ".join(move))
    finally:
        engine.end()


if __name__ == "__main__":
    main()
