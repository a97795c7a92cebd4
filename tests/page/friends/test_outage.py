"""The server can't save anything for a while. Both players see it, and the game resumes."""

from __future__ import annotations

import contextlib
import sqlite3

from playwright.sync_api import expect

from support.page.friends import OPENING_MOVES, Friends, play_in_turn


def test_both_players_are_told_and_the_game_resumes_automatically(friends: Friends) -> None:
    ann, bo = friends.person(), friends.person()
    friends.join(bo, friends.invite(ann, clock="10+5"))
    ann.wait_for_game()
    play_in_turn(ann, bo, OPENING_MOVES[:2])
    file = friends.server.data / "games.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")  # another program keeps the database busy
        for screen in (ann, bo):
            expect(screen.tested("paused")).to_have_text(
                "The server can't save moves right now. The clocks are stopped, and the game will "
                "resume automatically."
            )
            expect(screen.find("[data-clock].running")).to_have_count(0)
        ann.select("wQ")
        ann.click(ann.origin(ann.target((-1, 0))))
        expect(ann.tested("planned")).to_be_visible()
        other.rollback()
    for screen in (ann, bo):
        expect(screen.tested("paused")).to_have_count(0)
        screen.wait_for_ply(3)  # the move was sent again
    expect(ann.find("[data-clock=b].running")).to_be_visible()


def test_a_chat_message_stays_in_the_field_until_it_can_be_saved(friends: Friends) -> None:
    """Whether or not the page knows already that the server can't save anything."""
    ann, bo = friends.pair()
    play_in_turn(ann, bo, OPENING_MOVES[:2])
    field, failure = ann.find("#chat-text"), ann.tested("chat-failure")
    with contextlib.closing(sqlite3.connect(friends.server.data / "games.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        field.fill("Before you know it")
        field.press("Enter")
        expect(ann.tested("paused")).to_be_visible()
        expect(failure).to_contain_text("The server can't save messages right now.")
        expect(field).to_have_value("Before you know it")
        field.fill("While you know it")
        field.press("Enter")
        expect(failure).to_contain_text("The server can't save messages right now.")
        expect(field).to_have_value("While you know it")
        other.rollback()
    expect(failure).to_have_text("")
    field.press("Enter")
    expect(bo.tested("chat")).to_contain_text("While you know it")
    expect(ann.tested("chat")).to_contain_text("While you know it")
    expect(bo.tested("chat")).not_to_contain_text("Before you know it")
    expect(field).to_have_value("")


def test_the_notice_about_an_outage_ends_with_it(friends: Friends) -> None:
    for size in ((1280, 800), (390, 844)):
        ann, bo = friends.pair(size=size)
        play_in_turn(ann, bo, OPENING_MOVES[:2])
        with contextlib.closing(sqlite3.connect(friends.server.data / "games.sqlite3")) as other:
            other.execute("BEGIN IMMEDIATE")
            expect(ann.tested("paused")).to_be_visible()
            ann.button("Offer a draw").click()
            expect(ann.tested("notice")).to_have_text(
                "The server can't save anything right now. Try again in a moment."
            )
            for note in (ann.tested("paused"), ann.tested("notice")):
                box = note.bounding_box()
                assert box is not None
                assert box["x"] >= 12
                assert box["x"] + box["width"] <= size[0] - 12
            other.rollback()
        expect(ann.tested("paused")).to_have_count(0)
        expect(ann.tested("notice")).to_have_count(0)
