"""Moving pieces with mouse, finger and pen: clicks, taps and drags."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from support.page.games import OPENING, STACK_OF_THREE
from support.page.pointers import Fingers, Pen
from support.page.screen import PHONE, Look, near

# A dragged piece floats above the finger, which would otherwise hide it.
ABOVE_FINGER_PX = 44
LONG_PRESS_MS = 700


def test_a_new_piece_is_dragged_from_the_hand(look: Look) -> None:
    screen = look(game=OPENING)
    screen.hold(screen.at("wA1"), screen.where((-2, 0)))
    expect(screen.tested("dragged")).to_be_visible()
    expect(screen.target((-2, 0))).to_have_class(re.compile("hovered"))
    screen.mouse.up()
    screen.wait_for_ply(5)
    assert screen.game()["moves"][-1]["text"] == "wA1 -wQ"
    assert near(screen.origin(screen.tile("wA1")), screen.where((-2, 0)))
    expect(screen.tested("dragged")).to_have_count(0)


def test_a_piece_is_dragged_on_the_board(look: Look) -> None:
    screen = look(game=OPENING)
    screen.drag(screen.at("wQ"), screen.where((-1, 1)))
    screen.wait_for_ply(5)
    assert screen.game()["moves"][-1]["text"] == "wQ /wS1"


def test_a_drop_where_the_piece_cannot_go_says_why_and_changes_nothing(look: Look) -> None:
    screen = look(game=OPENING)
    before = screen.at("wQ")
    screen.drag(before, screen.where((3, 0)))
    expect(screen.tested("why")).to_contain_text("That's out of reach")
    assert near(screen.at("wQ"), before)
    assert len(screen.game()["moves"]) == 4


def test_a_piece_dropped_outside_the_board_goes_back(look: Look) -> None:
    screen = look(game=OPENING)
    for piece in ("wQ", "wA1"):
        before = screen.at(piece)
        screen.drag(before, screen.middle(screen.find("aside")))
        expect(screen.tested("dragged")).to_have_count(0)
        expect(screen.tested("why")).to_have_count(0)
        screen.keyboard.press("Escape")
        assert near(screen.at(piece), before)
    assert len(screen.game()["moves"]) == 4


def test_clicking_a_target_moves_there_instead_of_selecting_the_piece_on_it(look: Look) -> None:
    screen = look(game=OPENING)
    screen.play_all([r"wB1 \wS1", "bA1 bQ-"])
    screen.select("wQ")  # The queen could be selected instead of the beetle.
    screen.select("wB1")
    screen.click(screen.at("wQ"))
    screen.wait_for_ply(7)
    assert screen.game()["moves"][-1]["text"] == "wB1 wQ"


def test_a_second_click_deselects_the_piece(look: Look) -> None:
    screen = look(game=OPENING)
    screen.select("wQ")
    screen.click(screen.at("wQ"))
    assert screen.targets() == set()
    screen.select("wA1")
    screen.click(screen.at("wA1"))
    assert screen.targets() == set()


def test_touch_plays_by_two_taps_and_by_dragging(look: Look) -> None:
    screen = look(game=OPENING, size=PHONE, has_touch=True)
    fingers = Fingers(screen)
    fingers.tap(screen.at("wA1"))
    expect(screen.target((-2, 0))).to_be_attached()
    fingers.tap(screen.where((-2, 0)))
    screen.wait_for_ply(5)
    x, y = screen.where((3, 0))
    fingers.drag(screen.at("bA1"), (x, y + ABOVE_FINGER_PX))
    screen.wait_for_ply(6)
    x, y = screen.where((-1, 1))
    fingers.drag(screen.at("wA1"), (x, y + ABOVE_FINGER_PX))
    screen.wait_for_ply(7)
    assert [move["text"] for move in screen.game()["moves"][4:]] == [
        "wA1 -wQ",
        "bA1 bQ-",
        "wA1 wQ\\",
    ]


def test_two_fingers_zoom_around_the_point_between_them(look: Look) -> None:
    screen = look(game=OPENING, size=PHONE, has_touch=True)
    middle = screen.where((1, 0))
    size = _size(screen.where((0, 0)), screen.where((1, 0)))
    Fingers(screen).pinch(middle, 40, 80)
    assert near(screen.where((1, 0)), middle)
    assert _size(screen.where((0, 0)), screen.where((1, 0))) == pytest.approx(2 * size, rel=0.05)
    assert screen.targets() == set()


def test_a_long_press_fans_a_stack_out(look: Look) -> None:
    screen = look(game=STACK_OF_THREE, size=PHONE, has_touch=True)
    fingers = Fingers(screen)
    fingers.press(screen.at("wB2"), LONG_PRESS_MS)
    expect(screen.tested("fan").locator("li")).to_have_count(3)
    fingers.lift()
    assert screen.targets() == set(), "a long press must not select anything"


def test_a_pen_plays_by_two_taps_and_by_dragging(look: Look) -> None:
    screen = look(game=OPENING)
    pen = Pen(screen)
    pen.tap(screen.at("wA1"))
    expect(screen.target((-2, 0))).to_be_attached()
    pen.tap(screen.where((-2, 0)))
    screen.wait_for_ply(5)
    pen.drag(screen.at("bQ"), screen.where((1, 1)))
    screen.wait_for_ply(6)
    pen.drag(screen.at("wB1"), screen.where((-3, 0)))
    screen.wait_for_ply(7)
    assert [move["text"] for move in screen.game()["moves"][4:]] == [
        "wA1 -wQ",
        "bQ bG1\\",
        "wB1 -wA1",
    ]


def _size(a: tuple[float, float], b: tuple[float, float]) -> float:
    return b[0] - a[0]
