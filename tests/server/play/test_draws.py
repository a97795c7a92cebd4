"""Draws that people agree on with the engine or at one device, and games that can't continue."""

from __future__ import annotations

import pytest

from beespace.server.play import live
from support.frozen_board import FrozenBoard
from support.server.serving import Message, Page, Served
from support.terminal.games import THREEFOLD, moves_of

OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]


def offer(page: Page) -> Message:
    """Offer the engine a draw and return its answer."""
    page.say("offer", kind="draw", ply=page.turn["ply"])
    offers = page.hear("offers")
    assert [one["kind"] for one in offers["offers"]] == ["draw"]
    told = page.hear("offers", "game")
    answer = page.hear("draw_answer")
    assert answer["by"] == "b"
    assert answer["accepted"] == (told["type"] == "game")
    return answer


def play_best(page: Page) -> None:
    """Play the engine's own hint, and wait for the engine's move."""
    page.say("hint", ply=page.turn["ply"])
    hint = page.hear("hint")
    page.say("move", ply=page.turn["ply"], piece=hint["piece"], to=hint["way"]["to"])
    page.hear("moved")
    page.hear("moved")


def test_an_engine_that_is_not_ahead_accepts_a_draw_and_says_so(served: Served) -> None:
    game = served.new_game(opponent="engine", level=1, color="w")
    with served.page(game["id"]) as page:
        for _ in range(8):
            play_best(page)
            answer = offer(page)
            if answer["accepted"]:
                break
        assert answer["accepted"], "an opponent who plays at random is soon behind"
        assert answer["reason"] == "even"
        assert answer["chance"] < 0.55
        assert page.game["ending"] == {"winner": None, "reason": "agreement"}
        page.say("undo", ply=page.turn["ply"])
        assert page.hear("game")["game"]["ending"] is None, "undo reopens the game"
        page.say("hint", ply=page.turn["ply"])
        page.hear("hint")


def test_an_engine_that_is_ahead_declines_once_per_turn(served: Served) -> None:
    game = served.new_game(opponent="engine", level=15, color="w")
    with served.page(game["id"]) as page:
        for text in ("wA1", "wA2", "wA3", "wQ"):
            ways = [one for one in page.turn["movable"] if one["piece"] == text]
            page.say("move", ply=page.turn["ply"], piece=text, to=ways[0]["ways"][0]["to"])
            page.hear("moved")
            page.hear("moved")
        # Wasting moves with the queen, White falls behind.
        for _ in range(10):
            answer = offer(page)
            if not answer["accepted"]:
                break
            page.say("undo", ply=page.turn["ply"])
            page.hear("game")
            piece = page.turn["movable"][-1]
            page.say("move", ply=page.turn["ply"], piece=piece["piece"], to=piece["ways"][0]["to"])
            page.hear("moved")
            page.hear("moved")
        assert not answer["accepted"]
        assert answer["reason"] == "ahead"
        assert answer["chance"] > 0.5
        page.say("offer", kind="draw", ply=page.turn["ply"])
        assert page.hear("problem")["problem"]["code"] == "offered-already"
    assert served.game(game["id"])["ending"] is None


def test_the_engine_plays_on_until_both_queens_are_placed(served: Served) -> None:
    game = served.new_game(opponent="engine", level=1, color="w", edition="ultimate")
    with served.page(game["id"]) as page:
        page.play("wS1")
        page.hear("moved")
        answer = offer(page)
    assert (answer["accepted"], answer["reason"], answer["chance"]) == (False, "early", None)


@pytest.mark.parametrize("kind", ["takeback", "rematch"])
def test_the_engine_takes_no_other_offers(served: Served, kind: str) -> None:
    game = served.new_game(opponent="engine", level=1, color="w")
    with served.page(game["id"]) as page:
        page.say("offer", kind=kind, ply=0)
        assert page.hear("problem")["problem"]["code"] == "no-friend"


def test_the_engine_is_asked_on_the_persons_turn_only(served: Served) -> None:
    game = served.new_game(opponent="engine", level=15, color="w")
    with served.page(game["id"]) as page:
        page.play("wS1")
        page.say("offer", kind="draw", ply=1)
        heard = page.hear("problem", "moved")
        if heard["type"] == "moved":  # the engine was quicker
            heard = page.hear("problem")
        assert heard["problem"]["code"] in ("not-your-turn", "stale")


def test_two_at_one_device_agree_on_a_draw(served: Served) -> None:
    with served.page(served.new_game()["id"]) as page:
        for text in OPENING:
            page.play(text)
        page.say("offer", kind="draw", ply=4)
        assert page.hear("offers")["offers"] == [{"kind": "draw", "by": "w"}]
        page.say("answer", kind="draw", accept=False, ply=4)
        declined = page.hear("offers")
        assert (declined["offers"], declined["declined"]["by"]) == ([], "w")
        page.say("offer", kind="draw", ply=4)
        assert page.hear("problem")["problem"]["code"] == "offered-already"
        page.play("wA1 -wQ")
        page.say("offer", kind="draw", ply=5)
        assert page.hear("offers")["offers"] == [{"kind": "draw", "by": "b"}]
        page.say("answer", kind="draw", accept=True, ply=5)
        ended = page.hear("game")["game"]
        assert ended["ending"] == {"winner": None, "reason": "agreement"}
        assert ended["can_undo"]
        page.say("undo", ply=5)
        game = page.hear("game")["game"]
        assert (game["ending"], game["plies"]) == (None, 5)


def test_a_draw_offer_lapses_when_the_opponent_moves(served: Served) -> None:
    with served.page(served.new_game()["id"]) as page:
        for text in OPENING:
            page.play(text)
        page.say("offer", kind="draw", ply=4)
        page.hear("offers")
        assert page.play("wA1 -wQ")["offers"] == [{"kind": "draw", "by": "w"}]
        assert page.play("bA1 bQ-")["offers"] == []


def test_box_rules_never_end_a_game_by_repetition(served: Served) -> None:
    moves = moves_of(THREEFOLD)
    with served.page(served.new_game(edition="base")["id"]) as page:
        for text in moves:
            told = page.play(text)
        assert told["ending"] is None
        assert page.turn["repetitions"] == 3
    with served.page(served.new_game(ruleset="Base,threefold")["id"]) as page:
        for text in moves:
            told = page.play(text)
        assert told["ending"] == {"winner": None, "reason": "repetition"}


def test_a_game_in_which_nobody_can_ever_move_again_ends_as_a_draw(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "Board", FrozenBoard)
    with served.page(served.new_game(edition="base")["id"]) as page:
        page.play("wS1")
        page.play("bG1 wS1-")
        passes = [page.hear("moved"), page.hear("moved")]
    assert [told["move"]["piece"] for told in passes] == [None, None]
    assert [told["ending"] for told in passes] == [None, {"winner": None, "reason": "deadlock"}]
