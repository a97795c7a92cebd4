"""The explorer of openings over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from beespace.server.exploring import Explorer
from beespace.server.messages.openings import OpenedGame, OpeningAnswer, OpeningScores, SayOpening
from beespace.server.web.guests import who_of

router = APIRouter(prefix="/api/openings")


def _explorer(request: Request) -> Explorer:
    explorer: Explorer = request.app.state.explorer
    return explorer


# Posts, though nothing is changed: a line of moves is too long for an address.
@router.post("/explore")
async def explore(request: Request, said: SayOpening) -> OpeningAnswer:
    """A position, and what was played in it."""
    return await _explorer(request).explore(said, who_of(request))


@router.post("/scores")
async def score(request: Request, said: SayOpening) -> OpeningScores:
    """What the engine thinks of the moves that were played."""
    return await _explorer(request).scores(said)


@router.post("/games/{number}/open")
async def open_game(request: Request, number: Annotated[int, Path(ge=0, le=2**62)]) -> OpenedGame:
    """Where a game can be looked at."""
    return await _explorer(request).open_game(number, who_of(request))
