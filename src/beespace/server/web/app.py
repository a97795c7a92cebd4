"""Puts the server together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware

import beespace
from beespace.server.games.records import Records
from beespace.server.games.service import Games
from beespace.server.games.thinking import Thinking
from beespace.server.settings import Settings
from beespace.server.storage import Database
from beespace.server.web import learning, page, routes, sockets
from beespace.server.web.answers import add_error_handlers
from beespace.server.web.guard import Guard


def create_app(settings: Settings) -> FastAPI:
    """The server as an ASGI application; its data folder must exist.

    Raises:
        StorageError: the database cannot be used.
    """
    database = Database(settings.data)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with Thinking(settings) as thinking:
            games = app.state.games = Games(settings, database, thinking)
            app.state.records = Records(database, games)
            yield
            await games.close()
        await database.close()

    app = FastAPI(
        title="Beespace",
        version=beespace.__version__,
        lifespan=lifespan,
        # Their pages load scripts from elsewhere; the schema itself is ours to give.
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        openapi_url="/api/openapi.json",
        middleware=[Middleware(Guard, settings=settings)],
    )
    app.state.settings = settings
    add_error_handlers(app)
    app.include_router(sockets.router)
    app.include_router(learning.router)
    app.include_router(routes.router)
    app.include_router(page.router)
    return app
