"""Actions around a game: undo, hint, resign, flip, sound, list, resume, delete."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.page.games import OPENING
from support.page.screen import DESKTOP, PHONE, Look, near
from support.page.serving import Server
from support.server.serving import wait_until
from support.terminal.games import WHITE_WINS

# A hive from the top of the screen to the bottom.
TALL = (
    r"Base;InProgress;White[5];wS1;bG1 wS1\;wQ \wS1;bQ bG1\;wA1 \wQ;bA1 bQ\;wA2 \wA1;bA2 bA1\ "
).strip()


def test_undo_takes_back_the_engines_move_and_the_players(look: Look, server: Server) -> None:
    screen = look(f"/game/{server.new_game(opponent='engine', level=1, color='w')}")
    expect(screen.button("Undo")).to_be_disabled()
    screen.play("wS1", (0, 0))
    screen.wait_for_ply(2)
    screen.button("Undo").click()
    expect(screen.find("[data-ply]")).to_have_count(0)
    expect(screen.tested("notice")).to_have_text("Move taken back.")
    assert screen.game()["moves"] == []
    screen.play("wG1", (0, 0))
    screen.wait_for_ply(2)


def test_a_hint_shows_a_legal_move(look: Look) -> None:
    screen = look(game=OPENING)
    screen.button("Hint").click()
    expect(screen.find(".hinted")).to_be_visible()
    expect(screen.tested("live")).to_contain_text("Hint: White")
    expect(screen.tested("status")).to_contain_text("Hint: White")
    legal = {
        tuple(way["to"]) for piece in screen.game()["turn"]["movable"] for way in piece["ways"]
    }
    hinted = screen.origin(screen.find(".hinted"))
    assert any(near(hinted, screen.where(hex, level), 2) for hex in legal for level in range(2))
    screen.play("wA1", (-2, 0))
    expect(screen.find(".hinted")).to_have_count(0)
    expect(screen.tested("status")).not_to_contain_text("Hint")


def test_a_hint_says_what_the_move_does(look: Look) -> None:
    kind, _, _, *moves = WHITE_WINS.split(";")
    screen = look(game=";".join([kind, "InProgress", "White[13]", *moves[:-1]]))
    screen.button("Hint").click()
    expect(screen.tested("status")).to_contain_text("The idea: win by surrounding the black queen.")
    expect(screen.tested("remark-marks")).to_be_visible()


def test_resigning_asks_first(look: Look, server: Server) -> None:
    screen = look(f"/game/{server.new_game(opponent='engine', level=1, color='w')}")
    screen.play("wS1", (0, 0))
    screen.wait_for_ply(2)
    screen.button("Resign").click()
    screen.button("Keep playing").click()
    assert screen.game()["ending"] is None
    screen.button("Resign").click()
    screen.find("dialog").get_by_role("button", name="Resign").click()
    expect(screen.tested("end")).to_contain_text("You lost.")
    assert screen.game()["ending"] == {"winner": "b", "reason": "resign"}
    expect(screen.button("Resign")).to_have_count(0)


def test_flipping_turns_the_board_and_the_hands(look: Look) -> None:
    screen = look(game=OPENING)
    queen, spider = screen.at("wQ"), screen.at("wS1")
    hand = screen.middle(screen.find("[data-hand=w]"))
    screen.button("Flip the board").click()
    expect(screen.tile("wQ")).to_be_visible()
    assert (screen.at("wQ")[0] > screen.at("wS1")[0]) is not (queen[0] > spider[0])
    assert screen.middle(screen.find("[data-hand=w]"))[1] < hand[1]
    # Pieces still go to the hex that was clicked.
    screen.select("wA1")
    screen.click(screen.origin(screen.target((-2, 0))))
    screen.wait_for_ply(5)
    assert screen.game()["moves"][-1]["text"] == "wA1 -wQ"


def test_the_sound_stays_off(look: Look) -> None:
    screen = look(game=OPENING)
    screen.button("Turn sound off").click()
    expect(screen.button("Turn sound on")).to_be_visible()
    screen.page.reload()
    expect(screen.button("Turn sound on")).to_be_visible()
    screen.keyboard.press("m")
    expect(screen.button("Turn sound off")).to_be_visible()


def test_a_game_continues_after_a_reload(look: Look, server: Server) -> None:
    screen = look(f"/game/{server.new_game(opponent='engine', level=1, color='b')}")
    screen.wait_for_ply(1)  # The engine moves first.
    screen.play("bG1", (1, 0))
    screen.page.reload()
    screen.wait_for_game()
    screen.wait_for_ply(3)
    assert screen.game()["moves"][1]["piece"] == "bG1"
    expect(screen.tested("status")).to_contain_text("Your move")


def test_the_last_game_can_be_resumed_from_the_start_page(look: Look) -> None:
    screen = look("/")
    game = screen.server.import_game(OPENING)
    screen.page.reload()
    screen.page.get_by_text("Continue your last game").click()
    screen.wait_for_game()
    assert screen.game_id == game


def test_games_are_listed_resumed_and_deleted(look: Look, server: Server) -> None:
    running = server.new_game(white_name="Zora", black_name="Ivo")
    screen = look(f"/game/{running}")
    screen.play("wS1", (0, 0))
    screen.go("/games")
    entry = screen.find("main > ul > li", has_text="Zora – Ivo").first
    expect(entry).to_contain_text("1 move")
    expect(entry).to_contain_text("In progress")
    expect(entry).to_contain_text("Continue")
    entry.locator("a.open").click()
    screen.wait_for_game()
    screen.play("bG1", (1, 0))
    screen.button("Resign").click()
    screen.find("dialog").get_by_role("button", name="Resign").click()
    screen.tested("end").wait_for()
    screen.go("/games")
    expect(entry).to_contain_text("Black wins.")
    expect(entry).to_contain_text("View")
    entry.get_by_role("button", name="Delete").click()
    screen.button("Cancel").click()
    assert server.http.get(f"/api/games/{running}").is_success
    entry.get_by_role("button", name="Delete").click()
    screen.find("dialog").get_by_role("button", name="Delete").click()
    expect(screen.find("main > ul > li", has_text="Zora – Ivo")).to_have_count(0)
    assert server.http.get(f"/api/games/{running}").status_code == 404
    # The game's address says so.
    screen.expected += ["404", "closed before", "WebSocket"]
    screen.page.goto(f"/game/{running}")
    expect(screen.find("h1")).to_have_text("This game doesn't exist or was deleted.")


def test_turns_left_to_place_the_queen_are_counted_down(look: Look, server: Server) -> None:
    screen = look(f"/game/{server.new_game()}")
    countdown = screen.tested("queen-countdown")
    spoken = []
    for number in range(3):
        spoken.append(countdown.inner_text())
        screen.play(f"wA{number + 1}", (-number, 0))
        screen.play(f"bA{number + 1}", (number + 1, 0))
    expect(countdown).to_contain_text("Now!")
    assert [text.splitlines()[-1] for text in spoken] == [
        "4 turns left",
        "3 turns left",
        "2 turns left",
    ]
    screen.play("wQ", (-3, 0))
    screen.play("bQ", (4, 0))
    expect(countdown).to_have_count(0)


_COVERED = """() => {
    const offer = document.querySelector("[data-testid=offer]").getBoundingClientRect();
    const isCovered = ({left, right, top, bottom}) =>
        left < offer.right && right > offer.left && top < offer.bottom && bottom > offer.top;
    return [...document.querySelectorAll(".board .tile, .hand button")]
        .filter((piece) => isCovered(piece.getBoundingClientRect()))
        .map((piece) => piece.dataset.piece);
}"""


def test_an_offer_covers_neither_the_hive_nor_the_hands(look: Look) -> None:
    screen = look(game=TALL, size=(360, 640), has_touch=True)
    screen.button("Offer a draw").click()
    expect(screen.tested("offer")).to_be_visible()
    wait_until(lambda: screen.page.evaluate(f"({_COVERED})().length") == 0)


def test_looking_back_shows_that_turn_and_not_whose_it_is_now(look: Look) -> None:
    screen = look(game=OPENING)
    status = screen.tested("status")
    expect(status).to_contain_text("White to move")
    expect(screen.find(".meta")).to_contain_text("Turn 3")
    screen.keyboard.press("Home")
    screen.keyboard.press("ArrowRight")
    expect(status).to_have_text("Looking back")
    expect(screen.find(".meta")).to_contain_text("Turn 1")
    screen.keyboard.press("End")
    expect(status).to_contain_text("White to move")
    expect(screen.find(".meta")).to_contain_text("Turn 3")


def test_a_notice_that_a_move_was_taken_back_fades(look: Look) -> None:
    screen = look(game=OPENING)
    screen.keyboard.press("u")
    expect(screen.tested("notice")).to_have_text("Move taken back.")
    expect(screen.tested("notice")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_addresses_that_lead_nowhere_offer_the_menu_and_ways_on(
    look: Look, size: tuple[int, int]
) -> None:
    screen = look("/nothing/here", size=size)
    screen.expected += ["404"]
    expect(screen.find("h1")).to_have_text("Page not found")
    expect(screen.find("header")).to_be_visible()
    screen.page.get_by_role("main").get_by_role("link", name="Your games").click()
    expect(screen.find("h1")).to_have_text("Your games")
    screen.go("/learn/no-such-lesson")
    expect(screen.find("header")).to_be_visible()
