"""A game's events as server-sent events: the messages of the socket, one way only."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Request
from starlette.responses import StreamingResponse

from beespace.server.http.openapi import told_as_events
from beespace.server.people.guests import who_of
from beespace.server.play.routes.connections import Hearer
from beespace.server.play.service import Games
from beespace.server.problems import ProblemError
from beespace.server.storage import StorageError

router = APIRouter(prefix="/api")

# Proxies close connections that are silent for longer.
_KEEP_ALIVE_S = 15

Revision = Annotated[int | None, Query(ge=0, le=2**53)]


@router.get(
    "/games/{game_id}/events",
    response_class=StreamingResponse,
    responses=told_as_events("ServerMessage"),
)
async def stream_events(
    request: Request,
    game_id: Annotated[str, Path(max_length=40)],
    since: Revision = None,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> StreamingResponse:
    """Follow a game as server-sent events.

    The stream starts with the whole game, or with the events after the revision `since`. Browsers
    that reconnect send the last revision they received on their own.
    """
    games: Games = request.app.state.games
    if last_event_id is not None and last_event_id.isdecimal():
        since = int(last_event_id)
    async with games.opened(game_id):
        pass  # a missing game must be reported before the stream starts
    events = _events(games, game_id, Hearer(who_of(request)), since)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


async def _events(
    games: Games, game_id: str, hearer: Hearer, since: int | None
) -> AsyncIterator[str]:
    with contextlib.suppress(ProblemError, StorageError):
        async with games.opened(game_id) as game:
            try:
                async with game.lock:
                    game.listeners.add(hearer)
                    for text in game.missed_by(hearer, since):
                        hearer.tell(text)
                    game.tell_presence(but=hearer)
                await games.someone_came(game)
                while not hearer.closing.is_set() or not hearer.unsent.empty():
                    try:
                        text = await asyncio.wait_for(hearer.unsent.get(), _KEEP_ALIVE_S)
                    except TimeoutError:
                        yield ": keep-alive\n\n"
                    else:
                        yield _as_event(text)
            finally:
                game.listeners.discard(hearer)
                games.someone_left(game)


def _as_event(text: str) -> str:
    message = json.loads(text)
    revision = message["game"]["revision"] if message["type"] == "game" else message.get("revision")
    number = f"id: {revision}\n" if revision is not None else ""
    return f"{number}data: {text}\n\n"
