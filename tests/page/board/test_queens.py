"""Each queen says how many of the six places around her are taken, also when she is covered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.page.screen import DESKTOP, PHONE, Look

# A beetle has just covered the white queen; four places around the black queen are taken.
COVERED = (
    r"Base+MLP;InProgress;Black[11];wS1;bP \wS1;wL wS1\;bA1 -bP;wQ wL\;bL \bP;wA1 /wL;bQ \bL;"
    r"wM wL-;bG1 \bQ;wG1 /wA1;bS1 bG1/;wA2 wM-;bG2 -bA1;wP -wA1;bM bG1-;wA3 \wA2;bA2 \bS1;"
    r"wB1 wQ-;bS2 /bQ;wB1 wQ"
)


@pytest.mark.parametrize(
    ("size", "language", "top", "free"),
    [
        (
            DESKTOP,
            "en-GB",
            "white beetle, Stack of 2, covers the white queen, 3 of 6 places around her taken",
            "black queen, 4 of 6 places around her taken",
        ),
        (
            PHONE,
            "it-IT",
            "scarabeo bianco, Pila di 2, copre: regina bianca, 3 posti su 6 occupati",
            "regina nera, 4 posti su 6 occupati",
        ),
    ],
    ids=["desktop", "phone"],
)
def test_queens_are_found_and_counted(
    look: Look, size: tuple[int, int], language: str, top: str, free: str
) -> None:
    screen = look("/settings", size=size, language=language)
    game = screen.server.import_game(COVERED)
    screen.go(f"/game/{game}")
    white, black = (screen.find(f"[data-queen={piece}]") for piece in ("wQ", "bQ"))
    expect(white).to_have_text("3/6")
    expect(white.locator("use").first).to_have_attribute("href", "#bs-stencil-page-wQ")
    expect(black).to_have_text("4/6")
    expect(black.locator("use")).to_have_count(0)
    # The mark is on her hex, and large enough to read.
    box, hexagon = white.locator("rect").bounding_box(), screen.tile("wB1").bounding_box()
    assert box is not None
    assert hexagon is not None
    assert box["height"] >= 14
    assert hexagon["x"] <= box["x"] + box["width"] / 2 <= hexagon["x"] + hexagon["width"]
    # Screen readers get the same.
    expect(screen.tile("bQ")).to_have_attribute("aria-label", free)
    screen.find(".board").focus()
    screen.keyboard.press("Enter")  # The cursor appears on the last move.
    expect(screen.tested("cursor")).to_have_text(top)
