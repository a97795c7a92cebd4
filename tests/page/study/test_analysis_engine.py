"""The engine on the analysis board: bar, lines, arrows, threats, and the on/off switch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from beespace import Board
from support.page.screen import DESKTOP, PHONE, Look, Screen
from support.page.study_screen import BOTH, here, is_ready, open_text, tree, words
from support.study.games import MISSED_PLY, MISSED_WIN

pytestmark = pytest.mark.usefixtures("core")
MOVES = MISSED_WIN.split(";")[3:]


def at_ply(screen: Screen, ply: int) -> None:
    """Open the game and go to the position after `ply` moves."""
    is_ready(screen)
    open_text(screen, MISSED_WIN)
    screen.find(f'[data-testid=tree] [data-depth="{ply}"]').click()
    here(screen, MOVES[ply - 1])


def depth(screen: Screen) -> int:
    """Return the depth shown."""
    found = re.search(r"\d+", screen.tested("depth").inner_text())
    assert found is not None
    return int(found[0])


@pytest.mark.parametrize(
    ("size", "language", "start", "stop"),
    [
        (DESKTOP, "en-GB", "Start engine", "Stop engine"),
        (PHONE, "it-IT", "Avvia il motore", "Ferma il motore"),
    ],
    ids=["desktop", "phone"],
)
def test_five_lines_with_scores_and_arrows_grow_while_it_thinks(
    look: Look, size: tuple[int, int], language: str, start: str, stop: str
) -> None:
    screen = look("/analysis", size=size, language=language)
    at_ply(screen, 12)
    expect(screen.tested("bar")).to_have_class(re.compile("unknown"))
    screen.keyboard.press("5")
    screen.button(start).click()
    expect(screen.tested("line")).to_have_count(5)
    expect(screen.tested("arrow")).to_have_count(5)
    expect(screen.tested("nodes")).to_have_text(re.compile(r"\d"))
    first = depth(screen)
    screen.page.wait_for_function(
        "([query, first]) => Number(/\\d+/.exec(document.querySelector(query).innerText)) > first",
        arg=["[data-testid=depth]", first],
    )
    expect(screen.tested("line").first).to_have_text(re.compile(r"[+−0][\d.#]+"))
    expect(screen.tested("bar")).not_to_have_class(re.compile("unknown"))
    screen.button(stop).click()
    expect(screen.tested("line")).to_have_count(0)
    expect(screen.tested("arrow")).to_have_count(0)


def test_the_engine_follows_the_board_and_its_lines_can_be_played(look: Look) -> None:
    screen = look("/analysis")
    at_ply(screen, MISSED_PLY - 1)
    screen.keyboard.press("1")
    screen.keyboard.press("e")
    # Black can win at once, and the bar says so.
    expect(screen.tested("line")).to_have_text(re.compile("−#1"))
    expect(screen.tested("bar")).to_have_attribute("aria-valuetext", re.compile("Black wins in 1"))
    screen.keyboard.press("b")
    expect(screen.tested("status")).to_have_text("Black wins. The white queen is surrounded.")
    expect(screen.tested("facts")).to_have_text("The game is over at this point.")
    won = tree(screen)[-1]
    board = Board("Base")
    for text in [*MOVES[: MISSED_PLY - 1], won]:
        board.push_uhp(text)
    assert board.outcome() is not None
    screen.keyboard.press("Home")
    expect(screen.tested("line")).to_have_count(1)
    screen.tested("line").get_by_role("button").first.click()
    current = screen.find("[data-testid=tree] [aria-current]")
    expect(current).to_have_attribute("data-depth", "1")


def test_a_click_on_any_move_of_a_line_plays_up_to_it(look: Look) -> None:
    screen = look("/analysis")
    at_ply(screen, 6)
    screen.keyboard.press("e")
    third = screen.tested("line").first.get_by_role("button").nth(2)
    expect(third).to_have_attribute("title", "Play up to this move")
    third.click()
    current = screen.find("[data-testid=tree] [aria-current]")
    expect(current).to_have_attribute("data-depth", "9")
    screen.keyboard.press("ArrowLeft")
    expect(current).to_have_attribute("data-depth", "8")


def test_the_tree_keeps_the_current_move_in_view_beside_the_engine_lines(look: Look) -> None:
    screen = look("/analysis", size=(1280, 800))
    at_ply(screen, len(MOVES))
    screen.keyboard.press("5")
    screen.keyboard.press("e")
    expect(screen.tested("line")).to_have_count(5)
    is_seen = """() => {
        const inside = document.querySelector("[data-testid=tree]").getBoundingClientRect();
        const move = document.querySelector("[aria-current=step]").getBoundingClientRect();
        return inside.top <= move.top && move.bottom <= inside.bottom;
    }"""
    screen.page.wait_for_function(is_seen)
    screen.keyboard.press("ArrowLeft")
    here(screen, MOVES[-2])
    # The lines keep their space while the engine computes new ones.
    assert screen.page.evaluate(is_seen)
    screen.page.wait_for_function(is_seen)


@BOTH
def test_the_opponents_threat_is_shown(look: Look, way: dict[str, object]) -> None:
    screen = look("/analysis", **way)
    # It is White's turn, and Black threatens to win.
    at_ply(screen, MISSED_PLY - 2)
    screen.keyboard.press("t")
    expect(screen.find(".engine")).to_contain_text(words(screen, "engine.threat.b"))
    expect(screen.find("[data-kind=threat]").first).to_have_attribute(
        "data-piece", re.compile("^b")
    )
    screen.button(words(screen, "engine.threat")).click()
    expect(screen.find("[data-kind=line]").first).to_have_attribute("data-piece", re.compile("^w"))
    # After one move it can't be the other side's turn.
    screen.keyboard.press("t")
    screen.keyboard.press("Home")
    screen.keyboard.press("ArrowRight")
    none = words(screen, "engine.no-threat")
    expect(screen.tested("facts")).to_contain_text(none)
