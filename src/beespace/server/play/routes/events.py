"""A game's events as server-sent events: the messages of the socket, one way only."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import APIRouter, Header
from starlette.responses import Response

from beespace.server.http.clients import RequestClient
from beespace.server.http.responses import told_as_events
from beespace.server.http.streams import EventStream, StreamedEvent
from beespace.server.play.following.follower import Follower
from beespace.server.play.live import LiveGame
from beespace.server.play.routes.dependencies import GivenGames, OpenedGame, Revision
from beespace.server.play.service import Games

router = APIRouter(prefix="/api")


@router.get(
    "/games/{game_id}/events",
    response_class=Response,
    responses=told_as_events("ServerMessage", "Its id is the revision after the event. "),
)
async def stream_events(
    games: GivenGames,
    game: OpenedGame,
    client: RequestClient,
    since: Revision = None,
    last_event_id: Annotated[
        str | None, Header(max_length=20, description="The same as `since`, from browsers.")
    ] = None,
) -> EventStream:
    """Follow a game as server-sent events.

    The stream starts with the whole game, or with the events after the revision `since`. Browsers
    that reconnect send the last revision they received on their own.
    """
    if last_event_id is not None and last_event_id.isdecimal():
        since = int(last_event_id)
    return EventStream(_events(games, game, Follower(client), since))


async def _events(
    games: Games, game: LiveGame, follower: Follower, since: int | None
) -> AsyncGenerator[StreamedEvent, None]:
    try:
        await games.welcome(game, follower, since)
        await games.follower_joined(game)
        async for told in follower.messages():
            yield StreamedEvent(told.pieces, "" if told.revision is None else str(told.revision))
    finally:
        games.follower_left(game, follower)
