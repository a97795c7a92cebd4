"""Looking back at earlier moves during a game."""

from __future__ import annotations

from playwright.sync_api import expect

from support.page.games import ANT_WALKS, STACK_OF_THREE
from support.page.screen import Look, Screen
from support.page.serving import Server


def looks_at(screen: Screen, ply: int, pieces: int) -> None:
    """Expect the list and the board to show the position after `ply` moves."""
    current = screen.find("[data-ply][aria-current]")
    if ply == 0:
        expect(current).to_have_count(0)
    else:
        expect(current).to_have_attribute("data-ply", str(ply))
    expect(screen.find(".board .tile")).to_have_count(pieces)


def test_a_click_on_a_move_shows_the_board_after_it(look: Look) -> None:
    screen = look(game=STACK_OF_THREE)  # Six placements before beetles climb.
    looks_at(screen, 11, 7)
    screen.find('[data-ply="3"]').click()
    looks_at(screen, 3, 3)
    expect(screen.page.get_by_text("Viewing move 3 of 11")).to_be_visible()
    expect(screen.tested("live")).to_have_text("White queen, right of the white beetle")
    # Pieces can't move while looking back.
    screen.click(screen.at("wQ"))
    screen.click(screen.at("wB2"))
    assert screen.targets() == set()
    screen.find('[data-ply="7"]').click()
    looks_at(screen, 7, 6)
    expect(screen.find(".badge text")).to_have_text("2")
    screen.button("Back to the game").click()
    looks_at(screen, 11, 7)
    expect(screen.find(".badge text")).to_have_text("3")


def test_keys_and_buttons_step_through_the_game(look: Look) -> None:
    screen = look(game=ANT_WALKS)
    for key, ply in (
        *(("ArrowLeft", 9), ("ArrowLeft", 8), ("ArrowRight", 9), ("Home", 0), ("ArrowLeft", 0)),
        *(("ArrowRight", 1), ("End", 10), ("ArrowRight", 10)),
    ):
        screen.keyboard.press(key)
        looks_at(screen, ply, ply)
    for name, ply in (
        *(("Previous move", 9), ("First position", 0), ("Next move", 1)),
        ("Current position", 10),
    ):
        screen.button(name).click()
        looks_at(screen, ply, ply)
    expect(screen.button("Next move")).to_be_disabled()


def test_arrows_look_back_after_the_mouse_was_used_on_the_board(look: Look) -> None:
    screen = look(game=ANT_WALKS)
    screen.select("wA1")
    screen.keyboard.press("Escape")
    screen.keyboard.press("ArrowLeft")
    looks_at(screen, 9, 9)


def test_an_engine_move_does_not_interrupt_looking_back(look: Look, server: Server) -> None:
    screen = look(f"/game/{server.new_game(opponent='engine', level=15, color='w')}")
    screen.play("wS1", (0, 0))
    screen.wait_for_ply(2)
    screen.play("wG1", tuple(_free(screen, "wG1")))
    screen.find('[data-ply="1"]').click()
    looks_at(screen, 1, 1)
    screen.wait_for_ply(4)
    expect(screen.page.get_by_text("Viewing move 1 of 4")).to_be_visible()
    looks_at(screen, 1, 1)
    screen.keyboard.press("End")
    looks_at(screen, 4, 4)


def _free(screen: Screen, piece: str) -> list[int]:
    turn = screen.game()["turn"]
    ways = next(movable["ways"] for movable in turn["movable"] if movable["piece"] == piece)
    to: list[int] = ways[0]["to"]
    return to
