"""The requests under /api, apart from the sockets of games."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

import beespace
from beespace.backend import BACKEND
from beespace.engine import LEVELS
from beespace.rules import RULESETS
from beespace.server.games.problems import ProblemError
from beespace.server.games.records import Download, Records
from beespace.server.games.service import Games
from beespace.server.messages import (
    Game,
    GamePage,
    Imported,
    ImportText,
    LevelInfo,
    NewGame,
    RulesetInfo,
    ServerInfo,
)

router = APIRouter(prefix="/api")

_ALL_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

GameId = Annotated[str, Path(max_length=40)]


def _games(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


def _records(request: Request) -> Records:
    records: Records = request.app.state.records
    return records


def _file(download: Download) -> Response:
    return Response(
        download.content,
        media_type=download.media_type,
        # The names are made of ids and dates: nothing in them needs quoting.
        headers={"content-disposition": f'attachment; filename="{download.name}"'},
    )


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


@router.post("/imports")
async def import_games(request: Request, new: ImportText) -> Imported:
    """Keep the games in a text."""
    return await _records(request).import_text(new.text)


@router.get("/games/{game_id}/record")
async def download_record(
    request: Request, game_id: GameId, format: Literal["pgn", "uhp", "json"] = "pgn"
) -> Response:
    """A game as a file."""
    return _file(await _records(request).download(game_id, format))


@router.get("/games/{game_id}/drawing")
async def download_drawing(
    request: Request,
    game_id: GameId,
    format: Literal["svg", "png"] = "svg",
    ply: Annotated[int | None, Query(ge=0, le=100_000)] = None,
    theme: Annotated[str, Query(max_length=20)] = "light",
    pieces: Annotated[str, Query(max_length=20)] = "stencil",
) -> Response:
    """A position of a game as a picture."""
    return _file(await _records(request).drawing(game_id, format, ply, theme, pieces))


@router.api_route("/{path:path}", methods=_ALL_METHODS, include_in_schema=False)
async def nothing_else(request: Request, path: str) -> Response:
    """What is not here is said as JSON, not with the page."""
    if any(route.matches(request.scope)[0] is Match.PARTIAL for route in router.routes):
        raise HTTPException(405)
    raise ProblemError("not-found", f"there is no /api/{path[:100]}", 404)
