"""Builds the server's ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware

import beespace
from beespace.server.app import metrics, page, reference, server_routes
from beespace.server.app.metrics import Figures, Metrics
from beespace.server.app.openapi import complete_document
from beespace.server.http.clients import Guests
from beespace.server.http.connections import Connections
from beespace.server.http.cookies import GuestCookies
from beespace.server.http.errors import add_error_handlers
from beespace.server.http.guard import Guard
from beespace.server.http.limits import BoardMessages, GameMessages, Limiter
from beespace.server.http.services import Services
from beespace.server.http.turnstile import Turnstile
from beespace.server.lessons import routes as lesson_routes
from beespace.server.openings import routes as opening_routes
from beespace.server.openings.service import OpeningExplorer
from beespace.server.people.devices import Devices
from beespace.server.people.quota import StorageQuota
from beespace.server.play.deadlines import sweep
from beespace.server.play.records import Records
from beespace.server.play.routes import events, files, games, seats, socket
from beespace.server.play.service import Games
from beespace.server.problems import Problem
from beespace.server.puzzles import routes as puzzle_routes
from beespace.server.puzzles.service import Puzzles
from beespace.server.refusals import Refusals
from beespace.server.search.service import Search
from beespace.server.settings import Settings
from beespace.server.storage import Database
from beespace.server.storage.guests.puzzle_results import PuzzleResults
from beespace.server.storage.guests.studies import StoredStudies
from beespace.server.storage.openings import StoredOpenings
from beespace.server.storage.reviews import StoredReviews
from beespace.server.study import routes as study_routes
from beespace.server.study import socket as study_socket
from beespace.server.study.reviews import Reviews
from beespace.server.study.studies import Studies
from beespace.server.sync import routes as sync_routes
from beespace.server.sync.service import Sync
from beespace.server.work.service import Workers


def create_app(settings: Settings) -> FastAPI:
    """Return the server as an ASGI application. Its data folder must exist.

    Raises:
        StorageError: the database cannot be used.
    """
    database = Database(settings.data, settings.database_url)
    services = Services()
    refusals = Refusals()
    services.add(settings, database, Figures(), refusals, Connections(settings, refusals))
    services.add(BoardMessages(settings), GameMessages(settings))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with _running(settings, database, services):
            yield

    app = FastAPI(
        title="Beespace",
        version=beespace.__version__,
        lifespan=lifespan,
        # These viewers load scripts from other sites. `reference` shows the schema instead.
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        openapi_url="/api/openapi.json",
        responses={
            "4XX": {"model": Problem, "description": "The request failed; the problem says why"},
            "5XX": {"model": Problem, "description": "An error in the server"},
        },
        middleware=[
            Middleware(Metrics, figures=services[Figures]),
            Middleware(Turnstile),
            Middleware(Guard, settings=settings, refusals=refusals),
            Middleware(Limiter, settings=settings, refusals=refusals),
            Middleware(Guests, database=database),
        ],
    )
    app.state.services = services
    add_error_handlers(app)
    _include_routes(app)
    complete_document(app)
    return app


@asynccontextmanager
async def _running(
    settings: Settings, database: Database, services: Services
) -> AsyncIterator[None]:
    """Start the services, and stop them in the opposite order."""
    await database.skip_absence(settings.now_ms)
    services.add(await GuestCookies.of(database), await Devices.of(database, settings.now_ms))
    refusals = services[Refusals]
    async with (
        aclosing(Search(settings, refusals)) as search,
        aclosing(Workers(settings, refusals)) as workers,
    ):
        quota = StorageQuota(settings, database, refusals)
        all_games = Games(settings, database, search, quota)
        records = Records(database, all_games, workers, quota)
        openings = StoredOpenings(database)
        explorer = OpeningExplorer(settings, database, openings, records, search)
        stored = StoredReviews(database)
        reviews = Reviews(settings, stored, all_games, records, search, refusals)
        puzzles = Puzzles(PuzzleResults(database), search)
        studies = Studies(StoredStudies(database), workers, quota)
        services.add(search, workers, all_games, records, explorer, reviews, puzzles, studies)
        services.add(quota, await Sync.of(settings, database, workers, quota, refusals))
        connections = services[Connections]
        services[Figures].watch(all_games, search, database, connections, refusals)
        await reviews.start()
        in_background = [
            asyncio.create_task(sweep(settings, all_games)),
            asyncio.create_task(all_games.outages.watch()),
        ]
        yield
        for task in in_background:
            task.cancel()
        await asyncio.gather(*in_background, return_exceptions=True)
        await reviews.close()
        await explorer.close()
        openings.close()
        await all_games.close()
    database.close()


def _include_routes(app: FastAPI) -> None:
    """Add the routes of every capability. The first that matches a path answers."""
    tagged = {
        "playing": (events.router, socket.router),
        "analysis": (study_socket.router,),
        "openings": (opening_routes.router,),
        "puzzles": (puzzle_routes.router,),
        "lessons": (lesson_routes.router,),
        "devices": (sync_routes.router,),
        "server": (metrics.router,),
    }
    # These have the tags in their routes.
    others = (games.router, seats.router, files.router, study_routes.router, server_routes.router)
    games.link_to(games.router, seats.router, files.router)
    routers = [*others, *(router for group in tagged.values() for router in group)]
    app.include_router(reference.router)
    for router in others:
        app.include_router(router)
    for tag, group in tagged.items():
        for router in group:
            app.include_router(router, tags=[tag])
    app.include_router(server_routes.unknown_addresses(routers))
    app.include_router(page.router)
