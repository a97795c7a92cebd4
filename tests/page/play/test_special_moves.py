"""Throws, stacks, passes, draws, and the animation of moving pieces."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from support.page.games import (
    ANT_WALKS,
    MOSQUITO_THROWS,
    OPENING,
    PILLBUG_THROWS,
    STACK_OF_THREE,
    without_last,
)
from support.page.screen import Look, Point, Screen, centre, near
from support.page.serving import Server
from support.terminal.games import BLACK_MUST_PASS, BOTH_SURROUNDED, THREEFOLD


@pytest.mark.parametrize(
    ("game", "piece", "to", "thrower", "words"),
    [
        (
            PILLBUG_THROWS,
            *("wM", (-1, 1), "bP"),
            "White mosquito, thrown right of the black queen",
        ),
        (
            MOSQUITO_THROWS,
            *("wP", (1, -1), "bM"),
            "White pillbug, thrown right of the black mosquito",
        ),
    ],
    ids=["by a pillbug", "by a mosquito"],
)
def test_a_throw_shows_who_throws_and_leaves_a_stunned_piece(
    look: Look, game: str, piece: str, to: tuple[int, int], thrower: str, words: str
) -> None:
    screen = look(game=game)
    screen.select(piece)
    way = next(
        way
        for movable in screen.game()["turn"]["movable"]
        for way in movable["ways"]
        if movable["piece"] == piece and way["to"] == list(to)
    )
    assert way["thrower"] == thrower
    target = screen.target(to)
    expect(target).to_have_class(re.compile(r"\bthrown\b"))
    expect(target.locator(".by use")).to_have_attribute("href", re.compile(f"-{thrower}$"))
    screen.mouse.move(*screen.origin(target))
    expect(screen.tested("thrower")).to_be_visible()
    assert near(screen.middle(screen.tested("thrower")), screen.at(thrower))
    screen.click(screen.origin(target))
    screen.wait_for_ply(len(game.split(";")) - 3 + 1)
    expect(screen.tile(piece).locator(".stun")).to_be_visible()
    expect(screen.find(".stun")).to_have_count(1)
    expect(screen.tested("live")).to_have_text(words)


def test_a_stack_of_three_is_fanned_out_by_hovering(look: Look) -> None:
    screen = look(game=STACK_OF_THREE)
    expect(screen.find(".badge text")).to_have_text("3")
    screen.mouse.move(*screen.at("wB2"))
    fan = screen.tested("fan")
    expect(fan.locator("svg[aria-label]")).to_have_count(3)
    labels = [svg.get_attribute("aria-label") for svg in fan.locator("svg[aria-label]").all()]
    assert labels == [
        "white beetle",
        "black beetle, on level 2",
        "white beetle, on level 3",
    ]
    assert [span.inner_text() for span in fan.locator("li > span").all()] == ["bottom", "2", "top"]
    screen.mouse.move(*screen.at("bQ"))
    expect(fan).to_have_count(0)


def test_a_forced_pass_is_announced_and_played_automatically(look: Look) -> None:
    game, last = without_last(BLACK_MUST_PASS)
    screen = look(game=game)
    screen.play_all(last)
    count = len(screen.game()["moves"])
    assert screen.game()["moves"][-1]["text"] == "pass"
    screen.wait_for_ply(count)
    expect(screen.tested("notice")).to_have_text("Black has no move and passes.")
    expect(screen.tested("live")).to_have_text("Black has no move and passes.")
    expect(screen.tested("status")).to_contain_text("White to move")
    expect(screen.find(f'[data-ply="{count}"]')).to_contain_text("pass")


def test_both_queens_surrounded_at_once_is_a_draw(look: Look) -> None:
    game, last = without_last(BOTH_SURROUNDED)
    screen = look(game=game)
    screen.play_all(last)
    expect(screen.tested("end")).to_contain_text("It's a draw.")
    expect(screen.tested("end")).to_contain_text("Both queens are surrounded.")
    expect(screen.tested("live")).to_contain_text("It's a draw. Both queens are surrounded.")


def test_a_move_that_repeats_the_position_for_the_third_time_is_marked(
    look: Look, server: Server
) -> None:
    game, last = without_last(THREEFOLD.replace("Base;", "Base,threefold;"))
    screen = look(f"/game/{server.new_game(ruleset='Base,threefold')}")
    screen.play_all(game.split(";")[3:])
    expect(screen.page.get_by_text("A third time is a draw")).to_be_visible()
    screen.select("bQ")
    expect(screen.find(".target .repeats")).to_have_count(1)
    screen.keyboard.press("Escape")
    screen.play_all(last)
    expect(screen.tested("end")).to_contain_text("The position came up a third time.")


# Animation


def watch(screen: Screen) -> None:
    """Record the moving piece's position in every frame, in the board's own units."""
    screen.page.evaluate(
        """() => {
            window.seen = [];
            const look = () => {
                const piece = document.querySelector('.board .moving');
                if (piece) {
                    const { e, f } = piece.transform.baseVal.consolidate().matrix;
                    window.seen.push([e, f]);
                }
                requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        }"""
    )


def seen(screen: Screen) -> list[Point]:
    return [(x, y) for x, y in screen.page.evaluate("window.seen")]


def slow(look: Look, game: str, **settings: Any) -> Screen:
    """Open a game with the animation speed set to slow."""
    screen = look("/settings", **settings)
    screen.page.get_by_text("Slow", exact=True).click()
    screen.go(f"/game/{screen.server.import_game(game)}")
    return screen


def distance_to_line(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from the segment between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    along = max(0.0, min(1.0, along))
    return math.dist(point, (a[0] + along * dx, a[1] + along * dy))


def test_an_ant_walks_around_the_hive(look: Look) -> None:
    screen = slow(look, ANT_WALKS, has_motion=True)
    watch(screen)
    screen.play("wA1", (5, 0))
    expect(screen.find(".moving")).to_have_count(0)
    path = [centre(hex) for hex in screen.game()["moves"][-1]["path"]]
    assert len(path) > 5
    points = [point for point in seen(screen) if not near(point, path[0])]
    assert len(points) >= 3
    for point in points:
        off = min(distance_to_line(point, a, b) for a, b in pairwise(path))
        assert off < 1, "the ant left its path"
    assert max(distance_to_line(point, path[0], path[-1]) for point in points) > 40
    expect(screen.tested("last-path")).to_be_visible()


def test_a_grasshopper_jumps_in_an_arc(look: Look) -> None:
    screen = slow(look, OPENING, has_motion=True)
    screen.play_all(["wG1 -wQ", "bA1 bQ-"])
    watch(screen)
    screen.play_all(["wG1 bA1-"])
    expect(screen.find(".moving")).to_have_count(0)
    assert min(y for _, y in seen(screen)) < -30, (
        "the grasshopper must rise above the row of pieces at y = 0"
    )


def test_reduced_motion_turns_off_the_animation(look: Look) -> None:
    screen = slow(look, ANT_WALKS)
    expect(screen.find(".board")).to_be_visible()
    watch(screen)
    screen.play("wA1", (5, 0))
    screen.page.wait_for_timeout(200)
    assert seen(screen) == []
    assert near(screen.at("wA1"), screen.where((5, 0)))


def test_a_dropped_piece_is_not_animated(look: Look) -> None:
    screen = slow(look, ANT_WALKS, has_motion=True)
    watch(screen)
    screen.drag(screen.at("wA1"), screen.where((5, 0)))
    screen.wait_for_ply(11)
    screen.page.wait_for_timeout(200)
    assert seen(screen) == []
