"""Plays the same game on the server and on the page, and compares all messages."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from beespace.rules import BaseBoard
from beespace.server.people.client import Owner
from beespace.server.people.quota import StorageQuota
from beespace.server.play import records
from beespace.server.play.following.follower import Follower
from beespace.server.play.live import LiveGame
from beespace.server.play.messages.games import NewGame
from beespace.server.play.messages.socket import PageMessage
from beespace.server.play.service import Games
from beespace.server.problems import ProblemError
from beespace.server.refusals import Refusals
from beespace.server.search.service import Search
from beespace.server.settings import Settings
from beespace.server.storage.database import Database
from beespace.server.study.studies import study_of
from support.local.asking import LocalPage
from support.local.services import Json

_MESSAGES: TypeAdapter[PageMessage] = TypeAdapter(PageMessage)
# What differs between two games with the same moves.
_OWN = {"id": "ID", "created": "TIME", "updated": "TIME"}
_TIMES = re.compile(
    r'(?<=%emt )[\d:.]+|(?<="spent_ms": )\d+|(?<=")\d{4}\.\d\d\.\d\d(?=")|(?<=")\d\d:\d\d:\d\d(?=")'
)


def masked(value: Any) -> Any:
    """Return a message without what depends on when the game was played."""
    if isinstance(value, list):
        return [masked(one) for one in value]
    if not isinstance(value, dict):
        return value
    found = {key: _OWN.get(key, masked(one)) for key, one in value.items()}
    if found.get("spent_ms") is not None:
        found["spent_ms"] = "TIME"
    # Each program has its own sentence for a text that it can't read: see decision 0033.
    if found.get("code") == "invalid-notation":
        found["text"] = "TEXT"
    return found


def difference(found: Any, expected: Any, path: str = "") -> str:
    """Return where two messages differ first; empty if they don't."""
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        pairs: list[tuple[Any, Any, Any]] = [
            (i, a, b) for i, (a, b) in enumerate(zip(found, expected, strict=True))
        ]
    elif isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
        pairs = [(key, found[key], expected[key]) for key in found]
    else:
        return "" if found == expected else f"{path}: {found!r} is not {expected!r}"
    return next(filter(None, (difference(a, b, f"{path}/{key}") for key, a, b in pairs)), "")


def check_equal(found: Any, expected: Any) -> None:
    """Fail if two messages differ in more than times and ids."""
    where = difference(masked(found), masked(expected))
    assert not where, where


class GameServer:
    """The server's games, without HTTP."""

    def __init__(self, runner: asyncio.Runner, games: Games) -> None:
        self._runner = runner
        self._games = games
        self.client = Owner("guest")

    def create(self, new: Json) -> str:
        """Create a game and return its id."""
        created = self._runner.run(self._games.create(NewGame.model_validate(new), self.client))
        return created.id

    def follow(self, game_id: str) -> tuple[LiveGame, Follower]:
        """Follow a game. It stays in memory."""

        async def join() -> tuple[LiveGame, Follower]:
            async with self._games.opened(game_id) as game:
                follower = Follower(self.client)
                await self._games.welcome(game, follower, None)
                await self._games.follower_joined(game)
                return game, follower

        return self._runner.run(join())

    def say(self, game: LiveGame, said: Json) -> Json:
        """Return the answer to a message, or the problem with it."""

        async def answer() -> Json:
            message = _MESSAGES.validate_python(said)
            try:
                found = await self._games.say(game, self.client, message)
            except ProblemError as error:
                problem = error.problem
                return {"failure": {"code": problem.code, "text": problem.text}}
            if found is None:
                return {"answer": {"type": "done", "revision": game.stored.revision}}
            return {"answer": found.model_dump(mode="json")}

        return self._runner.run(answer())

    def settle(self) -> None:
        """Wait for the engine's moves."""

        async def wait() -> None:
            while running := set(self._games._playing._answers):
                await asyncio.wait(running)
                await asyncio.sleep(0)

        self._runner.run(wait())

    def message(self, game: LiveGame) -> Json:
        """Return the game as a message."""
        found = self._runner.run(self._games.message(game.stored.id, self.client))
        return found.model_dump(mode="json")


@contextmanager
def game_server(data: Path) -> Iterator[GameServer]:
    """Run the server's games."""
    settings = Settings(data=data)
    database = Database(data)
    refusals = Refusals()
    with asyncio.Runner() as runner:
        search = Search(settings, refusals)
        quota = StorageQuota(settings, database, refusals)
        games = Games(settings, database, search, quota)

        async def close() -> None:
            async with aclosing(search):
                await games.close()

        try:
            yield GameServer(runner, games)
        finally:
            runner.run(close())
            database.close()


class TwoGames:
    """The same game on the server and on the page; `on_created` gets the page's id of it first."""

    def __init__(
        self,
        server: GameServer,
        page: LocalPage,
        new: Json,
        on_created: Callable[[str], object] = str,
    ) -> None:
        self._server = server
        self._page = page
        self._id = self._ask("POST", "/api/games", new)["answer"]["id"]
        on_created(self._id)
        created = server.create(new)
        self._game, self._follower = server.follow(created)
        self._wait_for_engine()
        server.settle()
        self._follower.unsent.clear()
        self._game, self._follower = server.follow(created)
        page.tell({"open": f"/api/games/{self._id}/socket"})
        self.compared = 0
        self.compare()

    def _wait_for_engine(self) -> None:
        """Wait until the page's engine has begun the game, if it is White."""
        while True:
            game = self._ask("GET", f"/api/games/{self._id}")["answer"]
            if game["turn"]["color"] in game["yours"]:
                return

    @property
    def board(self) -> BaseBoard:
        """The board, not to be changed."""
        return self._game.board

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.outcome is not None

    def say(self, message: str, ply: int | None = None, **fields: object) -> Json:
        """Send a message to both and return the answer of both."""
        ply = self._game.ply if ply is None else ply
        said = {"type": message, "ply": ply, **fields}
        expected = self._server.say(self._game, said)
        found = self._ask("POST", f"/api/games/{self._id}/say", said)
        check_equal(found, expected)
        self.compare()
        return found

    def compare(self) -> None:
        """Compare what both have told since the last time, and what they say about the game."""
        self._server.settle()
        expected = [json.loads(told.text) for told in self._follower.unsent]
        self._follower.unsent.clear()
        found = self._page.ask_for({"heard": len(expected)})["answer"]
        check_equal(found, expected)
        game = self._ask("GET", f"/api/games/{self._id}")["answer"]
        check_equal(game, self._server.message(self._game))
        self.compared += len(expected) + 1

    def compare_files(self) -> None:
        """Compare the files and the study of the game."""
        game = self._game
        record = records._record(game.stored, game.board.moves, list(game.moves), None)
        for format in ("pgn", "uhp", "json"):
            expected = records.file_of(record, format, "name").content.decode()
            path = f"/api/games/{self._id}/record?format={format}"
            found = self._page.ask_for({"file": path})["answer"]
            assert _TIMES.sub("TIME", found) == _TIMES.sub("TIME", expected)
        study = self._ask("GET", f"/api/games/{self._id}/study")["answer"]
        check_equal(study, study_of(record).model_dump(mode="json"))

    def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        return self._page.ask(method, path, body)
