"""The page's settings: theme, piece set, move list, and remembered choices."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from support.local.static_site import StaticSite
from support.local.visiting import visited
from support.page.games import OPENING, stored_game
from support.page.screen import Look, Screen


def brightness(screen: Screen) -> int:
    """Return the brightness of the page's background, from 0 to 255."""
    color = screen.find("body").evaluate("e => getComputedStyle(e).backgroundColor")
    red, green, blue = (float(part) for part in re.findall(r"[\d.]+", color)[:3])
    return int((red + green + blue) / 3)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_follows_the_system_or_the_players_choice(look: Look, theme: str) -> None:
    screen = look("/settings", theme=theme)
    expect(screen.find("html")).to_have_attribute("data-theme", theme)
    assert (brightness(screen) > 128) is (theme == "light")
    other = "Dark" if theme == "light" else "Light"
    screen.page.get_by_text(other, exact=True).click()
    expect(screen.find("html")).to_have_attribute("data-theme", other.lower())
    screen.page.reload()
    expect(screen.find("html")).to_have_attribute("data-theme", other.lower())
    assert (brightness(screen) > 128) is (other == "Light")


@pytest.mark.parametrize(
    ("name", "set_name"),
    [("Stencil", "stencil"), ("Inlay", "inlay"), ("High contrast", "contrast")],
)
def test_three_sets_of_pieces_can_be_chosen(look: Look, name: str, set_name: str) -> None:
    screen = look("/settings")
    screen.page.get_by_text(name, exact=True).click()
    screen.go(f"/game/{screen.server.import_game(OPENING)}")
    used = screen.tile("wQ").locator("use").first
    expect(used).to_have_attribute("href", f"#bs-{set_name}-page-wQ")
    expect(screen.find(f"#bs-{set_name}-page-wQ")).to_be_attached()
    box = used.bounding_box()
    assert box is not None
    assert box["width"] > 30, "the piece must be visible"


def test_moves_are_listed_in_words_or_in_notation(look: Look) -> None:
    game = look("/").server.import_game(OPENING)
    screen = look(f"/game/{game}")
    third = screen.find('[data-ply="3"]')
    expect(third).to_contain_text("left of the white spider")
    expect(screen.find(".board .number")).to_have_count(0)
    screen.go("/settings")
    screen.page.get_by_text("Notation (UHP)", exact=True).click()
    screen.go(f"/game/{game}")
    expect(third).to_contain_text("wQ -wS1")
    expect(screen.find(".board .number").first).to_be_attached()


def test_the_choices_for_a_game_are_remembered(look: Look) -> None:
    screen = look("/")
    screen.find("label:has([value=pocket])").click()
    screen.page.get_by_text("Forager", exact=True).click()
    screen.find("label", has_text="Black").click()
    screen.button("Start game").click()
    screen.wait_for_game()
    game = screen.game()
    assert game["ruleset"] == "Base+ML,queen-first"
    assert game["players"]["w"] == {"kind": "engine", "name": "Forager", "level": 7}
    screen.go("/")
    expect(screen.page.get_by_text("against Forager")).to_be_visible()
    expect(screen.find("[value=pocket]")).to_be_checked()


def test_the_page_can_be_installed(look: Look) -> None:
    screen = look("/")
    address = screen.find("link[rel=manifest]").get_attribute("href")
    manifest = screen.server.http.get(address or "").json()
    assert manifest["name"]
    for icon in manifest["icons"]:
        assert screen.server.http.get(icon["src"]).is_success


def test_without_a_server_games_have_the_players_name(browser: Browser, tmp_path: Path) -> None:
    site = StaticSite(tmp_path)
    with visited(browser, f"{site.url}#/settings") as page:
        page.get_by_label("Your name in your games").fill("Ann")
        page.goto(f"{site.url}#/")
        page.locator(".go button").first.click()
        page.wait_for_selector("[data-hand=w]")
        game = stored_game(page.evaluate, page.url.rpartition("/")[2])
        assert game is not None
        names = [player["name"] for player in game["players"].values() if player["kind"] == "human"]
        assert names == ["Ann"]
        expect(page.get_by_text("Ann", exact=True).first).to_be_visible()
    site.stop()


def test_destinations_are_quiet_dots_with_a_ghost_under_the_pointer(look: Look) -> None:
    game = look("/").server.import_game(OPENING)
    screen = look(f"/game/{game}")
    screen.select("wA1")
    many = len(screen.targets())
    assert many > 2
    expect(screen.find("[data-target] .dot")).to_have_count(many)
    expect(screen.find("[data-target] .ghost")).to_have_count(0)
    place = screen.find("[data-target]").first
    screen.mouse.move(*screen.origin(place))
    expect(place.locator(".ghost")).to_have_count(1)
    expect(screen.find("[data-target] .dot")).to_have_count(many - 1)
    # The whole hex can be pressed, not only the dot.
    x, y = screen.origin(place)
    screen.click((x + 22, y + 12))
    screen.wait_for_ply(5)
    screen.go("/settings")
    screen.page.get_by_text("See-through pieces", exact=True).click()
    screen.go(f"/game/{screen.server.import_game(OPENING)}")
    screen.select("wA1")
    expect(screen.find("[data-target] .ghost")).to_have_count(many)
    expect(screen.find("[data-target] .dot")).to_have_count(0)
