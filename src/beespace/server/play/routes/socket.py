"""The WebSocket of a game: it accepts the page's messages and sends it the game's events.

The server drops connections that don't read what it sends. Invalid messages get an error reply;
too many in a row close the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from starlette.responses import Response

from beespace.server import problems
from beespace.server.http.clients import RequestClient
from beespace.server.http.errors import invalid_message, not_a_request
from beespace.server.http.limits import GameMessages, MessageLimit
from beespace.server.http.responses import socket_route
from beespace.server.http.services import provided
from beespace.server.people.client import Client
from beespace.server.play.following.follower import (
    DROPPED,
    NO_SUCH_GAME,
    TRY_AGAIN,
    Follower,
    Told,
)
from beespace.server.play.lag import Pings
from beespace.server.play.live import LiveGame
from beespace.server.play.messages.socket import (
    PageMessage,
    SayHint,
    SayPong,
    ServerMessage,
    TellPing,
)
from beespace.server.play.routes.dependencies import GameId, GivenGames, Revision
from beespace.server.play.service import Games
from beespace.server.problems import Problem, ProblemError, TellProblem, storage_problem
from beespace.server.refusals import Refusals
from beespace.server.settings import Settings
from beespace.server.storage import DatabaseAwayError, StorageError

_LOG = logging.getLogger(__name__)

router = APIRouter()

MOST_MESSAGE_BYTES = 8192
_MOST_BAD_MESSAGES = 20
_BAD_MESSAGES = 1008
# How often the server measures a player's network delay.
_PING_S = 15
_MOST_REVISION = 2**53

_MESSAGES: TypeAdapter[PageMessage] = TypeAdapter(PageMessage)


@router.get("/api/games/{game_id}/socket", **socket_route("PageMessage", "ServerMessage"))
async def describe_socket(
    game_id: GameId,  # noqa: ARG001  # for the OpenAPI document
    since: Revision = None,  # noqa: ARG001
) -> Response:
    """Play and follow a game over a WebSocket.

    Each message is an object with a `type`. The server first sends the whole game, or the events
    after the revision `since`. Requests that don't upgrade to a WebSocket get 426.
    """
    raise not_a_request()


@router.websocket("/api/games/{game_id}/socket")
async def socket(
    websocket: WebSocket,
    game_id: str,
    games: GivenGames,
    settings: Annotated[Settings, provided(Settings)],
    refusals: Annotated[Refusals, provided(Refusals)],
    shared: Annotated[GameMessages, provided(GameMessages)],
    client: RequestClient,
) -> None:
    """Connect a page to a game."""
    await websocket.accept()
    try:
        async with games.opened(game_id) as game:
            messages = MessageLimit(settings, refusals, shared, client.address)
            pings = Pings(settings.now_ms)
            await _Connection(websocket, messages, pings, games, game, client).run()
    except (ProblemError, StorageError) as error:
        # Browsers hide why a connection was rejected. So accept it, send the error and close it.
        problem = error.problem if isinstance(error, ProblemError) else _storage(error)
        is_away = problem.code == problems.database_away().problem.code
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            await websocket.send_text(TellProblem(problem=problem).model_dump_json())
            await websocket.close(TRY_AGAIN if is_away else NO_SUCH_GAME)


class _Connection(Follower):
    """One page that shows a game."""

    def __init__(
        self,
        websocket: WebSocket,
        messages: MessageLimit,
        pings: Pings,
        games: Games,
        game: LiveGame,
        client: Client,
    ) -> None:
        super().__init__(client)
        self._websocket = websocket
        self._games = games
        self._game = game
        self._tasks: list[asyncio.Task[Any]] = []
        self._hint: asyncio.Task[None] | None = None
        self._messages = messages
        self._pings = pings

    async def run(self) -> None:
        """Serve the connection until either side closes it."""
        game = self._game
        await self._games.welcome(game, self, self._since())
        reading = self._started(self._read(), "reading its messages")
        writing = self._started(self._write(), "sending it messages")
        closing = self._started(self.closing.wait(), "waiting for the end")
        self._started(self._begin(), "resuming the game")
        self._started(self._measure(), "measuring its delay")
        try:
            ends = (reading, writing, closing)
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if self.closing.is_set():
                await self._say_goodbye(writing)
        finally:
            for task in self._tasks:
                task.cancel()
            self._games.follower_left(game, self)
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _started(self, work: Coroutine[Any, Any, Any], what: str) -> asyncio.Task[Any]:
        """Start a task that ends with the connection, and log it if it fails."""

        def note_end(task: asyncio.Task[Any]) -> None:
            if not task.cancelled() and (error := task.exception()) is not None:
                words = "game %s: an unexpected error in a connection, while %s"
                _LOG.error(words, self._game.stored.id, what, exc_info=error)

        task = asyncio.create_task(work)
        task.add_done_callback(note_end)
        self._tasks.append(task)
        return task

    def _since(self) -> int | None:
        """Return the last revision that the page knows, if it sent one."""
        said = self._websocket.query_params.get("since", "")
        return min(int(said[:20]), _MOST_REVISION) if said.isascii() and said.isdigit() else None

    async def _begin(self) -> None:
        """Resume whatever was paused while nobody was connected."""
        await self._do(self._games.follower_joined(self._game))

    async def _measure(self) -> None:
        """Measure the network delay of a player with a clock."""
        while self._game.stored.clock and self._game.seats_of(self.hashes):
            self._tell(TellPing(id=self._pings.send()))
            self.lag_ms = self._pings.lag_ms
            await asyncio.sleep(_PING_S)

    async def _say_goodbye(self, writing: asyncio.Task[Any]) -> None:
        """Send the remaining messages, unless the client doesn't read them, and close."""
        if self.close_code != DROPPED:
            await asyncio.wait((writing,), timeout=1)
        writing.cancel()
        await asyncio.wait((writing,))
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            await asyncio.wait_for(self._websocket.close(self.close_code), 1)

    async def _write(self) -> None:
        # `launch.protocols` closes a connection that isn't read for a while.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            async for told in self.messages():
                await self._websocket.send_text(told.text)

    async def _read(self) -> None:
        bad = 0
        while True:
            received = await self._websocket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if not self._messages.take():
                self._tell(TellProblem(problem=problems.too_many().problem))
                said = None
            else:
                said = self._parse(received.get("text"))
            if said is not None:
                bad = 0
                await self._answer(said)
                continue
            bad += 1
            if bad >= _MOST_BAD_MESSAGES:
                self.end(_BAD_MESSAGES)
                return

    def _parse(self, text: str | None) -> PageMessage | None:
        """Parse a message from the page. If it is invalid, send an error and return None."""
        if text is None:
            self._tell_problem("invalid", "messages must be text, not binary")
            return None
        if len(text) > MOST_MESSAGE_BYTES:
            self._tell_problem("too-large", f"the limit is {MOST_MESSAGE_BYTES} characters")
            return None
        try:
            return _MESSAGES.validate_json(text)
        except (ValidationError, UnicodeError) as error:
            self._tell_problem("invalid", invalid_message(error))
            return None

    async def _answer(self, said: PageMessage) -> None:
        if isinstance(said, SayPong):
            self._pings.note_pong(said.id)
            self.lag_ms = self._pings.lag_ms
        elif not isinstance(said, SayHint):
            await self._do(self._games.say(self._game, self, said))
        elif self._hint is not None and not self._hint.done():
            self._tell_problem("busy", "still working on your last hint")
        else:
            if self._hint is not None:
                self._tasks.remove(self._hint)
            work = self._do(self._games.say(self._game, self, said))
            self._hint = self._started(work, "working on a hint")

    async def _do(self, work: Awaitable[ServerMessage | None]) -> None:
        """Handle a message, and send the client the reply or the error."""
        try:
            answer = await work
        except ProblemError as error:
            self._tell(TellProblem(problem=error.problem))
        except StorageError as error:
            self._tell(TellProblem(problem=_storage(error)))
        except Exception:
            _LOG.exception("game %s: handling a message failed", self._game.stored.id)
            self._tell_problem("internal", "an error in the server; its log has the details")
        else:
            if answer is not None:
                self._tell(answer)

    def _tell(self, message: ServerMessage) -> None:
        self.tell(Told(message.model_dump_json()))

    def _tell_problem(self, code: str, text: str) -> None:
        self._tell(TellProblem(problem=Problem(code=code, text=text)))


def _storage(error: StorageError) -> Problem:
    if not isinstance(error, DatabaseAwayError):  # `outages` logs those once
        _LOG.error("%s", error)
    return storage_problem(error)
