"""Panning, zooming and fitting the board, and keeping it where the player left it."""

from __future__ import annotations

import pytest

from support.page.games import ANT_WALKS, OPENING
from support.page.screen import Look, Point, Screen, near


def empty_place(screen: Screen) -> Point:
    """Return a point on the board far from the hive."""
    box = screen.find(".board").bounding_box()
    assert box is not None
    return (box["x"] + 40, box["y"] + box["height"] / 2)


def test_dragging_the_empty_board_moves_the_hive_with_the_pointer(look: Look) -> None:
    screen = look(game=OPENING)
    x, y = screen.where((0, 0))
    start = empty_place(screen)
    screen.drag(start, (start[0] + 120, start[1] - 70))
    assert near(screen.where((0, 0)), (x + 120, y - 70))
    assert screen.targets() == set()


def test_the_wheel_zooms_around_the_pointer(look: Look) -> None:
    screen = look(game=OPENING)
    held, other = screen.where((2, 0)), screen.where((-1, 0))
    screen.mouse.move(*held)
    screen.wheel(-240)
    assert near(screen.where((2, 0)), held, 2)
    assert screen.where((-1, 0))[0] < other[0] - 50
    screen.wheel(240)
    assert near(screen.where((-1, 0)), other, 2)


def test_the_button_shows_the_whole_hive_again(look: Look) -> None:
    screen = look(game=OPENING)
    before = screen.where((0, 0))
    start = empty_place(screen)
    screen.drag(start, (start[0] + 300, start[1] + 250))
    screen.wheel(-600)
    screen.button("Show the whole hive").click()
    assert near(screen.where((0, 0)), before, 12)


def test_the_board_stays_where_the_player_left_it(look: Look) -> None:
    screen = look(game=OPENING)
    start = empty_place(screen)
    screen.drag(start, (start[0] + 90, start[1] + 40))
    put = screen.where((0, 0))
    for piece, to in (("wA1", (-2, 0)), ("bA1", (3, 0)), ("wA2", (-3, 0)), ("bA2", (4, 0))):
        screen.play(piece, to)
        assert near(screen.where((0, 0)), put, 1)


def test_the_board_does_not_move_during_a_drag(look: Look) -> None:
    screen = look(game=ANT_WALKS)
    before = screen.where((0, 0))
    screen.hold(screen.at("wA1"), screen.where((4, 1)))
    assert near(screen.where((0, 0)), before, 1)
    screen.keyboard.press("Escape")
    screen.mouse.up()
    assert near(screen.where((0, 0)), before, 1)


def test_a_hive_that_grows_out_of_view_is_followed(look: Look) -> None:
    screen = look(game=OPENING, size=(700, 700))
    for column in range(2, 6):
        for color, to in (("w", (-column, 0)), ("b", (column + 1, 0))):
            screen.play(screen.game()["turn"]["hands"][color][0], to)
    box = screen.find(".board").bounding_box()
    assert box is not None
    for hex in ((-5, 0), (6, 0)):
        x, _ = screen.where(hex)
        assert box["x"] < x < box["x"] + box["width"]
    distance = screen.where((1, 0))[0] - screen.where((0, 0))[0]
    assert distance >= 44, "tiles must stay large enough to touch"


@pytest.mark.parametrize(("key", "grows"), [("+", True), ("-", False)])
def test_keys_zoom_and_fit(look: Look, key: str, grows: bool) -> None:
    screen = look(game=OPENING)

    def distance() -> float:
        return screen.where((1, 0))[0] - screen.where((0, 0))[0]

    before = distance()
    screen.find(".board").focus()
    screen.keyboard.press(key)
    assert (distance() > before) is grows
    screen.keyboard.press("0")
    assert distance() == pytest.approx(before)
