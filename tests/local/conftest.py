"""Shared fixtures: the server's services, to compare the page's own answers with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.local.asking import Asking, LocalPage
from support.local.services import services


@pytest.fixture
def page() -> Iterator[LocalPage]:
    with LocalPage() as running:
        yield running


@pytest.fixture
def asking(tmp_path: Path, page: LocalPage) -> Iterator[Asking]:
    with services(tmp_path) as server:
        found = Asking(server, page)
        yield found
    print(f"compared {found.count:,} answers")
