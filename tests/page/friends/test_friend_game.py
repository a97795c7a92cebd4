"""Two people play a timed game by link: takebacks, draws, a rematch and lost connections."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.page.cable import Cable
from support.page.friends import OPENING_MOVES, Friends, play_in_turn
from support.page.screen import Screen
from support.terminal.games import WHITE_WINS


def texts(screen: Screen) -> list[str]:
    return [move["text"] for move in screen.game()["moves"]]


def test_two_people_play_a_whole_timed_game_and_another(friends: Friends) -> None:
    ann, bo, eve = friends.person(), friends.person(), friends.person()
    cable = Cable(friends.server.port)
    bo.expected += ["WebSocket", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET"]
    eve.expected += ["403"]  # The link has been used.
    link = friends.invite(ann, clock="10+5")
    assert link.startswith(f"{friends.server.url}/join/")
    friends.join(bo, link.replace(friends.server.url, cable.url))
    # The waiting host is taken to the game, and the secret is gone from the guest's address.
    ann.wait_for_game()
    assert "#" not in bo.page.url
    assert bo.page.url.startswith(f"{cable.url}/game/")
    game = ann.game()
    assert (game["players"]["w"]["name"], game["players"]["b"]["name"]) == ("Ann", "Bo")
    for screen in (ann, bo):
        expect(screen.find("[data-clock=w]")).to_have_text("10:00")
        expect(screen.find(".presence.there")).to_have_count(2)
    watch(link, ann, bo, eve)
    play_in_turn(ann, bo, OPENING_MOVES)
    eve.wait_for_ply(6)
    expect(ann.find("[data-clock=w].running")).to_be_visible()
    # Each move after the first adds five seconds.
    assert ann.game()["moves"][2]["clock_ms"] > 600_000
    take_back(ann, bo, eve)
    lose_the_connection_while_looking_back(cable, ann, bo)
    play_in_turn(ann, bo, ["bA1 bQ-"])
    miss_a_few_things(cable, ann, bo)
    agree_on_a_draw(ann, bo, eve)
    play_a_rematch(ann, bo, eve)
    cable.close()


def watch(link: str, ann: Screen, bo: Screen, eve: Screen) -> None:
    """Later visitors can watch and are counted, but can't do anything."""
    eve.page.goto(link)
    expect(eve.find("h1")).to_have_text("This seat is taken")
    eve.page.get_by_role("link", name="Watch").click()
    eve.wait_for_game()
    for screen in (ann, bo, eve):
        expect(screen.tested("watchers")).to_have_attribute("aria-label", "1 person watching")
    expect(eve.tested("status")).to_contain_text("Ann to move")
    expect(eve.tested("status")).to_contain_text("You're watching.")
    for name in ("Offer a draw", "Resign", "Abort", "Ask for a takeback", "Send"):
        expect(eve.button(name)).to_have_count(0)
    eve.click(eve.at("wA1"))
    expect(eve.find("[data-target]")).to_have_count(0)


def take_back(ann: Screen, bo: Screen, eve: Screen) -> None:
    """Bo asks for a takeback, and Ann accepts."""
    bo.button("Ask for a takeback").click()
    offer = ann.tested("offer")
    expect(offer).to_contain_text("Bo asks for a takeback.")
    expect(bo.tested("offer")).to_contain_text("You asked")
    offer.get_by_role("button", name="Accept").click()
    for screen in (ann, bo, eve):
        expect(screen.find("[data-ply]")).to_have_count(5)
    expect(bo.tested("notice")).to_have_text("Move taken back.")
    expect(bo.tested("status")).to_contain_text("Your move")


