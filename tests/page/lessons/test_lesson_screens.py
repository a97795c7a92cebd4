"""The lessons and the rules reference in a real browser."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from beespace.lessons import chapters, lessons
from beespace.lessons.goals import Reach
from beespace.lessons.reference import editions
from support.page.accessibility import EACH_LOOK, barriers
from support.page.lesson_screen import LessonScreen, walk
from support.page.screen import PHONE, Look, Screen, said
from support.page.serving import Server

LESSONS = list(lessons())
BASE = [lesson.id for chapter in chapters() if chapter.is_base for lesson in chapter.lessons]
ON_A_PHONE = {"size": PHONE, "has_touch": True, "language": "it-IT"}
PROGRESS = "beespace.lessons"


def all_done(*names: str) -> str:
    return json.dumps({name: list(range(len(lessons()[name].steps))) for name in names})


def keep(screen: Screen, progress: str) -> None:
    """Store progress in the browser, as if from an earlier visit."""
    screen.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [PROGRESS, progress])


# Half of the lessons run with a mouse on a desktop in English, the others with a finger on a phone
# in Italian. Two thirds are marked slow; tests/lessons plays all of them without a browser.
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if number % 3 == 0 else pytest.mark.slow)
        for number, name in enumerate(LESSONS)
    ],
)
def test_a_lesson_is_done_with_all_its_wrong_tries(look: Look, name: str) -> None:
    on_a_phone = LESSONS.index(name) % 2 == 1
    screen = look("/learn", **(ON_A_PHONE if on_a_phone else {}))
    learner = LessonScreen(screen, name, with_finger=on_a_phone)
    language = "it" if on_a_phone else "en"
    expect(screen.find("h1")).to_have_text(learner.lesson.title[language])
    expect(screen.tested("text")).to_have_text(learner.lesson.steps[0].text[language])
    learner.do_all()
    kept = json.loads(screen.page.evaluate(f"localStorage.getItem('{PROGRESS}')"))
    assert kept == {name: list(range(len(learner.lesson.steps)))}


def test_progress_survives_a_reload(look: Look) -> None:
    screen = look("/learn")
    learner = LessonScreen(screen, "goal")
    learner.do(learner.lesson.steps[0])
    screen.page.reload()
    screen.tested("text").wait_for()
    expect(screen.find("[aria-current=step]")).to_have_attribute("data-step", "2")
    expect(screen.find('[data-step="1"]')).to_have_attribute("aria-label", "Step 1 of 2, done")
    learner.do(learner.lesson.steps[1])
    screen.go("/learn")
    expect(screen.find("a.done")).to_have_count(1)
    expect(screen.tested("continue")).to_contain_text("Placing pieces")
    screen.tested("continue").click()
    expect(screen.find("h1")).to_have_text("Placing pieces")


def test_progress_can_be_saved_to_a_file_and_restored(look: Look, tmp_path: Path) -> None:
    screen = look("/learn")
    keep(screen, all_done("goal", "ant"))
    screen.go("/learn")
    with screen.page.expect_download() as download:
        screen.button("Export progress").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert json.loads(file.read_text())["done"]["ant"] == [0, 1]
    screen.button("Clear progress").click()
    screen.find("dialog button.danger").click()
    expect(screen.find("a.done")).to_have_count(0)
    screen.find("input[type=file]").set_input_files(file)
    expect(screen.find("a.done")).to_have_count(2)
    other = tmp_path / "other.json"
    other.write_text('{"done": {"goal": [0, 1]}}')
    screen.find("input[type=file]").set_input_files(other)
    said(screen.find("[role=status]"), "This file doesn't contain any progress.")


@pytest.mark.parametrize("junk", ["[1", "[]", '{"goal": "x", "../": [1], "ant": [-1, 1e9, "0"]}'])
def test_malformed_stored_progress_does_no_harm(look: Look, junk: str) -> None:
    screen = look("/learn")
    keep(screen, junk)
    screen.go("/learn")
    expect(screen.tested("continue")).to_be_visible()
    expect(screen.find("a.done")).to_have_count(0)


def test_a_lesson_is_done_with_only_the_keyboard(look: Look) -> None:
    screen = look("/learn")
    screen.tested("continue").focus()
    screen.keyboard.press("Enter")
    screen.tested("text").wait_for()
    board = screen.find(".board")
    while not board.evaluate("element => element === document.activeElement"):
        screen.keyboard.press("Tab")
    screen.keyboard.press("ArrowRight")
    walk(screen, (-3, 3))
    screen.keyboard.press("Enter")
    said(screen.tested("message"), "doesn't touch the black queen")
    for hex in ((-1, 2), (1, 1)):
        walk(screen, hex)
        said(screen.tested("cursor"), "empty")
        screen.keyboard.press("Enter")
        screen.find(f'[data-found="{hex[0]},{hex[1]}"]').wait_for(state="attached")
    expect(screen.tested("onward")).to_be_focused()
    screen.keyboard.press("Enter")
    expect(screen.find("[aria-current=step]")).to_have_attribute("data-step", "2")
    screen.keyboard.press("h")
    said(screen.tested("hint"), "ant")
    while not board.evaluate("element => element === document.activeElement"):
        screen.keyboard.press("Tab")
    screen.keyboard.press("ArrowLeft")
    walk(screen, (-3, 2))
    said(screen.tested("cursor"), "white ant, can move")
    screen.keyboard.press("Enter")
    walk(screen, (1, 1))
    screen.keyboard.press("Enter")
    expect(screen.tested("message")).to_have_attribute("data-done", "true")
    expect(screen.tested("finished")).to_be_visible()
    expect(screen.tested("onward")).to_be_focused()
    screen.keyboard.press("Enter")
    expect(screen.find("h1")).to_have_text("Placing pieces")


def test_hints_are_given_in_words_and_then_on_the_board(look: Look) -> None:
    screen = look("/learn/ant")
    screen.button("Hint").click()
    said(screen.tested("hint"), "hole in the middle")
    screen.button("Show me").click()
    expect(screen.tested("shown")).to_be_attached()
    screen.find('[data-step="2"]').click()
    screen.button("Hint").click()
    screen.button("Show me").click()
    expect(screen.find(".hinted")).to_be_attached()
    said(screen.tested("message"), "Hint: White ant, ")


def test_a_piece_to_tap_is_shown_by_its_name(look: Look) -> None:
    screen = look("/learn/one-hive")
    screen.button("Hint").click()
    screen.button("Show me").click()
    expect(screen.tested("message")).to_have_text(re.compile(r"Here: the (white|black) \w+$"))


def test_a_newcomer_gets_from_the_first_screen_through_the_lessons_into_a_game(
    browser: Browser, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        server = Server(tmp_path)
        stack.callback(server.stop)
        screen = stack.enter_context(closing(Screen(browser, server, size=PHONE)))
        _take_all_lessons(screen)
        game = screen.game()
        assert game["ruleset"] == "Base,queen-first"
        assert game["players"]["w"]["kind"] == "human"
        assert game["players"]["b"] == {"kind": "engine", "name": "Egg", "level": 1}


def _take_all_lessons(screen: Screen) -> None:
    screen.go("/")
    screen.tested("newcomer").click()
    for number, name in enumerate(BASE, 1):
        screen.page.wait_for_url(f"**/learn/{name}")
        learner = LessonScreen(screen, name, is_open=True)
        learner.do_all(with_wrong_tries=False)
        if number == 2:  # The start page leads back to the next lesson.
            screen.go("/")
            said(screen.tested("newcomer"), "2 of 13 lessons done")
            screen.tested("newcomer").click()
        else:
            screen.tested("onward").click()
    screen.wait_for_game()


def test_a_refusal_in_a_game_leads_to_its_lesson_and_back(look: Look) -> None:
    screen = look("/")
    game = screen.server.import_game("Base;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-")
    screen.go(f"/game/{game}")
    screen.click(screen.at("wS1"))
    said(screen.tested("why"), "The white spider is pinned")
    screen.page.get_by_role("link", name="Learn this").click()
    expect(screen.find("h1")).to_have_text("One hive")
    screen.page.get_by_role("link", name="Back to the game").click()
    screen.wait_for_game()
    assert screen.page.url.endswith(f"/game/{game}")


@pytest.mark.parametrize("edition", list(editions()))
@pytest.mark.parametrize("is_italian", [False, True], ids=["en", "it"])
def test_the_rules_of_an_edition(look: Look, edition: str, is_italian: bool) -> None:
    language = "it" if is_italian else "en"
    screen = look(f"/rules/{edition}", language="it-IT" if is_italian else "en-GB")
    expect(screen.find(".editions [aria-current]")).to_have_text(
        editions()[edition].title[language]
    )
    ant = screen.find('[data-diagram="ant"]')
    expect(ant.locator("[data-place]")).to_have_count(11)
    expect(ant.locator("[data-cross]")).to_have_count(1)
    has_pillbug = edition in ("ultimate", "tournament")
    expect(screen.find('[data-diagram="pillbug"]')).to_have_count(1 if has_pillbug else 0)


def test_a_diagram_can_be_tried(look: Look) -> None:
    screen = look("/rules/base", size=PHONE)
    ant = screen.find('[data-diagram="ant"]')
    ant.scroll_into_view_if_needed()
    ant.locator("[data-place]").first.click()
    expect(ant.locator("[data-place]")).to_have_count(0)
    ant.get_by_role("button", name="Reset").click()
    expect(ant.locator("[data-place]")).to_have_count(11)
    ant.locator('[data-piece="wB1"]').click()
    assert ant.locator("[data-place]").count() > 0
    pinned = screen.find('[data-diagram="pinned"]')
    pinned.locator('[data-piece="bA1"]').focus()
    screen.keyboard.press("Enter")
    said(pinned.get_by_test_id("diagram-why"), "The black ant is pinned")


def test_missing_lessons_and_editions_are_reported(look: Look) -> None:
    screen = look("/learn")
    screen.expected += ["/api/lessons/nothing", "/api/rules/nothing", "404 (Not Found)"]
    screen.go("/learn/nothing")
    expect(screen.find("h1")).to_have_text("This lesson doesn't exist.")
    screen.go("/rules/nothing")
    said(screen.find("[role=alert]"), "This edition doesn't exist.")


@EACH_LOOK
def test_no_screen_of_learning_has_serious_barriers(
    look: Look,
    axe: str,
    theme: str,
    size: tuple[int, int],
) -> None:
    screen = look("/learn", theme=theme, size=size)
    wrong: list[str] = []

    def check(name: str) -> None:
        wrong.extend(f"{name}: {barrier}" for barrier in barriers(screen, axe))
        width = screen.page.evaluate("document.documentElement.scrollWidth")
        assert width <= size[0], f"{name} is {width} px wide"

    keep(screen, all_done("goal", "placing"))
    screen.go("/learn")
    check("list")
    learner = LessonScreen(screen, "one-hive")
    check("lesson")
    learner.try_wrong(learner.lesson.steps[0], learner.lesson.steps[0].wrong[0])
    check("wrong try")
    learner.do(learner.lesson.steps[0])
    screen.page.wait_for_timeout(50)
    check("done")
    screen.go("/rules/ultimate")
    screen.find('[data-diagram="end"]').wait_for()
    check("rules")
    assert not wrong, "\n".join(wrong)


def test_taps_faster_than_the_servers_answers_all_count(look: Look) -> None:
    screen = look("/learn")
    learner = LessonScreen(screen, "ant")
    step = learner.lesson.steps[0]
    board = step.board()
    assert isinstance(step.goal, Reach)
    for hex in sorted(step.goal.wanted(board)):
        learner.tap(board, hex)
    expect(screen.tested("message")).to_have_attribute("data-done", "true")
    expect(screen.find("[data-found]")).to_have_count(11)


def test_a_reload_keeps_what_was_found_in_a_step(look: Look) -> None:
    screen = look("/learn")
    learner = LessonScreen(screen, "ant")
    step = learner.lesson.steps[0]
    board = step.board()
    assert isinstance(step.goal, Reach)
    first, second, *others = sorted(step.goal.wanted(board))
    for count, hex in enumerate((first, second), 1):
        learner.tap(board, hex)
        expect(screen.find("[data-found]")).to_have_count(count)
    screen.page.reload()
    expect(screen.find("[data-found]")).to_have_count(2)
    expect(screen.page.get_by_text(f"{len(others)} left to find")).to_be_visible()
    for hex in others:
        learner.tap(board, hex)
    expect(screen.tested("message")).to_have_attribute("data-done", "true")
    screen.page.reload()
    expect(screen.find("[aria-current=step]")).to_have_attribute("data-step", "2")
    expect(screen.find("[data-found]")).to_have_count(0)
