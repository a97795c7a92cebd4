"""The WebSocket of an analysis board: the page sends a position, the server its analysis."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Annotated

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from starlette.responses import Response

from beespace.rules import BaseBoard
from beespace.server import problems
from beespace.server.boards.messages import Message
from beespace.server.http.clients import RequestClient
from beespace.server.http.errors import invalid_message, not_a_request
from beespace.server.http.limits import BoardMessages, MessageLimit
from beespace.server.http.responses import socket_route
from beespace.server.http.services import provided
from beespace.server.people.client import Client
from beespace.server.people.ids import new_id
from beespace.server.play.routes.dependencies import GivenGames
from beespace.server.play.service import Games
from beespace.server.problems import Problem, ProblemError, TellProblem, storage_problem
from beespace.server.refusals import Refusals
from beespace.server.search.service import FullError, Search
from beespace.server.settings import Settings
from beespace.server.storage import StorageError
from beespace.server.study.fair_play import is_own_game
from beespace.server.study.messages import (
    AnalysisPageMessage,
    SayThink,
    TellThinkingEnded,
    TellThought,
)
from beespace.server.study.positions import after_a_pass, board_of
from beespace.server.study.thoughts import thought_of
from beespace.server.work.service import Workers

_LOG = logging.getLogger(__name__)

router = APIRouter()

GivenSearch = Annotated[Search, provided(Search)]
GivenWorkers = Annotated[Workers, provided(Workers)]

_MOST_MESSAGE_BYTES = 120_000
_MOST_BAD_MESSAGES = 20
_BAD_MESSAGES = 1008
_SEND_TIMEOUT_S = 20
# Updates that come faster than people can read are skipped. If there is no news for a while, the
# last update is sent again with the elapsed time.
_LEAST_BETWEEN_S = 0.2
_MOST_BETWEEN_S = 1.0

_MESSAGES: TypeAdapter[AnalysisPageMessage] = TypeAdapter(AnalysisPageMessage)


@router.get("/api/analysis/socket", **socket_route("AnalysisPageMessage", "AnalysisServerMessage"))
async def describe_socket() -> Response:
    """Analyse positions over a WebSocket.

    Each message is an object with a `type`. Requests that don't upgrade to a WebSocket get 426.
    """
    raise not_a_request()


@router.websocket("/api/analysis/socket")
async def socket(
    websocket: WebSocket,
    games: GivenGames,
    search: GivenSearch,
    workers: GivenWorkers,
    settings: Annotated[Settings, provided(Settings)],
    refusals: Annotated[Refusals, provided(Refusals)],
    shared: Annotated[BoardMessages, provided(BoardMessages)],
    client: RequestClient,
) -> None:
    """Connect an analysis board to the engine."""
    messages = MessageLimit(settings, refusals, shared, client.address)
    connection = _Connection(websocket, games, search, workers, messages, client)
    await websocket.accept()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
        await connection.run()


class _Connection:
    """One analysis board. It analyses one position at a time."""

    def __init__(
        self,
        websocket: WebSocket,
        games: Games,
        search: Search,
        workers: Workers,
        messages: MessageLimit,
        client: Client,
    ) -> None:
        self._websocket = websocket
        self._games = games
        self._search = search
        self._workers = workers
        self._messages = messages
        self._client = client
        self._name = f"board {new_id()}"  # the name of its hash table
        self._thinking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Serve the connection until either side closes it."""
        bad = 0
        try:
            while bad < _MOST_BAD_MESSAGES:
                text = await self._websocket.receive_text()
                said = await self._parse(text) if self._messages.take() else None
                if said is None and self._messages.is_exceeded:
                    await self._tell_problem(problems.too_many().problem)
                bad = 0 if said is not None else bad + 1
                if said is None:
                    continue
                await self._stop()
                if isinstance(said, SayThink):
                    self._thinking = asyncio.create_task(self._think(said))
            await self._websocket.close(_BAD_MESSAGES)
        except KeyError:
            await self._websocket.close(_BAD_MESSAGES)  # a binary message
        finally:
            await self._stop()

    async def _stop(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)
            self._thinking = None

    async def _parse(self, text: str) -> AnalysisPageMessage | None:
        if len(text) > _MOST_MESSAGE_BYTES:
            why = f"the limit is {_MOST_MESSAGE_BYTES} characters"
            await self._tell_problem(Problem(code="too-large", text=why))
            return None
        try:
            return _MESSAGES.validate_json(text)
        except (ValidationError, UnicodeError) as error:
            await self._tell_problem(Problem(code="invalid", text=invalid_message(error)))
            return None

    async def _think(self, said: SayThink) -> None:
        try:
            await self._answer(said)
        except ProblemError as error:
            await self._tell_problem(error.problem)
        except StorageError as error:
            await self._tell_problem(storage_problem(error))
        except FullError:
            await self._tell(TellThinkingEnded(id=said.id, reason="full"))
        except (WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            return  # the page is gone or has stopped reading
        except Exception:
            _LOG.exception("analysis failed")
            text = "an error in the server; its log has the details"
            await self._tell_problem(Problem(code="internal", text=text))

    async def _answer(self, said: SayThink) -> None:
        board: BaseBoard | None = await self._workers.run_if_long(
            self._client.names, len(said.position.moves), board_of, said.position
        )
        assert board is not None
        if board.outcome() is not None:
            await self._tell(TellThinkingEnded(id=said.id, reason="game-over"))
            return
        if await is_own_game(self._games, self._workers, self._client, board):
            await self._tell(TellThinkingEnded(id=said.id, reason="own-game"))
            return
        if said.threat:
            board = await asyncio.to_thread(after_a_pass, board)
            if board is None or board.outcome() is not None:
                await self._tell(TellThinkingEnded(id=said.id, reason="no-threat"))
                return
        await self._analyse(said, board)
        await self._tell(TellThinkingEnded(id=said.id, reason="complete"))

    async def _analyse(self, said: SayThink, board: BaseBoard) -> None:
        """Send updates at once but not too often, and repeat the last one if there is no news."""
        begun = time.monotonic()
        told = -_MOST_BETWEEN_S
        latest: TellThought | None = None
        is_new = False
        found = self._search.analyses(
            board, said.lines, thought_of, name=self._name, client=self._client.names
        )
        coming: asyncio.Task[TellThought] = asyncio.create_task(anext(found))  # type: ignore[arg-type]  # it is a coroutine
        try:
            while True:
                pause = _LEAST_BETWEEN_S if is_new else _MOST_BETWEEN_S
                left = max(told + pause - time.monotonic(), 0)
                done, _ = await asyncio.wait((coming,), timeout=left)
                if done:
                    try:
                        thought, is_new = coming.result(), True
                    except StopAsyncIteration:
                        break
                    coming = asyncio.create_task(anext(found))  # type: ignore[arg-type]
                    if time.monotonic() - told < _LEAST_BETWEEN_S:
                        continue
                if is_new:
                    latest, is_new = thought, False
                if latest is not None:
                    await self._tell_thought(said, latest, begun)
                told = time.monotonic()
            if is_new:
                await self._tell_thought(said, thought, begun)
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
            await found.aclose()  # type: ignore[attr-defined]  # it is a generator

    async def _tell_thought(self, said: SayThink, thought: TellThought, begun: float) -> None:
        thought.id, thought.is_threat = said.id, said.threat
        thought.time_ms = round((time.monotonic() - begun) * 1000)
        await self._tell(thought)

    async def _tell(self, message: Message) -> None:
        text = message.model_dump_json()
        await asyncio.wait_for(self._websocket.send_text(text), _SEND_TIMEOUT_S)

    async def _tell_problem(self, problem: Problem) -> None:
        await self._tell(TellProblem(problem=problem))
