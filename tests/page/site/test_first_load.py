"""What the page loads first, what it loads later, and what happens if that can't be loaded."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from support.page.games import OPENING
from support.page.screen import DESKTOP, PHONE, Look

# Remembers where everything is that a user may be about to press, at every frame.
WATCH_PLACES = """
window.places = new Map();
const look = () => {
    for (const element of document.querySelectorAll('form fieldset, form button.start')) {
        const name = element.className || element.querySelector('legend')?.textContent;
        const seen = window.places.get(name) ?? new Set();
        window.places.set(name, seen.add(Math.round(element.getBoundingClientRect().top)));
    }
    requestAnimationFrame(look);
};
look();
"""
MOVED = "() => [...window.places].filter(([, tops]) => tops.size > 1).map(([name]) => name)"
SEEN = "() => window.places.size"
# As in web/src/styles/tokens.css.
BACKGROUNDS = {"light": "rgb(243, 245, 240)", "dark": "rgb(16, 21, 20)"}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", ["en-GB", "it-IT", "de-DE"])
@pytest.mark.parametrize("has_game", [True, False], ids=["running-game", "nothing"])
def test_nothing_on_the_start_page_moves_while_it_loads(
    look: Look, size: tuple[int, int], language: str, has_game: bool
) -> None:
    screen = look("/settings", size=size, language=language)
    if has_game:
        screen.server.import_game(OPENING)
    screen.page.add_init_script(WATCH_PLACES)
    screen.go("/")
    card = screen.find("[data-testid=next], [data-testid=newcomer]")
    expect(card).to_be_visible()
    screen.page.wait_for_load_state("networkidle")
    assert screen.page.evaluate(SEEN) >= 4
    assert screen.page.evaluate(MOVED) == []


def loaded(requests: list[str], name: str) -> bool:
    """Whether a file was loaded, by the beginning of its name."""
    return any(url.rpartition("/")[2].startswith(name) for url in requests)


def test_other_languages_and_screens_load_only_when_they_are_needed(look: Look) -> None:
    screen = look("/nothing-here", language="it-IT")
    screen.expected += ["404"]  # from /nothing-here
    requests: list[str] = []
    screen.page.on("request", lambda request: requests.append(request.url))
    screen.go("/")
    expect(screen.find("h1")).to_have_text("Circonda la regina.")
    screen.page.wait_for_load_state("networkidle")
    assert loaded(requests, "it-")
    for name in ("de-", "AnalysisScreen", "PuzzlesScreen", "SettingsScreen", "inlay"):
        assert not loaded(requests, name)
    # Pointing at a link is enough.
    with screen.page.expect_request("**/PuzzlesScreen-*.js"):
        screen.find('header nav a[href="/puzzles"]').hover()


@pytest.mark.parametrize("begins_there", [True, False], ids=["first", "later"])
def test_a_screen_that_cant_be_loaded_says_so_and_can_be_tried_again(
    look: Look, begins_there: bool
) -> None:
    screen = look("/")
    screen.expected += ["SettingsScreen", "Failed to load resource"]
    broken = True

    def answer(route: Route) -> None:
        if broken:
            route.abort()
        else:
            route.continue_()

    screen.page.route("**/SettingsScreen-*.js", answer)
    if begins_there:
        screen.page.goto("/settings")
    else:
        screen.find('header nav a[href="/settings"]').click()
    expect(screen.find("h1")).to_have_text("This page couldn't be loaded")
    broken = False
    screen.button("Reload").click()
    expect(screen.find("h1")).to_have_text("Settings")
    assert screen.page.url.endswith("/settings")


def test_the_last_screen_stays_until_the_next_one_is_loaded(look: Look) -> None:
    screen = look("/")
    waiting: list[Route] = []
    screen.page.route("**/LessonsScreen-*.js", lambda route: waiting.append(route))
    screen.find('header nav a[href="/learn"]').click()
    screen.page.wait_for_url("**/learn")
    expect(screen.find("h1")).to_have_text("Surround the queen.")
    for route in waiting:
        route.continue_()
    expect(screen.find("h1")).to_have_text("Learn Hive")


@pytest.mark.parametrize("chosen", ["auto", "light", "dark"])
@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_name_is_painted_in_the_right_theme_before_any_script(
    look: Look, chosen: str, system: str
) -> None:
    screen = look("/settings", theme=system)
    screen.page.evaluate(
        "text => localStorage.setItem('beespace.settings', text)", f'{{"theme":"{chosen}"}}'
    )
    waiting: list[Route] = []
    screen.page.route("**/assets/index-*.js", lambda route: waiting.append(route))
    screen.page.goto("/", wait_until="commit")
    expect(screen.find(".frame")).to_have_text("beespace")
    theme = system if chosen == "auto" else chosen
    expect(screen.find("html")).to_have_attribute("data-theme", theme)
    expect(screen.find("body")).to_have_css("background-color", BACKGROUNDS[theme])
    for route in waiting:
        route.continue_()
    expect(screen.find("main h1")).to_be_visible()
    expect(screen.find(".frame")).to_have_count(0)
    expect(screen.find("html")).to_have_attribute("data-theme", theme)
