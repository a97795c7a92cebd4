"""The server can't save moves for a while. Both players see it, and the game continues."""

from __future__ import annotations

import contextlib
import sqlite3

from playwright.sync_api import expect

from support.page.friends import OPENING_MOVES, Friends, play_in_turn


def test_both_players_are_told_and_the_game_continues_by_itself(friends: Friends) -> None:
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
                "continue by itself."
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
