"""Invitation links: who can join, what a preview does, and moving a seat to another device."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from support.page.friends import Friends, play_in_turn
from support.page.serving import Server


def test_an_invitation_describes_the_game(friends: Friends) -> None:
    ann, bo = friends.person(), friends.person(language="it-IT")
    link = friends.invite(ann, clock="3", color="b", expansions=["Mosquito"])
    expect(ann.find("h1")).to_have_text("Invite a friend")
    facts = ann.page.get_by_role("list", name="Game details").locator("li")
    expect(facts).to_have_text(
        ["You play Black", "Base + Mosquito · queen can be placed first", "3 days per move"]
    )
    # This server only accepts connections from this machine, and the page says so.
    expect(ann.tested("only-here")).to_contain_text("This link only works on this computer.")
    expect(ann.tested("only-here")).to_contain_text("beespace play --host 0.0.0.0")
    # A QR code would be useless: another device couldn't open the link.
    expect(ann.tested("qr")).to_have_count(0)
    bo.page.goto(link)
    expect(bo.find("h1")).to_have_text("Ann ti invita a una partita")
    expect(bo.find("dd")).to_have_text(
        ["Bianco", "Base + Zanzara · regina anche per prima", "3 giorni per mossa"]
    )


def test_the_link_is_the_same_after_a_reload_until_a_new_one_is_made(friends: Friends) -> None:
    ann, bo = friends.person(), friends.person()
    link = friends.invite(ann, clock="none")
    ann.page.reload()
    expect(ann.find("#link")).to_have_value(link)
    ann.button("Copy").click()
    expect(ann.button("Copied")).to_be_visible()
    ann.button("Make a new link").click()
    expect(ann.find("#link")).not_to_have_value(link)
    # The new link has not been copied, so the button says "Copy" again.
    expect(ann.button("Copy")).to_be_visible()
    bo.expected += ["403", "422"]
    # Nobody has joined yet: old and truncated links don't work.
    for broken in (link, link[:-3], link.partition("#")[0]):
        bo.page.goto("about:blank")
        bo.page.goto(broken)
        expect(bo.find("h1")).to_have_text("This link doesn't work")
        expect(bo.page.get_by_text("Ask your friend to send it again.")).to_be_visible()
    friends.join(bo, ann.find("#link").input_value())
    ann.wait_for_game()


def test_a_link_preview_does_not_take_the_seat(friends: Friends, server: Server) -> None:
    ann, bo = friends.person(), friends.person()
    link = friends.invite(ann)
    # Programs that make link previews fetch the URL without its fragment.
    page = server.http.get(link.partition("#")[0])
    assert page.status_code == 200
    # Opening the page without pressing anything doesn't take the seat either.
    bo.page.goto(link)
    expect(bo.button("Join")).to_be_visible()
    game = server.game(link.partition("#")[0].rpartition("/")[2])
    assert game["is_waiting"] is True
    # The host can't play both sides.
    ann.page.goto(link)
    expect(ann.find("h1")).to_have_text("This is your own invitation")
    bo.find("#own-name").fill("Bo")
    bo.button("Join").click()
    bo.wait_for_game()


def test_an_invitation_can_be_cancelled(friends: Friends, server: Server) -> None:
    ann, bo = friends.person(), friends.person()
    link = friends.invite(ann)
    bo.page.goto(link)
    expect(bo.button("Join")).to_be_visible()
    ann.button("Cancel game").click()
    ann.page.wait_for_url("**/")
    bo.expected += ["409", "403"]
    bo.button("Join").click()
    expect(bo.find("h1")).to_have_text("The invitation was withdrawn")
    # Later visitors see the same, with a link to a new game.
    bo.page.reload()
    expect(bo.find("h1")).to_have_text("The invitation was withdrawn")
    bo.page.get_by_role("link", name="New game").click()
    expect(bo.button("Start game")).to_be_visible()
    ending = server.game(link.partition("#")[0].rpartition("/")[2])["ending"]
    assert ending == {"winner": None, "reason": "abort"}


def test_a_seat_can_be_shared_with_another_device(friends: Friends) -> None:
    ann, bo = friends.pair()
    play_in_turn(ann, bo, ["wS1"])
    ann.button("Continue on another device").click()
    link = ann.find("#link").input_value()
    ann.keyboard.press("Escape")
    phone = friends.person(size=(390, 844), has_touch=True)
    phone.page.goto(link)
    expect(phone.find("h1")).to_have_text("Play on this device too")
    phone.button("Play here").click()
    phone.wait_for_game()
    assert "#" not in phone.page.url
    play_in_turn(phone, bo, ["bS1 wS1-"])
    # Both of Ann's devices stay in sync, whichever one plays.
    phone.play("wQ", (-1, 0))
    ann.wait_for_ply(3)
    play_in_turn(ann, bo, ["bQ bS1-", "wA1 -wQ"])
    phone.wait_for_ply(5)
    expect(bo.find(".presence.there")).to_have_count(2)
    expect(bo.tested("watchers")).to_have_count(0)
    # The link works only once.
    thief = friends.person()
    thief.expected += ["403"]
    thief.page.goto(link)
    expect(thief.find("h1")).to_have_text("This seat is taken")


def test_two_tabs_of_one_seat_stay_in_sync(friends: Friends) -> None:
    ann, bo = friends.pair(clock=None)
    tab = ann.context.new_page()
    tab.goto(f"/game/{ann.game_id}")
    play_in_turn(ann, bo, ["wS1", "bS1 wS1-", "wQ -wS1"])
    expect(tab.locator("[data-ply]")).to_have_count(3)
    expect(tab.get_by_test_id("status")).to_contain_text("Bo to move")
    bo.button("Offer a draw").click()
    tab.get_by_role("button", name="Decline").click()
    expect(ann.tested("offer")).to_have_count(0)


def test_a_spectator_is_told_that_the_game_waits_for_a_player(friends: Friends) -> None:
    ann, eve = friends.person(), friends.person()
    link = friends.invite(ann)
    eve.go(link.partition("#")[0].replace("/join/", "/game/"))
    eve.wait_for_game()
    expect(eve.tested("status")).to_have_text("Waiting for a player… You're watching.")
    expect(eve.page).to_have_title("Ann – Black · Beespace")


def test_a_qr_code_is_shown_when_other_devices_can_open_the_link(
    browser: Browser, tmp_path: Path
) -> None:
    # A server with a public name; browsers resolve *.localhost to this computer.
    server = Server(tmp_path, "--name", "hive.localhost")
    friends = Friends(browser, server)
    ann = friends.person()
    ann.page.goto(f"http://hive.localhost:{server.port}/")
    ann.find("label:has(input[value=friend])").click()
    ann.button("Invite a friend").click()
    expect(ann.tested("qr")).to_be_visible()
    assert ann.find("#link").input_value().startswith("http://hive.localhost:")
    expect(ann.tested("only-here")).to_have_count(0)
    friends.close()
    server.stop()
