"""docs/limits.md has every limit with its default, and the server counts what each refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import beespace.server
from beespace.server.http import connections
from beespace.server.http.guard import MOST_BODY_BYTES, MOST_COMMAS, MOST_SHORT_BODY_BYTES
from beespace.server.launch import protocols
from beespace.server.refusals import LimitName, Refusals
from beespace.server.settings import Limits, Settings
from support.repository import REPOSITORY

PAGE = (REPOSITORY / "docs" / "limits.md").read_text(encoding="utf-8")
ROWS = {
    cells[1].strip(" `"): [cell.strip() for cell in cells[2:-1]]
    for cells in (line.split("|") for line in PAGE.splitlines() if line.startswith("| `"))
}
SERVER = Path(beespace.server.__file__).parent
SETTINGS, LIMITS = Settings(Path()), Limits()
OPEN = connections.Connections(Settings(Path(), limits=LIMITS), Refusals())

# What the page says about each default.
DEFAULTS = {
    LimitName.HEADER_SIZE: (
        f"{protocols.MOST_HEADER_BYTES:,} bytes in all, {protocols.MOST_HEADERS} headers"
    ),
    LimitName.HEADER_TIME: f"{protocols.HEADER_S} s",
    LimitName.PIPELINED: f"{protocols.MOST_PIPELINED}",
    LimitName.BODY_SIZE: (
        f"with a text of games or an analysis: {MOST_BODY_BYTES:,} bytes; "
        f"any other: {MOST_SHORT_BODY_BYTES:,} bytes, {MOST_COMMAS:,} commas"
    ),
    LimitName.BODY_TIME: f"{protocols.BODY_S} s",
    LimitName.BODY_BYTES: f"{connections.MOST_BODY_BYTES_TOGETHER:,} bytes",
    LimitName.WRITE_TIME: f"{protocols.WRITE_S} s",
    LimitName.UNREAD_BYTES: f"{connections.MOST_UNREAD_BYTES:,} bytes",
    LimitName.FRAGMENTS: f"{protocols.MOST_FRAGMENTS:,}",
    LimitName.FRAMES: "{}, then {} a second".format(*OPEN.frames),
    LimitName.CONNECTIONS: f"{SETTINGS.most_connections:,}",
    LimitName.CONNECTIONS_PER_ADDRESS: f"{LIMITS.open_connections}",
    LimitName.SOCKETS_PER_ADDRESS: f"{LIMITS.connections}",
    LimitName.REQUESTS: "{}, then {} a second".format(*LIMITS.address),
    LimitName.FILES: "{:,}, then {} a second".format(*LIMITS.file),
    LimitName.CHANGES: "guest or token: {}, then {} a second; address: {}, then {} a second".format(
        *LIMITS.change, *LIMITS.address_change
    ),
    LimitName.NEW_GAMES: f"{LIMITS.games[0]}, then {LIMITS.games[1] * 3600:.0f} an hour",
    LimitName.MESSAGES: "{}, then {} a second".format(*LIMITS.message),
    LimitName.MESSAGES_PER_ADDRESS: "{}, then {} a second".format(*LIMITS.address_message),
    LimitName.COMPUTATIONS: (
        f"client: {SETTINGS.computations_per_client}, running or waiting; "
        f"server: {SETTINGS.most_waiting_computations} waiting, "
        f"each for {SETTINGS.computation_wait_s} s"
    ),
    LimitName.COMPUTATION_TIME: f"{SETTINGS.computation_time_s} s",
    LimitName.SEARCHES: (
        f"client: {SETTINGS.searches_per_client}, running or waiting, "
        f"and {SETTINGS.analyses_per_client} analyses; "
        "server: twice as many analyses as processor cores, at least 4"
    ),
    LimitName.REVIEWS: f"client: {SETTINGS.reviews_per_client}; server: {SETTINGS.most_reviews}",
    LimitName.STORAGE: (
        f"guest: {LIMITS.storage // 10**6} MB in all; "
        f"address: {LIMITS.address_storage[0] // 10**6} MB, "
        f"then {LIMITS.address_storage[1] * 86_400 / 10**6:.0f} MB a day"
    ),
}


def test_the_page_lists_every_limit_in_order() -> None:
    assert list(ROWS) == [limit.value for limit in LimitName]


@pytest.mark.parametrize("limit", LimitName)
def test_the_page_has_the_default_of_a_limit(limit: LimitName) -> None:
    assert ROWS[limit][1] == DEFAULTS[limit]


@pytest.mark.parametrize("limit", LimitName)
def test_the_server_counts_what_a_limit_refuses(limit: LimitName) -> None:
    files = [file for file in SERVER.rglob("*.py") if file.name != "refusals.py"]
    uses = rf"LimitName\.{limit.name}\b"
    assert any(re.search(uses, file.read_text(encoding="utf-8")) for file in files)
