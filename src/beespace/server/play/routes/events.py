"""A game's events as server-sent events: the messages of the socket, one way only."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Query
from starlette.responses import StreamingResponse

from beespace.server.http.clients import RequestClient
from beespace.server.http.documented import told_as_events
from beespace.server.play.follower import Follower
from beespace.server.play.routes.given import GameId, GivenGames
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
    games: GivenGames,
    client: RequestClient,
    game_id: GameId,
    since: Revision = None,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> StreamingResponse:
    """Follow a game as server-sent events.

    The stream starts with the whole game, or with the events after the revision `since`. Browsers
    that reconnect send the last revision they received on their own.
    """
    if last_event_id is not None and last_event_id.isdecimal():
        since = int(last_event_id)
    async with games.opened(game_id):
        pass  # a missing game must be reported before the stream starts
    events = _events(games, game_id, Follower(client), since)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


async def _events(
    games: Games, game_id: str, follower: Follower, since: int | None
) -> AsyncIterator[str]:
    with contextlib.suppress(ProblemError, StorageError):
        async with games.opened(game_id) as game:
            try:
                async with game.lock:
                    game.followers.add(follower)
                    for text in game.missed_by(follower, since):
                        follower.tell(text)
                    game.tell_presence(but=follower)
                await games.follower_joined(game)
                while not follower.closing.is_set() or not follower.unsent.empty():
                    try:
                        text = await asyncio.wait_for(follower.unsent.get(), _KEEP_ALIVE_S)
                    except TimeoutError:
                        yield ": keep-alive\n\n"
                    else:
                        yield _as_event(text)
            finally:
                game.followers.discard(follower)
                games.follower_left(game)


def _as_event(text: str) -> str:
    message = json.loads(text)
    revision = message["game"]["revision"] if message["type"] == "game" else message.get("revision")
    number = f"id: {revision}\n" if revision is not None else ""
    return f"{number}data: {text}\n\n"
