"""Every screen of the page, each as a function that shows it."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from beespace.backend import BACKEND
from support.page.games import ANT_WALKS, OPENING, without_last
from support.page.screen import Screen
from support.terminal.games import WHITE_WINS


def start(screen: Screen) -> None:
    screen.go("/")
    screen.find("label:has([value=mix])").click()


def names(screen: Screen) -> None:
    start(screen)
    screen.find("label:has([value=local])").click()


def games(screen: Screen) -> None:
    screen.server.import_game(OPENING)
    screen.go("/games")
    screen.find("main > ul > li").first.wait_for()


def settings(screen: Screen) -> None:
    screen.go("/settings")


def fresh(screen: Screen) -> None:
    game = screen.server.new_game(opponent="engine", color="w", ruleset="Base+MLP", level=15)
    screen.go(f"/game/{game}")


def middle(screen: Screen) -> None:
    screen.go(f"/game/{screen.server.import_game(ANT_WALKS)}")


def selected(screen: Screen) -> None:
    middle(screen)
    screen.select("wA1")


def moves(screen: Screen) -> None:
    middle(screen)
    opened = screen.find("button[aria-expanded]")
    if opened.is_visible():
        opened.click()
    screen.find('[data-ply="10"]').wait_for()


def ended(screen: Screen) -> None:
    game, last = without_last(WHITE_WINS)
    screen.go(f"/game/{screen.server.import_game(game)}")
    screen.play_all(last)
    screen.tested("end").wait_for()


def saving(screen: Screen) -> None:
    middle(screen)
    buttons = screen.find("button:has(path[d^='M12 4v11'])")
    if not buttons.first.is_visible():  # on a phone, behind "More"
        screen.find(".actions button:has(path[d^='M5 12h.01'])").click()
    buttons.last.click()


def resigning(screen: Screen) -> None:
    middle(screen)
    screen.find(".actions .danger").click()


def puzzles(screen: Screen) -> None:
    screen.go("/puzzles")
    if BACKEND == "native":
        screen.tested("daily").wait_for()


def puzzle(screen: Screen) -> None:
    if BACKEND == "native":
        puzzles(screen)
        screen.tested("daily").click()
        screen.tested("about").wait_for()


def openings(screen: Screen) -> None:
    screen.server.import_game(WHITE_WINS)
    screen.go("/openings")
    screen.tested("count").wait_for()


def custom_clock(screen: Screen) -> None:
    screen.go("/")
    screen.find("label:has([value=friend])").click()
    screen.find("label:has([value=other])").click()


def inviting(screen: Screen) -> None:
    game = screen.server.new_friend_game(is_joined=False)
    screen.page.goto(f"/game/{game['id']}")
    screen.find("main .plain").click()
    screen.tested("only-here").wait_for()


def joining(screen: Screen) -> None:
    with httpx.Client(base_url=screen.server.url) as host:
        asked = {"opponent": "friend", "name": "Ann", "clock": {"kind": "days", "days": 3}}
        game = host.post("/api/games", json=asked).raise_for_status().json()
    screen.page.goto(f"/join/{game['id']}#{game['invitation']}")
    screen.find("form").wait_for()


def with_friend(screen: Screen) -> None:
    clock = {"kind": "live", "base_s": 3600, "increment_s": 10}
    game = screen.server.new_friend_game(*FRIENDLY, clock=clock)
    screen.go(f"/game/{game['id']}")
    screen.tested("offer").wait_for()


def chatting(screen: Screen) -> None:
    with_friend(screen)
    opened = screen.find("button.chat[aria-expanded]")
    if opened.is_visible():
        opened.click()
    screen.find("#chat-text").wait_for()


def sharing_a_seat(screen: Screen) -> None:
    with_friend(screen)
    more = screen.find(".actions button:has(path[d^='M5 12h.01'])")
    if more.is_visible():
        more.click()
    screen.find("button:has(path[d^='M7 3h10'])").locator("visible=true").click()
    screen.tested("only-here").wait_for()


FRIENDLY = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-")
SCREENS: list[Callable[[Screen], None]] = [
    *(start, names, games, settings, fresh, middle, selected, moves, ended, saving, resigning),
    *(puzzles, puzzle, openings),
    *(custom_clock, inviting, joining, with_friend, chatting, sharing_a_seat),
]
