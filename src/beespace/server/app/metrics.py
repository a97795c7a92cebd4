"""Metrics in Prometheus format.

For programs on this machine or with the metrics token. They contain no personal data.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beespace.server.http.documented import METRICS_SECURITY
from beespace.server.http.provided import provided
from beespace.server.play.service import Games
from beespace.server.problems import ProblemError
from beespace.server.search.service import Search
from beespace.server.settings import Settings, is_loopback
from beespace.server.storage import Database

router = APIRouter(prefix="/api")

# The upper bounds of the histogram of request durations.
_BOUNDS_S = (0.005, 0.02, 0.1, 0.5, 2.0)


class Figures:
    """The counters."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()  # by status class, such as "2xx"
        self.durations: Counter[float] = Counter()
        self.seconds = 0.0

    def note(self, status: int, seconds: float) -> None:
        """Count a response."""
        self.answers[f"{status // 100}xx"] += 1
        self.seconds += seconds
        self.durations[next((b for b in _BOUNDS_S if seconds <= b), float("inf"))] += 1


class Metrics:
    """ASGI middleware that counts responses."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self._app = app
        self._figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and count its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.monotonic()

        async def send_and_note(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._figures.note(message["status"], time.monotonic() - began)
            await send(message)

        await self._app(scope, receive, send_and_note)


@router.get("/metrics", response_class=PlainTextResponse, openapi_extra=METRICS_SECURITY)
async def metrics(
    request: Request,
    settings: Annotated[Settings, provided(Settings)],
    figures: Annotated[Figures, provided(Figures)],
    games: Annotated[Games, provided(Games)],
    search: Annotated[Search, provided(Search)],
    database: Annotated[Database, provided(Database)],
) -> PlainTextResponse:
    """Get metrics for Prometheus. Only from this machine, or with the metrics token."""
    if not _may_read(request, settings):
        raise ProblemError("forbidden", "reading the metrics needs their token")
    lines = _lines(figures, games, search, database)
    return PlainTextResponse("\n".join([*lines, ""]), media_type="text/plain; version=0.0.4")


def _may_read(request: Request, settings: Settings) -> bool:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    wanted = settings.metrics_token
    if wanted and scheme.lower() == "bearer":
        return secrets.compare_digest(token.strip().encode(), wanted.encode())
    # Behind a proxy, every client seems to be on this machine.
    is_here = request.client is not None and is_loopback(request.client.host)
    return is_here and not settings.allowed_hosts and "x-forwarded-for" not in request.headers


def _lines(figures: Figures, games: Games, search: Search, database: Database) -> Iterator[str]:
    yield "# TYPE beespace_answers_total counter"
    for status, count in sorted(figures.answers.items()):
        yield f'beespace_answers_total{{status="{status}"}} {count}'
    yield "# TYPE beespace_answer_seconds histogram"
    so_far = 0
    for bound in (*_BOUNDS_S, float("inf")):
        so_far += figures.durations[bound]
        name = "+Inf" if bound == float("inf") else f"{bound:g}"
        yield f'beespace_answer_seconds_bucket{{le="{name}"}} {so_far}'
    yield f"beespace_answer_seconds_sum {figures.seconds:.6f}"
    yield f"beespace_answer_seconds_count {so_far}"
    for name, kind, value in (
        ("moves_total", "counter", games.moves_played),
        ("games_open", "gauge", games.games_open),
        ("connections_open", "gauge", games.connections_open),
        ("searches_running", "gauge", search.running),
        ("searches_waiting", "gauge", search.waiting),
        ("commits_total", "counter", database.commits),
        ("changes_total", "counter", database.changes),
    ):
        yield f"# TYPE beespace_{name} {kind}"
        yield f"beespace_{name} {value}"
