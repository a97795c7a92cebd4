"""Details of lesson texts and their layout, in a real browser."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from beespace.lessons import lessons
from support.page.lesson_screen import LessonScreen
from support.page.screen import Look, said

SMALL = (360, 640)


def test_tapping_an_empty_hex_first_says_what_to_do(look: Look) -> None:
    screen = look("/learn")
    learner = LessonScreen(screen, "goal")
    learner.do(learner.lesson.steps[0])
    learner.next_step()
    step = learner.lesson.steps[1]
    wanted = next(wrong.to for wrong in step.wrong if wrong.to is not None)
    learner.tap(step.board(), wanted)
    said(screen.tested("message"), "Tap one of your pieces first.")
    learner.do(step)


@pytest.mark.parametrize("language", ["en-GB", "it-IT"])
def test_the_end_of_a_lesson_fits_a_small_phone(look: Look, language: str) -> None:
    screen = look("/learn", size=SMALL, has_touch=True, language=language)
    done = {name: list(range(len(lesson.steps))) for name, lesson in lessons().items()}
    screen.page.evaluate("it => localStorage.setItem('beespace.lessons', it)", json.dumps(done))
    learner = LessonScreen(screen, "ending", with_finger=True)
    learner.do_all(with_wrong_tries=False)
    expect(screen.tested("onward")).to_be_in_viewport(ratio=1)
    parts = [".head", ".words", ".outcome", ".finished"]
    boxes = [
        screen.find(f".panel {part}").evaluate(
            "it => ({top: it.getBoundingClientRect().top, height: it.scrollHeight})"
        )
        for part in parts
    ]
    for part, box, following in zip(parts, boxes, boxes[1:], strict=False):
        assert box["top"] + box["height"] <= following["top"] + 1, part


def test_differences_fit_a_small_phone_without_scrolling_sideways(look: Look) -> None:
    screen = look("/rules/base", size=SMALL)
    table = screen.find(".table")
    table.wait_for()
    assert table.evaluate("it => it.scrollWidth <= it.clientWidth")
    expect(table.locator("td .edition").first).to_be_visible()


def test_progress_in_italian(look: Look) -> None:
    screen = look("/learn", language="it-IT")
    screen.page.evaluate("() => localStorage.setItem('beespace.lessons', '{\"goal\": [0, 1]}')")
    screen.go("/learn")
    said(screen.find(".progress"), f"Lezioni fatte: 1 su {len(lessons())}")


def test_an_unreachable_hole_says_that_no_path_leads_there(look: Look) -> None:
    screen = look("/learn")
    learner = LessonScreen(screen, "ant")
    step = learner.lesson.steps[0]
    hole = next(wrong.to for wrong in step.wrong if wrong.code == "gate")
    assert hole is not None
    learner.tap(step.board(), hole)
    said(screen.tested("message"), "There's no way to slide there")
