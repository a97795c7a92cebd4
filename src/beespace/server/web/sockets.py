"""The socket of a game: what the page says is done, and what happens is told to all pages.

A connection that does not read what it is sent is dropped; one that says what cannot be understood
is told so, and closed when it goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError

from beespace.server.games.live import LiveGame
from beespace.server.games.problems import ProblemError
from beespace.server.games.service import Games
from beespace.server.messages import (
    PageMessage,
    Problem,
    SayHint,
    SayMove,
    SayMoveText,
    SayResign,
    SayUndo,
    SayWhy,
    ServerMessage,
    TellGame,
    TellProblem,
)
from beespace.server.storage import StorageError

_LOG = logging.getLogger(__name__)

router = APIRouter()

MOST_MESSAGE_BYTES = 8192
_MOST_BAD_MESSAGES = 20
# A page that is alive takes a message at once; these are many moves.
_MOST_UNREAD = 64
_SEND_TIMEOUT_S = 20

# Codes of closing; those from 4000 on are ours.
_BAD_MESSAGES = 1008
_DROPPED = 1013
_NO_SUCH_GAME = 4404

_MESSAGES: TypeAdapter[PageMessage] = TypeAdapter(PageMessage)


@router.websocket("/api/games/{game_id}/socket")
async def socket(websocket: WebSocket, game_id: str) -> None:
    """Connect a page with a game."""
    games: Games = websocket.app.state.games
    await websocket.accept()
    try:
        async with games.opened(game_id) as game:
            await _Connection(websocket, games, game).run()
    except (ProblemError, StorageError) as error:
        # A browser cannot see why a connection was refused: it is accepted, told and closed.
        problem = error.problem if isinstance(error, ProblemError) else _storage(error)
        with contextlib.suppress(RuntimeError, OSError):
            await websocket.send_text(TellProblem(problem=problem).model_dump_json())
            await websocket.close(_NO_SUCH_GAME)


class _Connection:
    """One page that looks at a game."""

    def __init__(self, websocket: WebSocket, games: Games, game: LiveGame) -> None:
        self._websocket = websocket
        self._games = games
        self._game = game
        self._unsent: asyncio.Queue[str] = asyncio.Queue(_MOST_UNREAD)
        self._closing = asyncio.Event()
        self._close_code = 1000
        self._hint: asyncio.Task[None] | None = None

    # As the game sees it

    def tell(self, text: str) -> None:
        """Send a message without waiting; whoever does not read is dropped."""
        try:
            self._unsent.put_nowait(text)
        except asyncio.QueueFull:
            self._end(_DROPPED)

    def close(self) -> None:
        """The game is gone."""
        self._end(_NO_SUCH_GAME)

    # As the socket sees it

    async def run(self) -> None:
        """Serve the connection until one side ends it."""
        game = self._game
        async with game.lock:
            game.listeners.add(self)
            self._tell(TellGame(game=game.message()))
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        closing = asyncio.create_task(self._closing.wait())
        beginning = asyncio.create_task(self._begin())
        try:
            await asyncio.wait((reading, writing, closing), return_when=asyncio.FIRST_COMPLETED)
            if self._closing.is_set():
                await self._say_goodbye(writing)
        finally:
            game.listeners.discard(self)
            tasks = [reading, writing, closing, beginning, *([self._hint] if self._hint else [])]
            for task in tasks:
                task.cancel()
            self._games.someone_left(game)
            await asyncio.gather(*tasks, return_exceptions=True)

    def _end(self, code: int) -> None:
        self._close_code = code
        self._closing.set()

    async def _begin(self) -> None:
        """Take up what nobody was there to see."""
        await self._do(self._games.someone_came(self._game))

    async def _say_goodbye(self, writing: asyncio.Task[None]) -> None:
        """Send what is left to say, unless nobody reads it, and close."""
        if self._close_code != _DROPPED:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._unsent.join(), 1)
        writing.cancel()
        await asyncio.wait((writing,))
        with contextlib.suppress(RuntimeError, OSError, TimeoutError):
            await asyncio.wait_for(self._websocket.close(self._close_code), 1)

    async def _write(self) -> None:
        while True:
            text = await self._unsent.get()
            try:
                await asyncio.wait_for(self._websocket.send_text(text), _SEND_TIMEOUT_S)
            except (RuntimeError, OSError, TimeoutError):
                return
            finally:
                self._unsent.task_done()

    async def _read(self) -> None:
        bad = 0
        while True:
            received = await self._websocket.receive()
            if received["type"] == "websocket.disconnect":
                return
            said = self._parse(received.get("text"))
            if said is not None:
                bad = 0
                await self._answer(said)
                continue
            bad += 1
            if bad >= _MOST_BAD_MESSAGES:
                self._end(_BAD_MESSAGES)
                return

    def _parse(self, text: str | None) -> PageMessage | None:
        """What the page said; if it cannot be understood, it is told so."""
        if text is None:
            self._tell_problem("invalid", "messages are text, not bytes")
            return None
        if len(text) > MOST_MESSAGE_BYTES:
            self._tell_problem("too-large", f"messages have at most {MOST_MESSAGE_BYTES} bytes")
            return None
        try:
            return _MESSAGES.validate_json(text)
        except (ValidationError, UnicodeError) as error:
            why = "this is no message"
            if isinstance(error, ValidationError):
                first = error.errors(include_input=False, include_url=False)[0]
                place = ".".join(str(part) for part in first["loc"])
                why = f"{place[:100]}: {first['msg'][:300]}" if place else first["msg"][:300]
            self._tell_problem("invalid", why)
            return None

    async def _answer(self, said: PageMessage) -> None:
        games, game = self._games, self._game
        match said:
            case SayMove() | SayMoveText():
                await self._do(games.move(game, said))
            case SayUndo():
                await self._do(games.undo(game, said.ply))
            case SayResign():
                await self._do(games.resign(game, said.ply))
            case SayWhy():
                await self._do(games.why(game, said))
            case SayHint():
                if self._hint is not None and not self._hint.done():
                    self._tell_problem("busy", "a hint is being looked for already")
                else:
                    self._hint = asyncio.create_task(self._do(games.hint(game, said.ply)))

    async def _do(self, work: Awaitable[ServerMessage | None]) -> None:
        """Do what was asked and tell the asker the answer, or the problem."""
        try:
            answer = await work
        except ProblemError as error:
            self._tell(TellProblem(problem=error.problem))
        except StorageError as error:
            self._tell(TellProblem(problem=_storage(error)))
        except Exception:
            _LOG.exception("game %s: a message failed", self._game.stored.id)
            self._tell_problem("internal", "something went wrong in the server")
        else:
            if answer is not None:
                self._tell(answer)

    def _tell(self, message: ServerMessage) -> None:
        self.tell(message.model_dump_json())

    def _tell_problem(self, code: str, text: str) -> None:
        self._tell(TellProblem(problem=Problem(code=code, text=text)))


def _storage(error: StorageError) -> Problem:
    _LOG.error("%s", error)
    return Problem(code="storage", text=str(error))
