"""Navigation between screens: links side by side, or in a menu on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.page.accessibility import barriers
from support.page.screen import PHONE, Look

PATHS = ["/", "/learn", "/analysis", "/puzzles", "/openings", "/games", "/settings"]


@pytest.mark.parametrize("language", ["en-GB", "it-IT", "de-DE"])
def test_every_screen_is_two_taps_away_on_a_phone(look: Look, axe: str, language: str) -> None:
    screen = look("/games", size=PHONE, has_touch=True, language=language)
    opener = screen.button("Menü" if language == "de-DE" else "Menu")
    links = screen.find("header nav a")
    expect(links.first).to_be_hidden()
    opener.tap()
    hrefs = links.evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert hrefs == PATHS
    for link in links.all():
        expect(link).to_be_in_viewport(ratio=1)
    assert not barriers(screen, axe)
    expect(screen.find("header nav [aria-current=page]")).to_have_attribute("href", "/games")
    screen.find('header nav a[href="/puzzles"]').tap()
    screen.page.wait_for_url("**/puzzles")
    expect(links.first).to_be_hidden()
    # Tapping elsewhere closes the menu.
    opener.tap()
    expect(links.first).to_be_visible()
    box = screen.find("main").bounding_box()
    assert box is not None
    screen.page.touchscreen.tap(box["x"] + 5, 700)
    expect(links.first).to_be_hidden()


def test_the_menu_works_with_the_keyboard(look: Look) -> None:
    screen = look("/games", size=PHONE)
    opener = screen.button("Menu")
    opener.focus()
    screen.keyboard.press("Enter")
    expect(opener).to_have_attribute("aria-expanded", "true")
    screen.keyboard.press("Tab")
    expect(screen.find('header nav a[href="/"]')).to_be_focused()
    screen.keyboard.press("Escape")
    expect(opener).to_be_focused()
    expect(opener).to_have_attribute("aria-expanded", "false")
    screen.keyboard.press("Enter")
    for _ in range(3):
        screen.keyboard.press("Tab")
    screen.keyboard.press("Enter")
    screen.page.wait_for_url("**/analysis")


@pytest.mark.parametrize("size", [(1400, 900), (900, 1200)], ids=["desktop", "tablet"])
@pytest.mark.parametrize("language", ["en-GB", "it-IT"])
def test_links_are_on_one_line_where_there_is_room(
    look: Look, size: tuple[int, int], language: str
) -> None:
    screen = look("/puzzles", size=size, language=language)
    expect(screen.button("Menu")).to_be_hidden()
    tops = screen.find("header nav a").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert len(tops) == len(PATHS)
    assert len(set(tops)) == 1
