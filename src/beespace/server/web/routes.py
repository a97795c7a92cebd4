"""The requests under /api, apart from the sockets of games."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

import beespace
from beespace.backend import BACKEND
from beespace.engine import LEVELS
from beespace.rules import RULESETS
from beespace.server.games.problems import ProblemError
from beespace.server.games.service import Games
from beespace.server.messages import (
    Game,
    GamePage,
    LevelInfo,
    NewGame,
    RulesetInfo,
    ServerInfo,
)

router = APIRouter(prefix="/api")

GameId = Annotated[str, Path(max_length=40)]


def _games(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


@router.get("/health")
async def health() -> Literal["ok"]:
    """Whether the server answers."""
    return "ok"


@router.get("/info")
async def info() -> ServerInfo:
    """What this server is and has."""
    return ServerInfo(
        version=beespace.__version__,
        backend="native" if BACKEND == "native" else "python",
        levels=[
            LevelInfo(number=level.number, name=level.name, description=level.description)
            for level in LEVELS
        ],
        rulesets=[
            RulesetInfo(
                name=name,
                text=str(ruleset),
                expansions=ruleset.expansions,
                queen_first=ruleset.queen_first,
            )
            for name, ruleset in RULESETS.items()
        ],
    )


@router.post("/games", status_code=201)
async def create_game(request: Request, new: NewGame) -> Game:
    """Begin a game."""
    return await _games(request).create(new)


@router.get("/games")
async def list_games(
    request: Request,
    offset: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> GamePage:
    """Some of the games kept here, the last played first."""
    return await _games(request).page(offset, limit)


@router.get("/games/{game_id}")
async def show_game(request: Request, game_id: GameId) -> Game:
    """A game with its moves and its position."""
    return await _games(request).message(game_id)


@router.delete("/games/{game_id}", status_code=204)
async def delete_game(request: Request, game_id: GameId) -> Response:
    """Forget a game."""
    await _games(request).delete(game_id)
    return Response(status_code=204)


@router.get("/{path:path}", include_in_schema=False)
async def nothing_else(path: str) -> Response:
    """What is not here is said as JSON, not with the page."""
    raise ProblemError("not-found", f"there is no /api/{path[:100]}", 404)
