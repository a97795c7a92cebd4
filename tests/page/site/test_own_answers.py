"""Lessons, rules and puzzles need no server: the page answers itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from beespace.backend import BACKEND
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace.puzzles import shelf, trying
from support.page.lesson_screen import LessonScreen
from support.page.screen import Screen, said
from support.page.serving import Server
from support.page.study_board import play


@pytest.fixture
def screen(browser: Browser, tmp_path: Path) -> Iterator[Screen]:
    """A screen of a server that must not be asked about lessons, rules and puzzles."""
    with ExitStack() as stack:
        server = Server(tmp_path, "--verbose")
        stack.callback(server.stop)
        yield stack.enter_context(closing(Screen(browser, server, is_stranger=True)))
    log = (tmp_path / "log.txt").read_text(encoding="utf-8")
    assert "/assets/" in log
    for word in ("lessons", "rules", "puzzles"):
        assert f"/api/{word}" not in log


def test_a_lesson_needs_no_server(screen: Screen) -> None:
    screen.go("/learn")
    learner = LessonScreen(screen, "goal")
    first, second = learner.lesson.steps
    for wrong in first.wrong:
        learner.try_wrong(first, wrong)
    learner.do(first)
    screen.page.reload()
    screen.tested("text").wait_for()
    expect(screen.find("[aria-current=step]")).to_have_attribute("data-step", "2")
    screen.keyboard.press("h")
    expect(screen.tested("hint")).to_be_visible()
    screen.keyboard.press("h")
    expect(screen.tested("message")).not_to_be_empty()
    learner.do(second)
    expect(screen.tested("finished")).to_be_visible()
    screen.go("/learn")
    expect(screen.find("a.done")).to_have_count(1)


def test_the_rules_need_no_server(screen: Screen) -> None:
    screen.go("/rules/base")
    expect(screen.find("h1")).to_be_visible()
    screen.find("[data-piece]").first.wait_for(state="attached")


def test_a_puzzle_needs_no_server(screen: Screen) -> None:
    puzzle = min(
        (one for one in shelf.shipped().values() if one.kind == "win-in-2"),
        key=lambda one: (one.grade, one.id),
    )
    line = trying.solution(puzzle, trying.begin(puzzle))
    screen.go(f"/puzzles/{puzzle.id}")
    screen.tested("about").wait_for()
    play(screen, puzzle.board(), line[0])
    said(screen.tested("message"), "That's right.")
    screen.page.reload()
    said(screen.tested("message"), "That's right.")
    board = puzzle.board()
    for move in line[:2]:
        board.push(move)
    play(screen, board, line[2])
    expect(screen.tested("about")).to_have_attribute("data-state", "solved")
    said(screen.tested("rating"), "+")
    # The rating survives, and the next puzzle comes from the page, too.
    screen.page.reload()
    said(screen.tested("streak"), "1")
    screen.go("/puzzles")
    rating = int(screen.tested("rating").inner_text())
    assert rating > 1000
    screen.tested("daily").wait_for()
    screen.button("Solve").click()
    screen.page.wait_for_url("**/puzzles/*")
    screen.tested("about").wait_for()
    said(screen.tested("rating"), str(rating))
