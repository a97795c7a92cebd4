"""The position editor: placing any piece anywhere, and why a position is impossible."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.page.games import OPENING
from support.page.screen import DESKTOP, PHONE, Look
from support.page.study_screen import here, is_ready, open_text, play, put


@pytest.mark.parametrize(
    ("size", "language", "edit", "use", "hives", "queen", "good"),
    [
        (
            DESKTOP,
            "en-GB",
            "Edit position",
            "Analyse",
            "The pieces form 2 separate hives",
            "placed the queen first",
            "This position can come up in a game.",
        ),
        (
            PHONE,
            "it-IT",
            "Modifica posizione",
            "Analizza",
            "Le tessere formano 2 alveari separati",
            "messo la regina per prima",
            "Questa posizione può capitare in partita.",
        ),
    ],
    ids=["desktop", "phone"],
)
def test_the_editor_says_why_a_position_is_impossible(
    look: Look,
    size: tuple[int, int],
    language: str,
    edit: str,
    use: str,
    hives: str,
    queen: str,
    good: str,
) -> None:
    screen = look("/analysis", size=size, language=language)
    is_ready(screen)
    screen.button(edit).click()
    flaws = screen.tested("flaws")
    put(screen, "wQ", (0, 0))
    put(screen, "bS1", (2, -1))
    expect(flaws).to_contain_text(hives)
    expect(screen.button(use)).to_be_disabled()
    # Drag it closer.
    screen.drag(screen.at("bS1"), screen.where((1, 0)))
    expect(flaws).to_contain_text(queen)
    put(screen, "wA1", (-1, 0))
    put(screen, "bQ", (2, 0))
    expect(flaws).to_have_text(good)
    # Put a beetle on the queen to make a stack.
    put(screen, "bB1", (0, 0))
    expect(flaws).to_have_text(good)
    screen.button(use).click()
    expect(screen.find(".board .badge")).to_have_text("2")
    expect(screen.find("[data-testid=tree] [data-text]")).to_have_count(0)
    play(screen, "wG1", (-2, 1), "wG1 /wA1")


def test_pieces_are_removed_by_key_and_by_dragging(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    open_text(screen, OPENING)
    screen.keyboard.press("End")
    here(screen, "bQ bG1-")
    screen.button("Edit position").click()
    expect(screen.find(".tile")).to_have_count(4)
    screen.click(screen.at("bQ"))
    screen.keyboard.press("Delete")
    expect(screen.find(".tile")).to_have_count(3)
    screen.drag(screen.at("bG1"), screen.middle(screen.find("aside h1")))
    expect(screen.find(".tile")).to_have_count(2)
    # Using only the keyboard: take a piece from the hand and put it on the cursor's hex.
    screen.slot("bS1").focus()
    screen.keyboard.press("Enter")
    screen.keyboard.press("ArrowRight")
    screen.keyboard.press("Enter")
    expect(screen.tile("bS1")).to_have_count(1)
    screen.page.get_by_text("Black", exact=True).click()
    screen.button("Clear board").click()
    expect(screen.find(".tile")).to_have_count(0)
    screen.button("Cancel").click()
    expect(screen.find(".tile")).to_have_count(4)
