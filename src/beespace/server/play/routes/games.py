"""Games over HTTP: creating, listing, playing and deleting them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.routing import APIRoute

from beespace.server.http.clients import RequestClient
from beespace.server.http.responses import CREATED, NO_CONTENT
from beespace.server.play.messages.games import CreatedGame, Game, GamePage, NewGame
from beespace.server.play.messages.socket import Done, PageMessage, SaidAnswer
from beespace.server.play.routes.dependencies import GameId, GivenGames, OpenedGame

router = APIRouter(prefix="/api")

# OpenAPI links from a new game to the requests about it: see `link_to`.
_LINKS: dict[str, Any] = {}


@router.post("/games", tags=["games"], status_code=CREATED, responses={CREATED: {"links": _LINKS}})
async def create_game(games: GivenGames, client: RequestClient, new: NewGame) -> CreatedGame:
    """Create a game."""
    return await games.create(new, client)


@router.get("/games", tags=["games"])
async def list_games(
    games: GivenGames,
    client: RequestClient,
    offset: Annotated[int, Query(ge=0, le=1_000_000_000, description="How many to skip.")] = 0,
    limit: Annotated[int, Query(ge=1, le=100, description="How many to return at most.")] = 50,
) -> GamePage:
    """List your games, most recently played first."""
    return await games.page(client, offset, limit)


@router.get("/games/{game_id}", tags=["games"])
async def show_game(games: GivenGames, client: RequestClient, game_id: GameId) -> Game:
    """Get a game with its moves and current position."""
    return await games.message(game_id, client)


@router.delete("/games/{game_id}", tags=["games"], status_code=NO_CONTENT)
async def delete_game(games: GivenGames, client: RequestClient, game_id: GameId) -> None:
    """Delete a game. A game with a friend only leaves your list, once it's over."""
    await games.delete(game_id, client)


@router.post("/games/{game_id}/say", tags=["playing"])
async def say(
    games: GivenGames, game: OpenedGame, client: RequestClient, said: PageMessage
) -> SaidAnswer:
    """Send any message of the game's socket, such as a move or a draw offer."""
    answer = await games.say(game, client, said)
    return answer if answer is not None else Done(revision=game.stored.revision)


def link_to(*routers: APIRouter) -> None:
    """Add OpenAPI links from a new game to the requests of routers that are about a game."""
    for route in (route for one in routers for route in one.routes):
        if isinstance(route, APIRoute) and "{game_id}" in route.path:
            _LINKS[route.name] = {
                "operationId": route.unique_id,
                "parameters": {"game_id": "$response.body#/id"},
            }
    for name in ("show_secret", "join_game"):
        _LINKS[name]["requestBody"] = {"secret": "$response.body#/invitation"}
