"""Undo and resignation, against the engine and in games for two."""

from __future__ import annotations

import time

from support.server.serving import Page, Served, wait_until
from support.terminal.games import WHITE_WINS, moves_of

OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]


def play_and_wait_for_the_reply(page: Page, text: str) -> None:
    page.play(text)
    page.hear("moved")


def test_undo_for_two_returns_the_turn_to_the_player_who_moved(served: Served) -> None:
    with served.page(served.new_game()["id"]) as page:
        assert not page.game["can_undo"]
        for text in OPENING:
            assert page.play(text)["can_undo"]
        for left in (3, 2, 1, 0):
            page.say("undo", ply=left + 1)
            game = page.hear("game")["game"]
            assert len(game["moves"]) == game["plies"] == game["turn"]["ply"] == left
            assert game["can_undo"] == (left > 0)
        page.say("undo", ply=0)
        assert page.hear("problem")["problem"]["code"] == "nothing-to-undo"
        for text in OPENING:
            page.play(text)
    assert served.game(page.game["id"])["plies"] == 4


def test_undo_against_the_engine_takes_both_moves_back(served: Served) -> None:
    game = served.new_game(opponent="engine", level=1, color="w")
    with served.page(game["id"]) as page:
        play_and_wait_for_the_reply(page, "wS1")
        page.say("undo", ply=2)
        assert page.hear("game")["game"]["plies"] == 0
        play_and_wait_for_the_reply(page, "wA1")
        assert page.turn["ply"] == 2
        assert page.turn["color"] == "w"


def test_the_engines_first_move_cannot_be_taken_back(served: Served) -> None:
    game = served.new_game(opponent="engine", level=1, color="b")
    wait_until(lambda: served.game(game["id"])["plies"] == 1)
    with served.page(game["id"]) as page:
        assert not page.game["can_undo"]
        page.say("undo", ply=1)
        assert page.hear("problem")["problem"]["code"] == "nothing-to-undo"


def test_undo_stops_a_thinking_engine(served: Served) -> None:
    game = served.new_game(opponent="engine", level=15, color="w", edition="ultimate")
    with served.page(game["id"]) as page:
        page.play("wS1")
        page.say("undo", ply=1)
        assert page.hear("game")["game"]["plies"] == 0
        time.sleep(0.5)  # longer than the engine's thinking time
        page.say("why", ply=0, piece="wQ")
        assert page.hear("why")["why"]["code"] == "queen-too-early"


def test_undo_after_the_end_reopens_the_game(served: Served) -> None:
    moves = moves_of(WHITE_WINS)
    with served.page(served.new_game()["id"]) as page:
        for text in moves:
            last = page.play(text)
        assert last["can_undo"]
        page.say("undo", ply=len(moves))
        game = page.hear("game")["game"]
        assert game["ending"] is None
        assert game["turn"]["movable"]
        assert page.play(moves[-1])["ending"] == last["ending"]


def test_the_player_to_move_resigns_and_can_take_it_back(served: Served) -> None:
    with served.page(served.new_game()["id"]) as page:
        for text in OPENING[:3]:
            page.play(text)
        page.say("resign", ply=3)
        game = page.hear("game")["game"]
        assert game["ending"] == {"winner": "w", "reason": "resign"}
        assert game["turn"]["movable"] == game["turn"]["immobile"] == []
        for said in (
            {"type": "resign"},
            {"type": "hint"},
            {"type": "move_text", "text": "bQ bG1-"},
        ):
            page.say(**said, ply=3)
            assert page.hear("problem")["problem"]["code"] == "game-over"
        page.say("undo", ply=3)
        game = page.hear("game")["game"]
        assert game["ending"] is None
        assert game["plies"] == 3
        page.play(OPENING[3])


def test_undoing_a_resignation_lets_the_engine_continue_thinking(
    served: Served,
) -> None:
    game = served.new_game(opponent="engine", level=15, color="w")
    with served.page(game["id"]) as page:
        page.play("wS1")
        page.say("resign", ply=1)
        assert page.hear("game")["game"]["ending"] == {"winner": "b", "reason": "resign"}
        page.say("undo", ply=1)
        assert page.hear("game")["game"]["ending"] is None
        assert page.hear("moved")["turn"]["ply"] == 2


def test_messages_about_another_position_are_refused(served: Served) -> None:
    with served.page(served.new_game()["id"]) as page:
        page.play("wS1")
        for said in (
            {"type": "undo"},
            {"type": "resign"},
            {"type": "hint"},
            {"type": "why", "piece": "wQ"},
            {"type": "move", "piece": "bS1", "to": [1, 0]},
            {"type": "move_text", "text": "bS1 wS1-"},
        ):
            page.say(**said, ply=0)
            assert page.hear("problem")["problem"]["code"] == "stale"
