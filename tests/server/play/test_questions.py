"""Questions about a position: hints, and why a move isn't allowed."""

from __future__ import annotations

import random

import pytest

from beespace import Board, Hex, Piece
from support.server.serving import Message, Page, Served

OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]


def ask(page: Page, piece: str, to: tuple[int, int] | None = None) -> Message:
    page.say("why", ply=page.turn["ply"], piece=piece, to=to)
    return page.hear("why")


def test_why_a_piece_cannot_move(served: Served) -> None:
    with served.page(served.new_game()["id"]) as page:
        for text in OPENING:
            page.play(text)
        pinned = ask(page, "wS1")
        assert pinned["why"]["code"] == "pinned"
        assert pinned["why"]["parts"] == [["wQ"], ["bG1", "bQ"]]
        assert ask(page, "wQ")["why"] is None
        assert ask(page, "bQ")["why"]["code"] == "not-your-piece"
        assert ask(page, "wM")["why"]["code"] == "not-in-box"


def test_why_a_piece_cannot_go_somewhere(served: Served) -> None:
    rng = random.Random(3)
    board = Board("Base+MLP")
    with served.page(served.new_game(ruleset="Base+MLP")["id"]) as page:
        for _ in range(30):
            pieces = [p for color in "wb" for p in page.turn["hands"][color]]
            pieces += [piece for stack in page.turn["stacks"] for piece in stack["pieces"]]
            for piece in rng.sample(pieces, 5):
                to = Hex(rng.randint(-3, 3), rng.randint(-3, 3))
                reason = board.why_illegal(board.move_to(Piece.parse(piece), to))
                why = ask(page, piece, (to.q, to.r))
                assert (why["piece"], why["to"]) == (piece, [to.q, to.r])
                assert (why["why"] or {}).get("text") == (reason and reason.text)
            movable = rng.choice(page.turn["movable"])
            way = rng.choice(movable["ways"])
            page.say("move", ply=page.turn["ply"], piece=movable["piece"], to=way["to"])
            board.push_uhp(page.hear("moved")["move"]["text"])


def test_a_refused_move_says_why(served: Served) -> None:
    with served.page(served.new_game()["id"]) as page:
        for text in OPENING:
            page.play(text)
        page.say("move", ply=4, piece="wS1", to=[5, 5])
        problem = page.hear("problem")["problem"]
        assert problem["code"] == "pinned"
        assert problem["text"].startswith("the white spider is pinned")
        page.say("move_text", ply=4, text="wA1 bG1/")
        assert page.hear("problem")["problem"]["code"] == "touches-opponent"
        page.say("move_text", ply=4, text="the ant goes north")
        assert page.hear("problem")["problem"]["code"] == "invalid-notation"


@pytest.mark.parametrize("text", ["wq /ws1", " WQ  /wS1 ", "wQ1 /wS1"])
def test_a_typed_move_may_be_untidy(served: Served, text: str) -> None:
    with served.page(served.new_game()["id"]) as page:
        for opening in OPENING:
            page.play(opening)
        assert page.play(text)["move"]["text"] == "wQ /wS1"


def test_a_hint_is_a_legal_move(served: Served) -> None:
    with served.page(served.new_game(ruleset="Base+MLP")["id"]) as page:
        for text in OPENING:
            page.play(text)
        page.say("hint", ply=4)
        hint = page.hear("hint")
        ways = {movable["piece"]: movable["ways"] for movable in page.turn["movable"]}
        assert hint["ply"] == 4
        assert hint["way"] in ways[hint["piece"]]


def test_one_hint_at_a_time(served: Served) -> None:
    with served.page(served.new_game()["id"]) as page:
        page.say("hint", ply=0)
        page.say("hint", ply=0)
        assert page.hear("problem")["problem"]["code"] == "busy"
        assert page.hear("hint")["ply"] == 0


def test_a_player_cannot_act_on_the_engines_turn(served: Served) -> None:
    game = served.new_game(opponent="engine", level=15, color="w")
    with served.page(game["id"]) as page:
        page.play("wS1")
        page.say("hint", ply=1)
        assert page.hear("problem")["problem"]["code"] == "not-your-turn"
        page.say("move_text", ply=1, text="bS1 wS1-")
        assert page.hear("problem")["problem"]["code"] == "not-your-turn"
        page.hear("moved")
