"""Clocks: low time, time running out while both players are away, and days across a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from support.page.friends import OPENING_MOVES, Friends, play_in_turn
from support.page.serving import Server


@pytest.fixture
def mortal(browser: Browser, tmp_path: Path) -> Iterator[Friends]:
    """Friends on a separate server that the test may kill."""
    server = Server(tmp_path)
    people = Friends(browser, server)
    yield people
    people.close()
    server.stop()


def test_a_correspondence_game_continues_after_a_restart(mortal: Friends) -> None:
    ann, bo = mortal.person(), mortal.person()
    mortal.join(bo, mortal.invite(ann, clock="2"))
    ann.wait_for_game()
    for screen in (ann, bo):
        screen.expected += ["WebSocket", "ERR_CONNECTION_REFUSED", "ERR_CONTENT_LENGTH_MISMATCH"]
    expect(ann.find("[data-clock=w]")).to_have_text("1 d 23 h")
    expect(ann.find("[data-clock=b]")).to_have_text("2 d 0 h")
    play_in_turn(ann, bo, OPENING_MOVES[:3])
    for screen in (ann, bo):
        screen.page.wait_for_load_state("networkidle")
    mortal.server.kill()
    expect(ann.page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    mortal.server.start()
    expect(ann.page.get_by_text("Connection lost. Reconnecting…")).to_have_count(0)
    expect(bo.find(".presence.there")).to_have_count(2)
    play_in_turn(ann, bo, OPENING_MOVES[3:5])
    # As if returning a day later: the list of games leads back to the game.
    bo.page.goto("/games")
    entry = bo.find("main > ul > li").first
    expect(entry).to_contain_text("Your move")
    entry.locator("a.open").click()
    bo.wait_for_game()
    play_in_turn(ann, bo, OPENING_MOVES[5:])
    expect(bo.find("[data-clock=b]")).to_have_text("2 d 0 h")
    assert len(ann.game()["moves"]) == 6


def test_a_clock_runs_out_while_both_are_away(friends: Friends) -> None:
    ann, bo = friends.pair(clock={"kind": "live", "base_s": 10, "increment_s": 0})
    play_in_turn(ann, bo, ["wS1", "bS1 wS1-"])
    game = ann.game_id
    for screen in (ann, bo):
        screen.page.goto("/settings")
    ann.page.wait_for_timeout(10_600)
    ann.go(f"/game/{game}")
    expect(ann.tested("end")).to_contain_text("You lost. Your time ran out.")
    expect(ann.find("[data-clock=w]")).to_have_text("0.0")
    bo.go(f"/game/{game}")
    expect(bo.tested("end")).to_contain_text("You won. White's time ran out.")
    assert bo.game()["ending"] == {"winner": "b", "reason": "time"}


@pytest.mark.slow
def test_a_low_clock_is_highlighted_and_shows_tenths(friends: Friends) -> None:
    ann, bo = friends.pair(clock={"kind": "live", "base_s": 30, "increment_s": 0})
    play_in_turn(ann, bo, ["wS1", "bS1 wS1-"])
    clock = bo.find("[data-clock=w]")
    expect(bo.find("[data-clock=w].running.low")).to_be_visible()
    expect(clock).to_contain_text(".")
    # Both players see the game end.
    expect(ann.tested("end")).to_contain_text("Your time ran out.")
    expect(bo.tested("end")).to_contain_text("White's time ran out.")
