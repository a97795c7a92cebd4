"""Takes the screenshots for docs/page.md: start, game, end of a game, game list and settings."""

from __future__ import annotations

import friends
from camera import DESKTOP, SCREENS, Camera
from playwright.sync_api import Page

# A game between two levels of the engine.
GAME = (
    "Base+MLP;InProgress;Black[27];wG1;bP -wG1;wA1 wG1/;bB1 -bP;wQ wG1-;bQ \\bP;wA1 /bB1;bQ wA1-;"
    "wA1 /bQ;bB1 bQ;wB1 wA1\\;bA1 \\bP;wB1 wA1-;bB1 wA1;wB1 bQ;bA2 /bB1;wA2 wG1\\;bA1 /wA2;"
    "wA3 wA2-;bA2 wA3-;wQ wG1/;bB2 -bB1;wM wG1-;bB1 wB1;wM bA1\\;bA3 \\bP;wM -bB1;bB2 wA1;"
    "wG2 wG1-;bA3 wQ/;wG2 /bA1;bM \\bA3;wM bB2;bS1 \\bP;wB2 /wM;bM /wB2;wG3 wG1-;bL \\bA3;wL -wM;"
    "bS1 \\wL;wG3 -bP;bL -bA3;wP \\wG3;bS2 \\bA3;wP -wG3;bS2 wQ-;wG3 bS1-;bG1 bA3-;bS1 wP-;"
    "bG1 wG1-;wG3 \\bP;bG2 /bM;wS1 -wL"
)


def press(page: Page, piece: str) -> None:
    """Click the middle of a piece on the board."""
    box = page.locator(f".board [data-piece={piece}]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.45)


def take_all(camera: Camera) -> None:
    """Take all screenshots of this set."""
    for size, kind, theme in SCREENS:
        camera.take(camera.open("/", size, theme), f"start-{kind}-{theme}")
    wish = {"opponent": "engine", "level": 3, "ruleset": "Base", "color": "w"}
    opening = camera.guest.post("/api/games", data=wish).json()["id"]
    end = GAME.replace("InProgress;Black[27]", "BlackWins;White[28]") + ";bG2 wG3-"
    finished, middle = camera.imported(end), camera.imported(GAME)
    for size, kind, theme in SCREENS:
        page = camera.open(f"/game/{opening}", size, theme)
        page.locator("[data-hand=w] [data-piece=wS1]").click()
        camera.take(page, f"opening-{kind}-{theme}")
        page = camera.open(f"/game/{middle}", size, theme)
        press(page, "bA3")
        camera.take(page, f"game-{kind}-{theme}")
        page = camera.open(f"/game/{finished}", size, theme)
        camera.take(page, f"end-{kind}-{theme}")
        camera.take(camera.open("/games", size, theme), f"games-{kind}-{theme}")
        camera.take(camera.open("/settings", size, theme), f"settings-{kind}-{theme}")
    page = camera.open(f"/game/{middle}", DESKTOP, "light")
    press(page, "bA1")
    camera.take(page, "why-not")
    page = camera.open(f"/game/{middle}", DESKTOP, "light", locale="it")
    box = page.locator(".board [data-piece=wM]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.45)
    page.wait_for_timeout(800)
    camera.take(page, "stack-italian")
    friends.take_all(camera)
