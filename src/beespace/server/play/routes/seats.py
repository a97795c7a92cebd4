"""Seats over HTTP: invitations, devices, tokens and keys."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from beespace.server.http.clients import RequestClient
from beespace.server.play.messages.games import (
    InvitationShown,
    JoinedGame,
    NewSecret,
    SayJoin,
    SeatKeys,
    ShownSecret,
)
from beespace.server.play.routes.dependencies import GivenGames, OpenedGame

router = APIRouter(prefix="/api/games/{game_id}", tags=["seats"])


@router.post("/invitation")
async def new_invitation(games: GivenGames, game: OpenedGame, client: RequestClient) -> NewSecret:
    """Create a new secret for the friend's link. The old one stops working."""
    return await games.seats.new_invitation(game, client)


@router.post("/devices")
async def new_device(games: GivenGames, game: OpenedGame, client: RequestClient) -> NewSecret:
    """Create a secret for a link that opens your seat on another device, too."""
    return await games.seats.new_device(game, client)


@router.post("/tokens")
async def new_token(games: GivenGames, game: OpenedGame, client: RequestClient) -> NewSecret:
    """Create a token for a program that plays your seat."""
    return await games.seats.new_token(game, client)


@router.get("/keys")
async def list_keys(games: GivenGames, game: OpenedGame, client: RequestClient) -> SeatKeys:
    """List the keys to your seat: browsers, programs and unused links."""
    return await games.seats.keys(game, client)


@router.delete("/keys")
async def revoke_other_keys(games: GivenGames, game: OpenedGame, client: RequestClient) -> SeatKeys:
    """Revoke every key to your seat except those that this request uses."""
    return await games.seats.revoke(game, client, None)


@router.delete("/keys/{key_id}")
async def revoke_key(
    games: GivenGames,
    game: OpenedGame,
    client: RequestClient,
    key_id: Annotated[str, Path(max_length=40, description="The key's id.")],
) -> SeatKeys:
    """Revoke a key to your seat, and close the connections that use it."""
    return await games.seats.revoke(game, client, key_id)


@router.post("/secret")
async def show_secret(
    games: GivenGames, game: OpenedGame, client: RequestClient, shown: ShownSecret
) -> InvitationShown:
    """Look up what a secret opens, without using it."""
    return await games.seats.shown(game, client, shown.secret)


@router.post("/join")
async def join_game(
    games: GivenGames, game: OpenedGame, client: RequestClient, said: SayJoin
) -> JoinedGame:
    """Take the seat that a secret opens."""
    return await games.seats.join(game, client, said)
