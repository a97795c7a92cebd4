"""Shared fixtures: a server, a PostgreSQL instance, and the choice of database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.server.postgres import Postgres, running
from support.server.serving import Served, serving


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
