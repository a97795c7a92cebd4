"""The requests under /api for games, seats, files and the server itself."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Path, Query, Request
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

import beespace
from beespace.backend import BACKEND
from beespace.engine import LEVELS
from beespace.rules import EDITIONS, RULESETS
from beespace.server.launch.settings import Settings
from beespace.server.people.guests import who_of
from beespace.server.play.messages.games import (
    CreatedGame,
    EditionId,
    EditionInfo,
    Game,
    GamePage,
    Imported,
    ImportText,
    InvitationShown,
    JoinedGame,
    LevelInfo,
    NewGame,
    NewSecret,
    RulesetInfo,
    SayJoin,
    SeatKeys,
    ServerInfo,
    ShownSecret,
)
from beespace.server.play.messages.socket import Done, PageMessage, SaidAnswer
from beespace.server.play.records import Download, Records
from beespace.server.play.service import Games
from beespace.server.problems import ProblemError

router = APIRouter(prefix="/api")
# Included last, for all other paths under /api.
rest = APIRouter(prefix="/api")

_ALL_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

GameId = Annotated[str, Path(max_length=40)]

# The media types of downloads.
_RECORD: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {}, "application/json": {}}, "description": "The file"}
}
_DRAWING: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {}, "image/png": {}}, "description": "The picture"}
}

# OpenAPI links from a new game to the requests about it, filled in below.
_LINKS: dict[str, Any] = {}


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
        # The names consist of ids and dates, which need no quoting.
        headers={"content-disposition": f'attachment; filename="{download.name}"'},
    )


@router.get("/health", tags=["server"])
async def health() -> Literal["ok"]:
    """Check that the server is up."""
    return "ok"


@router.get("/info", tags=["server"])
async def info(request: Request) -> ServerInfo:
    """Get the server's version, levels, editions, rulesets and addresses."""
    settings: Settings = request.app.state.settings
    return ServerInfo(
        addresses=list(settings.addresses),
        version=beespace.__version__,
        backend="native" if BACKEND == "native" else "python",
        levels=[
            LevelInfo(number=level.number, name=level.name, description=level.description)
            for level in LEVELS
        ],
        editions=[
            EditionInfo(
                id=cast(EditionId, edition.id),
                name=edition.name,
                year=edition.year,
                pieces=edition.piece_count,
                ruleset=str(edition.ruleset),
                expansions=edition.ruleset.expansions,
                queen_first=edition.ruleset.queen_first,
            )
            for edition in EDITIONS.values()
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


@router.post("/games", tags=["games"], status_code=201, responses={201: {"links": _LINKS}})
async def create_game(request: Request, new: NewGame) -> CreatedGame:
    """Create a game."""
    return await _games(request).create(new, who_of(request))


@router.get("/games", tags=["games"])
async def list_games(
    request: Request,
    offset: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> GamePage:
    """List your games, most recently played first."""
    return await _games(request).page(who_of(request), offset, limit)


@router.get("/games/{game_id}", tags=["games"])
async def show_game(request: Request, game_id: GameId) -> Game:
    """Get a game with its moves and current position."""
    return await _games(request).message(game_id, who_of(request))


@router.delete("/games/{game_id}", tags=["games"], status_code=204)
async def delete_game(request: Request, game_id: GameId) -> Response:
    """Delete a game. A game with a friend only leaves your list, once it's over."""
    await _games(request).delete(game_id, who_of(request))
    return Response(status_code=204)


@router.post("/imports", tags=["files"])
async def import_games(request: Request, new: ImportText) -> Imported:
    """Import games from a text. They become yours."""
    return await _records(request).import_text(new.text, who_of(request))


@router.post("/games/{game_id}/invitation", tags=["seats"])
async def new_invitation(request: Request, game_id: GameId) -> NewSecret:
    """Create a new secret for the friend's link. The old one stops working."""
    games = _games(request)
    async with games.opened(game_id) as game:
        return await games.seats.new_invitation(game, who_of(request))


@router.post("/games/{game_id}/devices", tags=["seats"])
async def new_device(request: Request, game_id: GameId) -> NewSecret:
    """Create a secret for a link that opens your seat on another device, too."""
    games = _games(request)
    async with games.opened(game_id) as game:
        return await games.seats.new_device(game, who_of(request))


@router.post("/games/{game_id}/tokens", tags=["seats"])
async def new_token(request: Request, game_id: GameId) -> NewSecret:
    """Create a token for a program that plays your seat."""
    games = _games(request)
    async with games.opened(game_id) as game:
        return await games.seats.new_token(game, who_of(request))


@router.get("/games/{game_id}/keys", tags=["seats"])
async def list_keys(request: Request, game_id: GameId) -> SeatKeys:
    """List the keys to your seat: browsers, programs and unused links."""
    games = _games(request)
    async with games.opened(game_id) as game:
        return await games.seats.keys(game, who_of(request))


@router.delete("/games/{game_id}/keys", tags=["seats"])
async def revoke_other_keys(request: Request, game_id: GameId) -> SeatKeys:
    """Revoke every key to your seat except those that this request uses."""
    games = _games(request)
    async with games.opened(game_id) as game:
        return await games.seats.revoke(game, who_of(request), None)


@router.delete("/games/{game_id}/keys/{key_id}", tags=["seats"])
async def revoke_key(
    request: Request, game_id: GameId, key_id: Annotated[str, Path(max_length=40)]
) -> SeatKeys:
    """Revoke a key to your seat, and close the connections that use it."""
    games = _games(request)
    async with games.opened(game_id) as game:
        return await games.seats.revoke(game, who_of(request), key_id)


@router.post("/games/{game_id}/secret", tags=["seats"])
async def show_secret(request: Request, game_id: GameId, shown: ShownSecret) -> InvitationShown:
    """Look up what a secret opens, without using it."""
    games = _games(request)
    async with games.opened(game_id) as game:
        return await games.seats.shown(game, who_of(request), shown.secret)


@router.post("/games/{game_id}/join", tags=["seats"])
async def join_game(request: Request, game_id: GameId, said: SayJoin) -> JoinedGame:
    """Take the seat that a secret opens."""
    games = _games(request)
    async with games.opened(game_id) as game:
        return await games.seats.join(game, who_of(request), said)


@router.post("/games/{game_id}/say", tags=["playing"])
async def say(request: Request, game_id: GameId, said: PageMessage) -> SaidAnswer:
    """Send any message of the game's socket, such as a move or a draw offer."""
    games = _games(request)
    async with games.opened(game_id) as game:
        answer = await games.say(game, who_of(request), said)
        return answer if answer is not None else Done(revision=game.stored.revision)


@router.get("/games/{game_id}/record", tags=["files"], response_class=Response, responses=_RECORD)
async def download_record(
    request: Request, game_id: GameId, format: Literal["pgn", "uhp", "json"] = "pgn"
) -> Response:
    """Download a game as a file."""
    return _file(await _records(request).download(game_id, format))


@router.get("/games/{game_id}/drawing", tags=["files"], response_class=Response, responses=_DRAWING)
async def download_drawing(
    request: Request,
    game_id: GameId,
    format: Literal["svg", "png"] = "svg",
    ply: Annotated[int | None, Query(ge=0, le=100_000)] = None,
    theme: Annotated[str, Query(max_length=20)] = "light",
    pieces: Annotated[str, Query(max_length=20)] = "stencil",
) -> Response:
    """Download a position of a game as a picture."""
    return _file(await _records(request).drawing(game_id, format, ply, theme, pieces))


_LINKS.update(
    {
        route.name: {
            "operationId": route.unique_id,
            "parameters": {"game_id": "$response.body#/id"},
        }
        for route in router.routes
        if isinstance(route, APIRoute) and "{game_id}" in route.path
    }
)
for _name in ("show_secret", "join_game"):
    _LINKS[_name]["requestBody"] = {"secret": "$response.body#/invitation"}


@rest.api_route("/{path:path}", methods=_ALL_METHODS, include_in_schema=False)
async def nothing_else(request: Request, path: str) -> Response:
    """Report unknown addresses under /api as JSON instead of serving the page."""
    if any(route.matches(request.scope)[0] is Match.PARTIAL for route in router.routes):
        raise HTTPException(405)
    raise ProblemError("not-found", f"there is no /api/{path[:100]}", 404)
