"""axe finds no serious accessibility problems on any screen, in either theme."""

from __future__ import annotations

from support.page.accessibility import EACH_LOOK, barriers
from support.page.games import STACK_OF_THREE
from support.page.screen import DESKTOP, Look, Screen
from support.page.screens import SCREENS


def explained(screen: Screen) -> None:
    screen.go(f"/game/{screen.server.import_game(STACK_OF_THREE)}")
    screen.click(screen.at("wQ"))
    screen.tested("why").wait_for()


def fanned(screen: Screen) -> None:
    screen.go(f"/game/{screen.server.import_game(STACK_OF_THREE)}")
    screen.mouse.move(*screen.at("wB2"))
    screen.tested("fan").wait_for()


def looking_back(screen: Screen) -> None:
    screen.go(f"/game/{screen.server.import_game(STACK_OF_THREE)}")
    screen.keyboard.press("ArrowLeft")


def typing(screen: Screen) -> None:
    screen.go(f"/game/{screen.server.import_game(STACK_OF_THREE)}")
    screen.keyboard.press("/")


def keys(screen: Screen) -> None:
    screen.go(f"/game/{screen.server.import_game(STACK_OF_THREE)}")
    screen.keyboard.press("?")


@EACH_LOOK
def test_no_screen_has_serious_barriers(
    look: Look, axe: str, theme: str, size: tuple[int, int]
) -> None:
    screen = look("/", theme=theme, size=size)
    more = [explained, fanned, looking_back, typing, keys] if size == DESKTOP else []
    wrong = []
    for show in (*SCREENS, *more):
        show(screen)
        wrong += [f"{show.__name__}: {barrier}" for barrier in barriers(screen, axe)]
    assert not wrong, "\n".join(wrong)
