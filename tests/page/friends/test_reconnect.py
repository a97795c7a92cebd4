"""A server that dies during a game and comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from support.page.games import OPENING
from support.page.screen import DESKTOP, PHONE, Screen
from support.page.serving import Server


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A separate server that the test may kill."""
    server = Server(tmp_path)
    yield server
    server.stop()


def test_a_game_survives_the_death_of_the_server(browser: Browser, mortal: Server) -> None:
    screen = Screen(browser, mortal)
    screen.expected += ["WebSocket", "ERR_CONNECTION_REFUSED", "ERR_CONTENT_LENGTH_MISMATCH"]
    screen.expected += ["ERR_CONNECTION_RESET"]
    screen.go(f"/game/{mortal.import_game(OPENING)}")
    screen.play("wA1", (-2, 0))
    # The browser may still be loading icons, and would report an incomplete one.
    screen.page.wait_for_load_state("networkidle")
    mortal.kill()
    warning = screen.page.get_by_text("Connection lost. Reconnecting…")
    expect(warning).to_be_visible()
    # A move is neither lost nor played twice, and can be taken back while it is pending.
    for is_kept in (False, True):
        screen.select("bA1")
        screen.click(screen.where((3, 0)))
        later = "No connection. We'll send your move as soon as you're back online."
        expect(screen.tested("notice")).to_have_text(later)
        expect(screen.tested("planned")).to_be_visible()
        if not is_kept:
            screen.keyboard.press("Escape")
            expect(screen.tested("planned")).to_have_count(0)
    expect(screen.find("[data-ply]")).to_have_count(5)
    # Reconnecting doesn't interrupt looking back.
    screen.find('[data-ply="2"]').click()
    mortal.start()
    expect(warning).to_have_count(0)
    screen.wait_for_ply(6)
    expect(screen.page.get_by_text("Viewing move 2 of 6")).to_be_visible()
    screen.keyboard.press("End")
    texts = [move["text"] for move in screen.game()["moves"]]
    assert texts == ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", "wA1 -wQ", "bA1 bQ-"]
    screen.close()


def test_the_start_page_says_that_the_server_is_not_responding(
    browser: Browser, mortal: Server
) -> None:
    screen = Screen(browser, mortal)
    screen.expected += ["ERR_CONNECTION_REFUSED", "ERR_CONTENT_LENGTH_MISMATCH"]
    screen.go("/")
    screen.page.wait_for_load_state("networkidle")
    mortal.kill()
    # Only people far apart need the server.
    screen.page.get_by_text("Friend", exact=True).click()
    screen.button("Invite a friend").click()
    expect(screen.page.get_by_role("alert")).to_have_text("The server isn't responding.")
    mortal.start()
    screen.button("Invite a friend").click()
    expect(screen.page).to_have_url(re.compile("/game/"))
    screen.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_opened_while_the_server_is_away_says_so_and_opens_later(
    browser: Browser, mortal: Server, size: tuple[int, int]
) -> None:
    game = mortal.new_friend_game("wS1", "bG1 wS1-")["id"]
    screen = Screen(browser, mortal, size=size)
    screen.expected += ["WebSocket", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET"]
    screen.expected += ["ERR_EMPTY_RESPONSE", "ERR_CONTENT_LENGTH_MISMATCH"]
    screen.go("/games")
    link = screen.find(f'a[href="/game/{game}"]').first
    expect(link).to_be_visible()
    screen.page.wait_for_load_state("networkidle")
    mortal.kill()
    link.click()
    expect(screen.find("h1")).to_have_text("The server isn't responding.")
    expect(screen.find("header")).to_be_visible()  # with the menu
    again = screen.button("Try again")
    again.click()
    expect(again).to_be_visible()
    mortal.start()
    screen.find("[data-hand=w]").wait_for()
    expect(screen.find(".board .tile")).to_have_count(2)
    screen.close()
