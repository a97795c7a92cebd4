"""One server for all the tests of a process that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.postgres import Postgres, running
from server.serving import Served, serving


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all the tests of a process."""
    with running() as server:
        yield server
