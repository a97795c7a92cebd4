"""Shared fixtures: a server, a PostgreSQL instance, and the choice of database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from beespace.server.play import outages
from beespace.server.search import service as search_service
from support.server.postgres import Postgres, running
from support.server.serving import Served, serving


@pytest.fixture(autouse=True, scope="session")
def equal_rights() -> Iterator[None]:
    """On a machine that others keep busy, analyses would wait for minutes at a low priority."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_service, "_NICE_ANALYSES", 0)
        patch.setattr(search_service, "_NICE_REVIEWS", 0)
        yield


@pytest.fixture(autouse=True)
def patience(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine isn't an outage, except in the tests of outages."""
    if "outages" not in request.path.name:
        monkeypatch.setattr(outages, "SLOW_S", 60.0)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL instance, shared by all tests in a process."""
    with running() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def variables(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """The environment variables that select a database: SQLite or PostgreSQL."""
    if request.param == "sqlite":
        yield {}
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        yield {"BEESPACE_DATABASE_URL": postgres.new_database()}
