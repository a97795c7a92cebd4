"""Banners at the top of the page, which push everything else down."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from support.page.games import OPENING
from support.page.screen import DESKTOP, PHONE, Look, Screen

# As the service worker does when a new version is ready. The page listens after a few seconds.
_ANNOUNCE = """() => {
    const told = new MessageEvent('message', { data: { type: 'newer' } });
    navigator.serviceWorker.dispatchEvent(told);
    return document.querySelector('[data-testid=new-version]') !== null;
}"""
_SIZES = pytest.mark.parametrize("size", [DESKTOP, (390, 844), PHONE, (740, 360)])


def announce(screen: Screen) -> Locator:
    """Let the page say that a new version is ready, and return the banner."""
    screen.page.wait_for_function(_ANNOUNCE, polling=200)
    return screen.tested("new-version")


def edges(shown: Locator) -> tuple[float, float]:
    """Return where an element begins and ends, from the top of the screen."""
    box = shown.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


@_SIZES
def test_a_banner_covers_nothing_of_a_game(look: Look, size: tuple[int, int]) -> None:
    screen = look(game=OPENING, size=size)
    banner = announce(screen)
    expect(banner).to_be_in_viewport(ratio=1)
    end = edges(banner)[1]
    for part in (*screen.find(".hand").all(), screen.find(".board"), screen.find(".side").first):
        if part.bounding_box() is None:
            continue  # On phones, the side has no box of its own.
        top, bottom = edges(part)
        assert top >= end
        assert bottom <= size[1]
    screen.play("wA1", (-2, 0))
    banner.get_by_role("button", name="Close").click()
    expect(banner).to_have_count(0)
    expect(screen.find("main.game")).to_have_css("height", f"{size[1]}px")


@pytest.mark.parametrize("path", ["/", "/settings", "/analysis", "/learn/queen", "/puzzles"])
@pytest.mark.parametrize("size", [DESKTOP, (390, 844)])
def test_a_banner_pushes_every_screen_down(look: Look, path: str, size: tuple[int, int]) -> None:
    screen = look(path, size=size)
    expect(screen.find("main")).to_be_visible()
    end = edges(announce(screen))[1]
    assert edges(screen.find("#app > :not(svg, .banners)").first)[0] >= end
