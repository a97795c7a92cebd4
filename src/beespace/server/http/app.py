"""Builds the server's ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware

import beespace
from beespace.server.http import metrics, page, reference
from beespace.server.http.errors import add_error_handlers
from beespace.server.http.guard import Guard
from beespace.server.http.limits import Limiter
from beespace.server.http.metrics import Figures, Metrics
from beespace.server.http.openapi import complete_document
from beespace.server.launch.settings import Settings
from beespace.server.lessons import routes as lesson_routes
from beespace.server.openings import routes as opening_routes
from beespace.server.openings.service import Explorer
from beespace.server.people.guests import Guests
from beespace.server.play.messages.games import Problem
from beespace.server.play.records import Records
from beespace.server.play.routes import events, socket
from beespace.server.play.routes import games as game_routes
from beespace.server.play.service import Games
from beespace.server.play.sweeping import sweep
from beespace.server.puzzles import routes as puzzle_routes
from beespace.server.puzzles.service import Trainer
from beespace.server.search.analysts import Analysts
from beespace.server.search.thinking import Thinking
from beespace.server.storage import Database
from beespace.server.storage.openings import StoredOpenings
from beespace.server.storage.puzzle_results import PuzzleResults
from beespace.server.storage.reviews import StoredReviews
from beespace.server.storage.studies import StoredStudies
from beespace.server.study import routes as study_routes
from beespace.server.study import socket as study_socket
from beespace.server.study.reviews import Reviews
from beespace.server.study.studies import Studies


def create_app(settings: Settings) -> FastAPI:
    """Return the server as an ASGI application. Its data folder must exist.

    Raises:
        StorageError: the database cannot be used.
    """
    database = Database(settings.data, settings.database_url)
    figures = Figures()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await database.skip_absence(settings.now_ms())
        with Thinking(settings) as thinking:
            games = app.state.games = Games(settings, database, thinking)
            records = app.state.records = Records(database, games)
            openings = StoredOpenings(database)
            explorer = app.state.explorer = Explorer(settings, database, openings, records)
            app.state.trainer = Trainer(PuzzleResults(database))
            sweeping = asyncio.create_task(sweep(settings, database, games))
            app.state.studies = Studies(StoredStudies(database))
            with Analysts(settings) as analysts:
                app.state.analysts = analysts
                stored = StoredReviews(database)
                reviews = app.state.reviews = Reviews(settings, stored, games, records, analysts)
                await reviews.start()
                yield
                await reviews.close()
            sweeping.cancel()
            await asyncio.gather(sweeping, return_exceptions=True)
            await explorer.close()
            openings.close()
            await games.close()
        database.close()

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
            Middleware(Metrics, figures=figures),
            Middleware(Guard, settings=settings),
            Middleware(Limiter, settings=settings),
            Middleware(Guests, database=database),
        ],
    )
    app.state.settings = settings
    app.state.database = database
    app.state.figures = figures
    add_error_handlers(app)
    app.include_router(reference.router)
    app.include_router(events.router, tags=["playing"])
    app.include_router(socket.router, tags=["playing"])
    app.include_router(study_socket.router, tags=["analysis"])
    app.include_router(study_routes.router)
    app.include_router(opening_routes.router, tags=["openings"])
    app.include_router(puzzle_routes.router, tags=["puzzles"])
    app.include_router(lesson_routes.router, tags=["lessons"])
    app.include_router(game_routes.router)
    app.include_router(metrics.router, tags=["server"])
    app.include_router(game_routes.rest)
    app.include_router(page.router)
    complete_document(app)
    return app
