"""axe finds no serious problems on the analysis, editor and review screens, in either theme."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from beespace import BACKEND
from support.page.accessibility import barriers
from support.page.games import OPENING
from support.page.screen import DESKTOP, PHONE, Look, Screen
from support.page.study_screen import is_ready, open_text, put
from support.study.games import MISSED_WIN


def empty(screen: Screen) -> None:
    screen.go("/analysis")
    is_ready(screen)


def with_variations(screen: Screen) -> None:
    empty(screen)
    open_text(screen, "1. wS1 {begun} 2. bG1 wS1- (2. bA1 wS1- ??) 3. wQ -wS1 (3. wB1 -wS1)")
    screen.keyboard.press("End")


def thinking(screen: Screen) -> None:
    screen.go(f"/analysis/game/{screen.server.import_game(OPENING)}")
    is_ready(screen)
    screen.keyboard.press("e")
    screen.tested("line").first.wait_for()


def opening(screen: Screen) -> None:
    empty(screen)
    screen.keyboard.press("o")


def sharing(screen: Screen) -> None:
    empty(screen)
    screen.keyboard.press("s")


def keys(screen: Screen) -> None:
    empty(screen)
    screen.keyboard.press("?")


def editing(screen: Screen) -> None:
    with_variations(screen)
    screen.button("Edit position").click()
    put(screen, "wA1", (-1, 2))
    screen.tested("flaws").get_by_role("listitem").first.wait_for()


def reviewing(screen: Screen) -> None:
    game = screen.server.import_game(MISSED_WIN.replace("InProgress", "BlackWins"))
    screen.go(f"/review/{game}")
    screen.find("progress, [data-testid=graph]").first.wait_for()


def reviewed(screen: Screen) -> None:
    """Show the finished review."""
    screen.tested("accuracy-w").wait_for(timeout=180_000)
    screen.button("Next mistake").click()


SCREENS: list[Callable[[Screen], None]] = [
    *(empty, with_variations, opening, sharing, keys, editing),
    *((thinking, reviewing, reviewed) if BACKEND == "native" else ()),
]


@pytest.mark.parametrize(
    ("theme", "size"),
    [pytest.param("light", DESKTOP, marks=pytest.mark.slow), ("dark", PHONE)],
    ids=["light desktop", "dark phone"],
)
def test_no_screen_of_the_study_has_serious_barriers(
    look: Look,
    axe: str,  # a fixture from another module
    theme: str,
    size: tuple[int, int],
) -> None:
    screen = look("/analysis", theme=theme, size=size)
    wrong = []
    for show in SCREENS:
        show(screen)
        wrong += [f"{show.__name__}: {barrier}" for barrier in barriers(screen, axe)]
        across = screen.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if across > 0:
            wrong.append(f"{show.__name__}: {across} pixels stick out")
    assert not wrong, "\n".join(wrong)
