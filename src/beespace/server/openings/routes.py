"""The opening explorer over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from beespace.server.http.clients import RequestClient
from beespace.server.http.services import provided
from beespace.server.openings.messages import OpenedGame, OpeningAnswer, OpeningScores, SayOpening
from beespace.server.openings.service import OpeningExplorer

router = APIRouter(prefix="/api/openings")

GivenExplorer = Annotated[OpeningExplorer, provided(OpeningExplorer)]


# POST although nothing changes, because a line of moves is too long for a URL.
@router.post("/explore")
async def explore(
    explorer: GivenExplorer, client: RequestClient, said: SayOpening
) -> OpeningAnswer:
    """Get a position and the moves played in it."""
    return await explorer.explore(said, client)


@router.post("/scores")
async def score(explorer: GivenExplorer, client: RequestClient, said: SayOpening) -> OpeningScores:
    """Get the engine's scores of the moves played in a position."""
    return await explorer.scores(said, client)


@router.post("/games/{number}/open")
async def open_game(
    explorer: GivenExplorer,
    client: RequestClient,
    number: Annotated[int, Path(ge=0, le=2**62, description="The game's number.")],
) -> OpenedGame:
    """Open a game of the explorer, copying it to the server if it was imported."""
    return await explorer.open_game(number, client)
