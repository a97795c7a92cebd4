"""axe finds no serious accessibility problems on any screen, in either theme."""

from __future__ import annotations

import os

import pytest

from conftest import REPOSITORY
from page.conftest import Look
from page.games import STACK_OF_THREE
from page.screen import DESKTOP, PHONE, Screen
from page.test_layout import SCREENS

AXE = REPOSITORY / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe, which finds accessibility problems; installed with the page's tools."""
    if not AXE.exists():
        absent = f"{AXE.relative_to(REPOSITORY)} is missing; `make page` installs it"
        if os.environ.get("CI"):
            pytest.fail(absent)
        pytest.skip(absent)
    return AXE.read_text(encoding="utf-8")


def barriers(screen: Screen, axe: str) -> list[str]:
    """Return the serious problems that axe finds on the screen."""
    screen.page.evaluate(axe)
    found = screen.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]


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


@pytest.mark.parametrize(
    ("theme", "size"),
    [
        ("light", DESKTOP),
        ("dark", PHONE),
        pytest.param("dark", DESKTOP, marks=pytest.mark.slow),
        pytest.param("light", PHONE, marks=pytest.mark.slow),
    ],
    ids=["light desktop", "dark phone", "dark desktop", "light phone"],
)
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
