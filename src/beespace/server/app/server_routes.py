"""The requests about the server itself, and the answer to unknown addresses under /api."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, cast

from fastapi import APIRouter, Request
from starlette.responses import Response
from starlette.routing import Match

import beespace
from beespace.backend import BACKEND
from beespace.engine import LEVELS
from beespace.rules import EDITIONS, RULESETS, TOURNAMENT
from beespace.server.http.errors import wrong_method
from beespace.server.http.services import provided
from beespace.server.play.messages.games import (
    EditionId,
    EditionInfo,
    LevelInfo,
    RulesetInfo,
    ServerInfo,
)
from beespace.server.problems import ProblemError
from beespace.server.settings import Settings
from beespace.server.storage import Database

router = APIRouter(prefix="/api")

_ALL_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


@router.get("/health", tags=["server"])
async def health(database: Annotated[Database, provided(Database)]) -> Literal["ok"]:
    """Check that the server is ready: its database answers and stores changes."""
    await database.check()
    return "ok"


@router.get("/alive", tags=["server"])
async def alive() -> Literal["ok"]:
    """Check that the server is running, whatever its database does."""
    return "ok"


@router.get("/info", tags=["server"])
async def info(settings: Annotated[Settings, provided(Settings)]) -> ServerInfo:
    """Get the server's version, levels, editions, rulesets and addresses."""
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
            for name, ruleset in (RULESETS | {"tournament": TOURNAMENT}).items()
        ],
    )


def unknown_addresses(routers: Sequence[APIRouter]) -> APIRouter:
    """Return the answers to all requests under /api that no route of these routers answers.

    They are JSON, like all others; the page would answer with HTML.
    """
    rest = APIRouter(prefix="/api")

    @rest.api_route("/{path:path}", methods=_ALL_METHODS, include_in_schema=False)
    async def nothing_else(request: Request, path: str) -> Response:
        for route in (route for router in routers for route in router.routes):
            if route.matches(request.scope)[0] is Match.PARTIAL:
                raise wrong_method()
        raise ProblemError("not-found", f"there is no /api/{path[:100]}")

    return rest
