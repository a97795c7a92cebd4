"""Metrics in Prometheus format.

Programs on this machine, or with the metrics token, can read them. They contain no personal data.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from typing import Annotated

from fastapi import APIRouter, Request
from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beespace.server.http.connections import Connections
from beespace.server.http.responses import METRICS_SECURITY
from beespace.server.http.services import provided
from beespace.server.play.service import Games
from beespace.server.problems import ProblemError
from beespace.server.refusals import Refusals
from beespace.server.search.service import Search
from beespace.server.settings import Settings, is_loopback
from beespace.server.storage import Database

router = APIRouter(prefix="/api")

# The upper bounds of the histogram of request durations.
_BOUNDS_S = (0.005, 0.02, 0.1, 0.5, 2.0)

# Otherwise every counter has a second series with the time of its creation.
disable_created_metrics()  # type: ignore[no-untyped-call]  # the library lacks the annotation


class Figures:
    """The counters of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry(auto_describe=True)
        self._answers = Counter(
            "beespace_answers", "Responses by status class", ["status"], registry=self.registry
        )
        self._seconds = Histogram(
            "beespace_answer_seconds",
            "Seconds until a response starts",
            buckets=_BOUNDS_S,
            registry=self.registry,
        )

    def note(self, status: int, seconds: float) -> None:
        """Count a response."""
        self._answers.labels(f"{status // 100}xx").inc()
        self._seconds.observe(seconds)

    def watch(
        self,
        games: Games,
        search: Search,
        database: Database,
        connections: Connections,
        refusals: Refusals,
    ) -> None:
        """Add the figures that these services count themselves."""
        counters: dict[str, Callable[[], int]] = {
            "moves": lambda: games.moves_played,
            "commits": lambda: database.commits,
            "changes": lambda: database.changes,
        }
        gauges: dict[str, Callable[[], int]] = {
            "games_open": lambda: games.games_open,
            "connections_open": lambda: games.connections_open,
            "database_away": lambda: int(database.is_away),
            "transports_open": lambda: connections.open,
            "searches_running": lambda: search.running,
            "searches_waiting": lambda: search.waiting,
        }
        self.registry.register(_Watched(counters, gauges, refusals))


class _Watched(Collector):
    """Figures that are read from the services for each request."""

    def __init__(
        self,
        counters: dict[str, Callable[[], int]],
        gauges: dict[str, Callable[[], int]],
        refusals: Refusals,
    ) -> None:
        self._counters = counters
        self._gauges = gauges
        self._refusals = refusals

    def collect(self) -> Iterator[Metric]:
        for name, count in self._counters.items():
            yield CounterMetricFamily(f"beespace_{name}", f"{name} so far".capitalize(), count())
        for name, count in self._gauges.items():
            about = f"{name.replace('_', ' ')} now".capitalize()
            yield GaugeMetricFamily(f"beespace_{name}", about, count())
        refused = CounterMetricFamily("beespace_refused", "Refused by each limit", labels=["limit"])
        for limit, times in self._refusals.counts.items():
            refused.add_metric([limit], times)
        yield refused


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
) -> PlainTextResponse:
    """Get metrics for Prometheus. Only from this machine, or with the metrics token."""
    if not _may_read(request, settings):
        raise ProblemError("forbidden", "reading the metrics needs their token")
    return PlainTextResponse(generate_latest(figures.registry), media_type=CONTENT_TYPE_PLAIN_0_0_4)


def _may_read(request: Request, settings: Settings) -> bool:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    wanted = settings.metrics_token
    if wanted and scheme.lower() == "bearer":
        return secrets.compare_digest(token.strip().encode(), wanted.encode())
    # Behind a proxy, every client seems to be on this machine.
    is_here = request.client is not None and is_loopback(request.client.host)
    return is_here and not settings.allowed_hosts and "x-forwarded-for" not in request.headers
