"""Dependencies of the routes of games: the services, and the game in the path."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import Depends, Path, Query

from beespace.server.http.services import provided
from beespace.server.play.live import LiveGame
from beespace.server.play.records import Records
from beespace.server.play.service import Games

GameId = Annotated[str, Path(max_length=40, description="The game's id.")]
Revision = Annotated[
    int | None,
    Query(ge=0, le=2**53, description="The last revision you have. Without it, you get the game."),
]
RecordFormat = Annotated[Literal["pgn", "uhp", "json"], Query(description="The file format.")]
GivenGames = Annotated[Games, provided(Games)]
GivenRecords = Annotated[Records, provided(Records)]


async def _opened(games: GivenGames, game_id: GameId) -> AsyncIterator[LiveGame]:
    async with games.opened(game_id) as game:
        yield game


# The game stays in memory until the response is sent.
OpenedGame = Annotated[LiveGame, Depends(_opened)]
