"""Shared fixtures: the boards under test, and a tally of the cases that a test covered."""

from __future__ import annotations

import importlib
import os
import signal
from collections import Counter
from collections.abc import Iterator

import pytest

from beespace.backend import BACKEND
from beespace.rules import BaseBoard, Board
from support.missing import missing

# A shell that runs the tests in the background makes them and their child processes ignore Ctrl-C.
# Some tests send Ctrl-C, so restore Python's default handler.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _native_boards() -> list[type[BaseBoard]]:
    """Return the C++ board if it is built; raise if it is required but missing."""
    try:
        return [importlib.import_module("beespace.fast").Board]
    except ImportError:
        if os.environ.get("BEESPACE_REQUIRE_NATIVE") == "1" or os.environ.get("CI"):
            raise
        return []


BOARDS: list[type[BaseBoard]] = [Board, *_native_boards()]


def _name(board_class: type[BaseBoard]) -> str:
    return board_class.__module__.split(".")[1]


@pytest.fixture(params=BOARDS, ids=_name)
def board_class(request: pytest.FixtureRequest) -> type[BaseBoard]:
    """Each board implementation in turn: all of them must pass the same tests."""
    found: type[BaseBoard] = request.param
    return found


@pytest.fixture
def core() -> None:
    """For tests that need the C++ core."""
    if BACKEND != "native":
        missing("the C++ core is not built")


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Iterator[Counter[str]]:
    """Counts that a test fills in; the summary adds them up per test function and board.

    Counts of rare events show that a test really covered the cases it is about.
    """
    counts: Counter[str] = Counter()
    yield counts
    # User properties reach the main process with each worker's report, so they must be plain
    # dictionaries.
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
        terminalreporter.section("cases covered")
    for test, total in sorted(totals.items()):
        met = ", ".join(f"{count:,} {name}" for name, count in sorted(total.items()))
        terminalreporter.write_line(f"{test}: {met}")
