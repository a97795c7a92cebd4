"""The ladder of opponents: their faces, how one is chosen, and where else they are shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from beespace.engine import LEVELS
from support.page.accessibility import EACH_LOOK, barriers
from support.page.screen import DESKTOP, PHONE, Look, Screen
from support.page.serving import Server

FACES = "all => all.map(face => face.querySelector('g:last-child').innerHTML)"
BOX = "element => [element.offsetWidth, element.offsetHeight]"
# The least that a finger needs.
TOUCH = 44
# The levels of which nothing more is said that depends on the device.
SIMPLE = [level.number for level in LEVELS if level.character and level.character.nodes < 100_000]


def rung(number: int) -> str:
    """Return the selector of an opponent in the ladder."""
    return f".ladder label:has(input[value='{number}'])"


def is_chosen(screen: Screen, number: int) -> None:
    """Expect that an opponent is chosen, and that the page shows it."""
    expect(screen.page.get_by_role("radio", name=LEVELS[number - 1].name)).to_be_checked()
    card = screen.find(".opponent")
    expect(card.locator(f"[data-portrait='{number}']")).to_be_visible()
    expect(card).to_contain_text(f"{LEVELS[number - 1].name} Level {number} of {len(LEVELS)}")
    expect(card).to_contain_text(f"Strength {LEVELS[number - 1].elo}")
    expect(card).to_contain_text(LEVELS[number - 1].description)


def test_each_opponent_has_a_face_and_a_name_of_its_own(look: Look) -> None:
    screen = look("/")
    faces = screen.find(".ladder [data-portrait]").evaluate_all(FACES)
    assert len(faces) == len(set(faces)) == len(LEVELS)
    group = screen.page.get_by_role("group", name="The ladder")
    names = [name.strip() for name in group.locator("label").all_inner_texts()]
    assert names == [level.name for level in LEVELS]
    # Next to their names, the faces say nothing to screen readers.
    expect(screen.find("[data-portrait]:not([aria-hidden=true])")).to_have_count(0)


def test_an_opponent_is_chosen_by_mouse_and_nothing_moves(look: Look) -> None:
    screen = look("/")
    places = set()
    for number in SIMPLE:
        screen.find(rung(number)).click()
        is_chosen(screen, number)
        places.add(screen.find(".ladder").evaluate("element => element.offsetTop"))
    assert len(places) == 1


@pytest.mark.parametrize("language", ["en-GB", "it-IT", "de-DE"])
def test_an_opponent_is_chosen_by_finger(look: Look, language: str) -> None:
    screen = look("/", size=PHONE, has_touch=True, language=language)
    for level in LEVELS:
        label = screen.find(rung(level.number))
        width, height = label.evaluate(BOX)
        assert width >= TOUCH
        assert height >= TOUCH
        name = label.locator("span")
        assert name.evaluate("span => span.scrollWidth <= span.parentElement.clientWidth + 1")
        label.tap()
        expect(label.locator("input")).to_be_checked()
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_an_opponent_is_chosen_by_keys(look: Look) -> None:
    screen = look("/")
    screen.page.get_by_role("radio", name="Egg").focus()
    for number in range(2, len(LEVELS) + 1):
        screen.keyboard.press("ArrowRight")
        is_chosen(screen, number)
    screen.keyboard.press("ArrowLeft")
    is_chosen(screen, len(LEVELS) - 1)


@EACH_LOOK
def test_no_opponent_has_serious_barriers(
    look: Look, axe: str, theme: str, size: tuple[int, int]
) -> None:
    screen = look("/", theme=theme, size=size)
    wrong = []
    # Behind each is another colour.
    for number in range(1, len(LEVELS) + 1):
        screen.find(rung(number)).click()
        is_chosen(screen, number)
        wrong += [f"{number}: {barrier}" for barrier in barriers(screen, axe)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_an_opponents_face_goes_along(look: Look, server: Server, size: tuple[int, int]) -> None:
    screen = look(f"/game/{server.new_game(opponent='engine', level=3, color='w')}", size=size)
    expect(screen.find(".player [data-portrait='3']")).to_be_visible()
    screen.play("wS1", (0, 0))
    screen.wait_for_ply(2)
    screen.go("/games")
    expect(screen.find(".games [data-portrait='3']")).to_have_count(1)
    screen.go("/")
    expect(screen.tested("next").locator("[data-portrait='3']")).to_be_visible()


def test_after_a_loss_the_page_offers_a_rematch_or_an_easier_opponent(
    look: Look, server: Server
) -> None:
    screen = look(f"/game/{server.new_game(opponent='engine', level=2, color='w')}")
    screen.play("wS1", (0, 0))
    screen.wait_for_ply(2)
    screen.button("Resign").click()
    screen.find("dialog").get_by_role("button", name="Resign").click()
    end = screen.tested("end")
    expect(end.locator("[data-portrait='2']")).to_be_visible()
    expect(end.get_by_role("button", name="Rematch")).to_be_visible()
    end.get_by_role("button", name="Easier: Egg").click()
    expect(screen.find("h1")).to_have_text("Egg – You")


def test_after_losing_to_the_first_opponent_there_is_no_easier_one(
    look: Look, server: Server
) -> None:
    screen = look(f"/game/{server.new_game(opponent='engine', level=1, color='w')}")
    screen.play("wS1", (0, 0))
    screen.wait_for_ply(2)
    screen.button("Resign").click()
    screen.find("dialog").get_by_role("button", name="Resign").click()
    end = screen.tested("end")
    expect(end.get_by_role("button", name="Easier")).to_have_count(0)
    end.get_by_role("button", name="Rematch").click()
    expect(screen.find("h1")).to_have_text("Egg – You")
