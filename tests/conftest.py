"""Fixtures for every test: the boards under test, and the data kept beside the repository."""

from __future__ import annotations

import importlib
import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from beespace.rules import BaseBoard, Board

REPOSITORY = Path(__file__).resolve().parent.parent

# A shell that starts the tests in the background lets them, and all they start, ignore Ctrl-C; some
# of them are about Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _native_boards() -> list[type[BaseBoard]]:
    """The C++ board, if it is built; where it is required, its absence is an error."""
    try:
        return [importlib.import_module("beespace.fast").Board]
    except ImportError:
        if os.environ.get("BEESPACE_REQUIRE_NATIVE") == "1":
            raise
        return []


BOARDS: list[type[BaseBoard]] = [Board, *_native_boards()]


def _name(board_class: type[BaseBoard]) -> str:
    return board_class.__module__.split(".")[1]


@pytest.fixture(params=BOARDS, ids=_name)
def board_class(request: pytest.FixtureRequest) -> type[BaseBoard]:
    """Each board in turn: whatever is asserted of one holds for all."""
    found: type[BaseBoard] = request.param
    return found


# Published counts, cases and games of other people: read in place, never part of the project.
SHARED_DATA = REPOSITORY.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of published data beside the repository."""
    if not SHARED_DATA.is_dir():
        absent = f"there is no {SHARED_DATA.relative_to(REPOSITORY.parent)} beside the repository"
        if os.environ.get("CI"):
            pytest.fail(absent)
        pytest.skip(absent)
    return SHARED_DATA


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Iterator[Counter[str]]:
    """Counts that a test fills in; the summary adds them up per test function and board.

    Numbers that only grow when something rare occurred show that a test met what it is about.
    """
    counts: Counter[str] = Counter()
    yield counts
    # User properties travel with the report from the processes that ran the tests. They must be
    # plain dictionaries for that.
    request.node.user_properties.append(("tally", dict(counts)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    totals: dict[str, Counter[str]] = {}
    for report in terminalreporter.stats.get("", []):
        for key, counts in report.user_properties if report.when == "teardown" else ():
            if key == "tally":
                # The board's name is the first of a test's parameters.
                name = report.nodeid.rstrip("]").replace("[", "-").split("-")
                totals.setdefault(" on ".join(name[:2]), Counter()).update(counts)
    if totals:
        terminalreporter.section("what was met")
    for test, total in sorted(totals.items()):
        met = ", ".join(f"{count:,} {name}" for name, count in sorted(total.items()))
        terminalreporter.write_line(f"{test}: {met}")
