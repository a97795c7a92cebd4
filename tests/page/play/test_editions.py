"""Editions, agreed draws and readable moves on the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from beespace.rules.box.pieces import PIECE_PATTERN
from support.page.games import STACK_OF_THREE
from support.page.screen import DESKTOP, PHONE, Look, Screen
from support.page.serving import Server
from support.terminal.games import QUICK_WINS, THREEFOLD, moves_of

WORDS = {
    "en": {
        "pocket": "Pocket",
        "local": "Same device",
        "start": "Start game",
        "offer": "Offer a draw",
        "accept": "Accept",
        "offered": "White offers a draw.",
        "draw": "It's a draw.",
        "agreed": "Both players agreed.",
        "won": "White wins.",
        "undo": "Undo",
    },
    "it": {
        "pocket": "Pocket",
        "local": "Stesso schermo",
        "start": "Inizia la partita",
        "offer": "Proponi la patta",
        "accept": "Accetta",
        "offered": "Bianco propone la patta.",
        "draw": "Patta.",
        "agreed": "I giocatori si sono accordati.",
        "won": "Vince il Bianco.",
        "undo": "Annulla",
    },
}
NAMES = {"base": "Base", "pocket": "Pocket", "ultimate": "Ultimate Pocket"}
# A piece's name in notation, a game type, or the name of an option.
NOTATION = re.compile(rf"\b{PIECE_PATTERN}\b|Base\+|queen-first|stack-gates")


def start(screen: Screen, edition: str, words: dict[str, str]) -> None:
    """Start a game for two with a box, from the start page."""
    screen.find("label", has_text=words["local"]).click()
    screen.find(f'label:has(input[value="{edition}"])').click()
    screen.button(words["start"]).click()
    screen.wait_for_game()


def shown_text(screen: Screen) -> str:
    return screen.find("body").inner_text()


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("edition", NAMES)
def test_a_box_is_played_to_an_agreed_draw_and_to_a_win_with_pieces_in_hand(
    look: Look, edition: str, language: str
) -> None:
    is_phone = (edition == "pocket") == (language == "en")
    size, locale = PHONE if is_phone else DESKTOP, {"en": "en-GB", "it": "it-IT"}[language]
    screen, words = look("/", size=size, language=locale, has_touch=is_phone), WORDS[language]
    start(screen, edition, words)
    assert (screen.game()["edition"], screen.game()["differences"]) == (edition, [])
    *moves, last = moves_of(QUICK_WINS[edition])
    screen.play_all(moves)
    screen.button(words["offer"]).click()
    expect(screen.tested("offer")).to_contain_text(words["offered"])
    screen.button(words["accept"]).click()
    expect(screen.tested("end")).to_contain_text(words["draw"])
    expect(screen.tested("end")).to_contain_text(words["agreed"])
    assert screen.game()["ending"] == {"winner": None, "reason": "agreement"}
    screen.button(words["undo"]).click()
    expect(screen.tested("end")).to_have_count(0)
    screen.play_all([last])
    expect(screen.tested("end")).to_contain_text(words["won"])
    ended = screen.game()
    assert ended["ending"] == {"winner": "w", "reason": "surround"}
    assert ended["turn"]["hands"]["w"], "White wins with pieces still in hand"
    assert not NOTATION.search(shown_text(screen))


def test_my_own_mix_shows_what_differs_from_the_box(look: Look) -> None:
    screen = look("/", size=PHONE)
    screen.find('label:has(input[value="pocket"])').click()
    screen.find('label:has(input[value="mix"])').click()
    differs = screen.tested("differs")
    expect(differs).to_have_text("Same as the Pocket box.")
    screen.find("label", has_text="Draw when a position comes up a third time").click()
    expect(differs).to_have_text("Different from the Pocket box: draw by threefold repetition.")
    screen.button("Use tournament rules").click()
    expect(differs).to_have_text("Different from the Pocket box: tournament rules.")
    screen.find("label", has_text="Gates between stacks").click()
    screen.find("label", has_text="Mosquito").click()
    expect(differs).to_contain_text("No box contains exactly these pieces.")
    screen.button("Start game").click()
    screen.wait_for_game()
    assert screen.game()["ruleset"] == "Base+L,no-stack-gates,threefold"
    screen.go("/")
    expect(screen.find('input[value="mix"]')).to_be_checked()
    expect(screen.find("label", has_text="Ladybug").locator("input")).to_be_checked()


def test_what_an_older_page_stored_becomes_a_box(look: Look) -> None:
    screen = look("/")
    for stored, box in (('["M", "L"]', "pocket"), ("[]", "base"), ('["P"]', "mix")):
        old = f'{{"expansions": {stored}, "queenFirst": false, "threefold": true}}'
        screen.page.evaluate("old => localStorage.setItem('beespace.newgame', old)", old)
        screen.go("/")
        expect(screen.find(f'input[value="{box}"]')).to_be_checked()


def test_the_engine_answers_a_draw_offer_in_words(look: Look, server: Server) -> None:
    game = server.new_game(opponent="engine", level=1, color="w", edition="ultimate")
    screen = look(f"/game/{game}")
    notice = screen.tested("notice")
    for ply, piece in enumerate(("wA1", "wQ", "wA2", "wA3")):
        screen.select(piece)
        screen.click(screen.origin(screen.find("[data-target]").first))
        screen.wait_for_ply(2 * ply + 2)
        if ply == 0:
            screen.button("Offer a draw").click()
            expect(notice).to_have_text("Egg declines: it's too early to call it a draw.")
            expect(screen.button("Offer a draw")).to_be_disabled()
    # By its fourth turn the engine has placed its queen.
    screen.button("Offer a draw").click()
    expect(notice).to_contain_text(re.compile(r"^Egg (accepts|declines) the draw"))
    is_accepted = notice.inner_text().startswith("Egg accepts")
    assert (screen.game()["ending"] is not None) == is_accepted


def test_box_rules_suggest_a_draw_at_the_third_occurrence(look: Look, server: Server) -> None:
    game = server.new_game(edition="base")
    *moves, last = moves_of(THREEFOLD)
    for ply, text in enumerate(moves):
        move = {"type": "move_text", "ply": ply, "text": text}
        server.http.post(f"/api/games/{game}/say", json=move).raise_for_status()
    screen = look(f"/game/{game}")
    expect(screen.tested("repeated")).to_have_count(0)
    screen.play_all([last])
    repeated = screen.tested("repeated")
    expect(repeated).to_contain_text("This position has come up 3 times.")
    repeated.get_by_role("button", name="Offer a draw").click()
    screen.button("Accept").click()
    expect(screen.tested("end")).to_contain_text("Both players agreed.")


def test_an_empty_analysis_board_is_chosen_by_its_box(look: Look) -> None:
    screen = look("/analysis")
    screen.button("Open…").click()
    screen.find('label:has(input[value="pocket"])').click()
    screen.button("Start with an empty board").click()
    expect(screen.find(".title")).to_contain_text("Pocket")
    expect(screen.slot("wP")).to_have_count(0)
    expect(screen.slot("wL")).to_have_count(1)
    # In this box the queen can come first.
    screen.select("wQ")


@pytest.mark.parametrize("path", ["/game/{id}", "/analysis/game/{id}", "/openings", "/puzzles"])
def test_notation_is_hidden_unless_the_player_turns_it_on(
    look: Look, server: Server, path: str
) -> None:
    screen = look(path.format(id=server.import_game(STACK_OF_THREE)))
    screen.find("h1").wait_for(state="attached")
    assert not NOTATION.search(shown_text(screen))


def test_notation_is_a_setting(look: Look, server: Server) -> None:
    game = server.import_game(STACK_OF_THREE)
    screen = look("/settings")
    screen.find("label", has_text="Notation (UHP)").click()
    screen.go(f"/game/{game}")
    expect(screen.find('[data-ply="1"]')).to_contain_text("wB1")


def test_words_follow_a_flipped_board(look: Look, server: Server) -> None:
    game = server.new_game()
    screen = look(f"/game/{game}")
    screen.play_all(["wS1", "bG1 wS1-"])
    second = screen.find('[data-ply="2"]')
    expect(second).to_contain_text("right of the white spider")
    screen.button("Flip the board").click()
    expect(second).to_contain_text("left of the white spider")
