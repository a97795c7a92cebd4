"""The opening explorer over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from beespace.server.openings.messages import OpenedGame, OpeningAnswer, OpeningScores, SayOpening
from beespace.server.openings.service import Explorer
from beespace.server.people.guests import who_of

router = APIRouter(prefix="/api/openings")


def _explorer(request: Request) -> Explorer:
    explorer: Explorer = request.app.state.explorer
    return explorer


# POST although nothing changes, because a line of moves is too long for a URL.
@router.post("/explore")
async def explore(request: Request, said: SayOpening) -> OpeningAnswer:
    """Get a position and the moves played in it."""
    return await _explorer(request).explore(said, who_of(request))


@router.post("/scores")
async def score(request: Request, said: SayOpening) -> OpeningScores:
    """Get the engine's scores of the moves played in a position."""
    return await _explorer(request).scores(said)


@router.post("/games/{number}/open")
async def open_game(request: Request, number: Annotated[int, Path(ge=0, le=2**62)]) -> OpenedGame:
    """Open a game of the explorer, copying it to the server if it was imported."""
    return await _explorer(request).open_game(number, who_of(request))
