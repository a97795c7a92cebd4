"""Playing with only the keyboard, and what screen readers announce."""

from __future__ import annotations

from playwright.sync_api import expect

from support.page.games import OPENING, STACK_OF_THREE
from support.page.screen import Look, Screen, near
from support.page.serving import Server


def tab_to(screen: Screen, selector: str) -> None:
    """Press Tab until the selected element has the focus."""
    for _ in range(60):
        if screen.find(f"{selector}:focus").count():
            return
        screen.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}")


def test_moves_with_only_the_keyboard(look: Look, server: Server) -> None:
    screen = look(f"/game/{server.new_game()}")
    cursor, live = screen.tested("cursor"), screen.tested("live")
    tab_to(screen, '[data-piece="wS1"]')
    screen.keyboard.press("Enter")
    expect(screen.find(".board")).to_be_focused()
    screen.keyboard.press("n")
    expect(cursor).to_have_text("you can play here: in the middle")
    screen.keyboard.press("Enter")
    screen.wait_for_ply(1)
    expect(live).to_have_text("White spider, in the middle")

    tab_to(screen, '[data-piece="bG1"]')
    screen.keyboard.press("Enter")
    screen.keyboard.press("ArrowRight")
    expect(cursor).to_have_text("you can play here: right of the white spider")
    screen.keyboard.press("Enter")
    screen.wait_for_ply(2)
    expect(live).to_have_text("Black grasshopper, right of the white spider")

    tab_to(screen, '[data-piece="wQ"]')
    screen.keyboard.press("Enter")
    for _ in range(3):  # The queen can go to three hexes.
        screen.keyboard.press("n")
    screen.keyboard.press("Escape")
    assert screen.targets() == set()
    tab_to(screen, '[data-piece="wQ"]')
    screen.keyboard.press("Space")
    screen.keyboard.press("n")
    expect(cursor).to_contain_text("you can play here:")
    screen.keyboard.press("Enter")
    screen.wait_for_ply(3)
    assert screen.game()["moves"][-1]["piece"] == "wQ"


def test_arrow_keys_move_over_the_hexes_and_announce_what_is_there(look: Look) -> None:
    screen = look(game=OPENING)
    cursor = screen.tested("cursor")
    tab_to(screen, ".board")
    screen.keyboard.press("Enter")  # The cursor appears on the last move.
    expect(cursor).to_have_text("black queen, 1 of 6 places around her taken")
    spoken = []
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowDown"):
        screen.keyboard.press(key)
        spoken.append(cursor.inner_text())
    assert spoken == [
        "black grasshopper",
        "white spider",
        "white queen, can move, 1 of 6 places around her taken",
        "empty, left of the white queen",
        "empty, upper left of the white queen",
        "empty, left of the white queen",
    ]
    # Enter explains why the piece under the cursor can't move.
    for _ in range(2):
        screen.keyboard.press("ArrowRight")
    screen.keyboard.press("Enter")
    expect(screen.tested("why")).to_contain_text("The white spider is pinned")
    expect(screen.tested("live")).to_contain_text("The white spider is pinned")


def test_n_cycles_through_the_pieces_that_can_move(look: Look) -> None:
    screen = look(game=OPENING)
    tab_to(screen, ".board")
    screen.keyboard.press("n")
    expect(screen.tested("cursor")).to_have_text(
        "white queen, can move, 1 of 6 places around her taken"
    )
    screen.keyboard.press("Enter")
    seen = set()
    for _ in screen.targets():
        screen.keyboard.press("n")
        seen.add(screen.tested("cursor").inner_text())
    assert len(seen) == len(screen.targets())
    assert all(words.startswith("you can play here") for words in seen)
    screen.keyboard.press("Shift+N")
    screen.keyboard.press("Enter")
    screen.wait_for_ply(5)
    assert screen.game()["moves"][-1]["piece"] == "wQ"


def test_s_shows_the_stack_under_the_cursor(look: Look) -> None:
    screen = look(game=STACK_OF_THREE)
    tab_to(screen, ".board")
    screen.keyboard.press("Enter")
    expect(screen.tested("cursor")).to_contain_text("Stack of 3")
    screen.keyboard.press("s")
    expect(screen.tested("fan").locator("li")).to_have_count(3)
    screen.keyboard.press("s")
    expect(screen.tested("fan")).to_have_count(0)


def test_u_takes_back_and_f_flips(look: Look) -> None:
    screen = look(game=OPENING)
    queen = screen.at("wQ")
    screen.keyboard.press("f")
    assert screen.at("wQ")[0] > screen.at("wS1")[0], "the board should be flipped"
    screen.keyboard.press("f")
    assert near(screen.at("wQ"), queen, 12)
    screen.keyboard.press("u")
    expect(screen.find("[data-ply]")).to_have_count(3)
    expect(screen.tested("notice")).to_have_text("Move taken back.")
    expect(screen.tested("live")).to_have_text("Move taken back.")


def test_a_move_can_be_typed(look: Look) -> None:
    screen = look(game=OPENING)
    screen.keyboard.press("/")
    expect(screen.page.get_by_label("Move", exact=True)).to_be_focused()
    screen.keyboard.type("wA1 bQ-")
    screen.keyboard.press("Enter")
    expect(screen.tested("notice")).to_contain_text("touches the black queen")
    expect(screen.tested("live")).to_contain_text("can't touch your opponent's pieces")
    screen.keyboard.press("/")
    screen.keyboard.type("the ant goes north")
    screen.keyboard.press("Enter")
    expect(screen.tested("notice")).to_contain_text("That isn't a move")
    screen.keyboard.press("/")
    screen.keyboard.type("wA1 -wQ")
    screen.keyboard.press("Enter")
    screen.wait_for_ply(5)
    expect(screen.tested("live")).to_have_text("White ant, left of the white queen")
    expect(screen.tested("notice")).to_have_count(0)


def test_the_question_mark_shows_the_keys(look: Look) -> None:
    screen = look(game=OPENING)
    screen.keyboard.press("?")
    dialog = screen.page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_contain_text("move around the board")
    screen.keyboard.press("u")  # Shortcuts of the game are off while the dialog is open.
    screen.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(screen.find("[data-ply]")).to_have_count(4)


def test_the_focus_is_visible_and_reaches_every_control(look: Look) -> None:
    screen = look(game=OPENING)
    reached = set()
    for _ in range(60):
        screen.keyboard.press("Tab")
        focused = screen.find(":focus")
        if not focused.count():
            break
        reached.add(focused.evaluate("e => e.getAttribute('aria-label') ?? e.textContent.trim()"))
        assert focused.evaluate("e => getComputedStyle(e).outlineStyle") != "none", reached
    assert {"Undo", "Hint", "Resign", "Flip the board", "Show the whole hive"} <= reached
    assert any(name.startswith("Game board.") for name in reached)
