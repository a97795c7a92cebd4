"""Two tabs of one browser show the same game, and only one of two moves counts."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from support.page.screen import Look

MOVED_ON = "The game has moved on. Try again."


def type_move(page: Page, text: str) -> None:
    page.keyboard.press("/")
    page.locator("#type-move").fill(text)
    page.keyboard.press("Enter")


def test_the_tab_whose_move_came_second_says_so(look: Look) -> None:
    screen = look("/")
    screen.page.get_by_text("Same device", exact=True).click()
    screen.button("Start game").click()
    screen.wait_for_game()
    first, second = screen.page, screen.context.new_page()
    # The first tab's move doesn't reach it in time.
    second.add_init_script("delete window.BroadcastChannel")
    second.route("**/api/sync", lambda route: route.abort())
    second.goto(first.url)
    second.wait_for_selector("[data-hand=w]")
    type_move(first, "wS1")
    expect(first.locator("[data-ply]")).to_have_count(1)
    type_move(second, "wG1")
    expect(second.get_by_test_id("notice")).to_have_text(MOVED_ON)
    expect(second.locator("[data-ply]")).to_have_count(1)
    expect(second.locator('.board .tile[data-piece="wS1"]')).to_be_visible()
    # It can continue from there, and the notice is gone.
    type_move(second, "bG1 wS1-")
    expect(second.locator("[data-ply]")).to_have_count(2)
    expect(second.get_by_text(MOVED_ON)).to_have_count(0)
    expect(first.locator("[data-ply]")).to_have_count(1)