def lose_the_connection_while_looking_back(cable: Cable, ann: Screen, bo: Screen) -> None:
    """The connection breaks while Bo is looking back."""
    bo.find('[data-ply="2"]').click()
    cable.pull()
    expect(bo.page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    expect(ann.find(".presence.there")).to_have_count(1)
    cable.plug()
    expect(bo.page.get_by_text("Connection lost. Reconnecting…")).to_have_count(0)
    expect(ann.find(".presence.there")).to_have_count(2)
    expect(bo.page.get_by_text("Viewing move 2 of 5")).to_be_visible()
    bo.keyboard.press("End")


def miss_a_few_things(cable: Cable, ann: Screen, bo: Screen) -> None:
    """A player who was away gets everything they missed, once and in order."""
    cable.pull()
    expect(ann.find(".presence.there")).to_have_count(1)
    ann.play("wA1", (2, 1))
    ann.find("#chat-text").fill("Are you there?")
    ann.button("Send").click()
    ann.button("Offer a draw").click()
    cable.plug()
    bo.wait_for_ply(7)
    expect(bo.tested("chat").locator("li")).to_have_text(["Ann Are you there?"])


def agree_on_a_draw(ann: Screen, bo: Screen, eve: Screen) -> None:
    """One draw offer is declined, one accepted."""
    offer = bo.tested("offer")
    expect(offer).to_contain_text("Ann offers a draw.")
    offer.get_by_role("button", name="Decline").click()
    expect(offer).to_have_count(0)
    expect(ann.tested("notice")).to_have_text("Your friend declined the draw.")
    play_in_turn(ann, bo, ["bA1 -wQ"])
    bo.button("Offer a draw").click()
    expect(ann.tested("offer")).to_contain_text("Bo offers a draw.")
    ann.tested("offer").get_by_role("button", name="Accept").click()
    for screen in (ann, bo, eve):
        expect(screen.tested("end")).to_contain_text("It's a draw. Both players agreed.")
    assert ann.game()["ending"] == {"winner": None, "reason": "agreement"}
    assert len(texts(ann)) == 8


def play_a_rematch(ann: Screen, bo: Screen, eve: Screen) -> None:
    """A rematch with swapped colours, played to the end."""
    first = ann.game_id
    bo.button("Rematch").click()
    expect(eve.button("Rematch")).to_have_count(0)
    ann.tested("offer").get_by_role("button", name="Accept").click()
    for screen in (ann, bo):
        screen.page.wait_for_url(lambda url: "/game/" in url and first not in url)
        screen.game_id = ""
        screen.wait_for_game()
        expect(screen.find("[data-ply]")).to_have_count(0)
    eve.page.get_by_role("link", name="Go to the rematch").click()
    eve.game_id = ""
    expect(eve.tested("status")).to_contain_text("Bo to move")
    moves = WHITE_WINS.split(";")[3:]
    play_in_turn(bo, ann, moves)
    expect(bo.tested("end")).to_contain_text("You won. The black queen is surrounded.")
    expect(ann.tested("end")).to_contain_text("You lost. The black queen is surrounded.")
    expect(eve.tested("end")).to_contain_text("White wins. The black queen is surrounded.")
    assert len(texts(ann)) == len(moves)


@pytest.mark.slow
def test_a_dead_connection_is_detected_and_a_lost_move_is_resent(friends: Friends) -> None:
    ann, bo = friends.person(), friends.person()
    cable = Cable(friends.server.port)
    bo.expected += ["WebSocket", "ERR_EMPTY_RESPONSE"]  # The icon, too.
    link = friends.invite(ann, clock="10+5")
    friends.join(bo, link.replace(friends.server.url, cable.url))
    ann.wait_for_game()
    play_in_turn(ann, bo, OPENING_MOVES[:2])
    lost = bo.page.get_by_text("Connection lost. Reconnecting…")

    # The connection isn't closed; both sides must notice the silence.
    cable.jam()
    ann.play("wQ", (-1, 0))
    expect(lost).to_be_visible()
    cable.plug()
    expect(lost).to_have_count(0)
    bo.wait_for_ply(3)

    # A move that never arrives is shown as pending, and is played once after reconnecting.
    cable.jam()
    bo.click(bo.at("bQ"))
    bo.click(bo.origin(bo.target((2, 0))))
    expect(bo.tested("planned")).to_be_visible()
    expect(bo.tested("status")).to_contain_text("Sending your move…")
    # A chat message that never arrives comes back into the field.
    bo.find("#chat-text").fill("Are you there?")
    bo.find("#chat-text").press("Enter")
    expect(bo.find("#chat-text")).to_have_value("")
    expect(lost).to_be_visible()
    assert len(texts(ann)) == 3
    cable.plug()
    bo.wait_for_ply(4)
    expect(bo.find("#chat-text")).to_have_value("Are you there?")
    expect(bo.tested("chat-failure")).to_have_text("Your message wasn't sent. Send it again.")
    expect(bo.tested("planned")).to_have_count(0)
    assert texts(ann) == list(OPENING_MOVES[:4])
    cable.close()
