"""Games over the socket, from the first move to the end."""

from __future__ import annotations

import random

import pytest

from beespace import Board, Hex, Piece, Ruleset
from beespace.server.play.playing import MOST_PLIES
from support.server.serving import Message, Page, Served
from support.terminal.games import BLACK_MUST_PASS, BOTH_SURROUNDED, THREEFOLD, WHITE_WINS, moves_of


def random_way(rng: random.Random, turn: Message) -> tuple[str, list[int]]:
    movable = rng.choice(turn["movable"])
    return movable["piece"], rng.choice(movable["ways"])["to"]


def say_random_move(page: Page, rng: random.Random) -> None:
    piece, to = random_way(rng, page.turn)
    page.say("move", ply=page.turn["ply"], piece=piece, to=to)


@pytest.mark.parametrize("color", ["w", "b"])
def test_a_whole_game_against_the_engine(served: Served, color: str) -> None:
    rng = random.Random(color)
    game = served.new_game(opponent="engine", level=1, color=color, ruleset="Base+MLP")
    assert game["players"][color]["kind"] == "human"
    with served.page(game["id"]) as page:
        ending = None
        while ending is None:
            assert page.turn["ply"] < MOST_PLIES, "a game ends there at the latest"
            if page.turn["color"] == color and page.turn["movable"]:
                say_random_move(page, rng)
            message = page.hear("moved")
            ending = message["ending"]
    assert ending["reason"] == "surround"
    kept = served.game(game["id"])
    assert kept["ending"] == ending
    assert kept["turn"] == page.turn
    assert kept["turn"]["movable"] == kept["turn"]["immobile"] == []
    board = Board(Ruleset.parse(kept["ruleset"]))
    for move in kept["moves"]:
        board.push_uhp(move["text"])
    assert board.outcome() is not None


@pytest.mark.parametrize(
    ("game_string", "ending"),
    [
        (WHITE_WINS, {"winner": "w", "reason": "surround"}),
        (BOTH_SURROUNDED, {"winner": None, "reason": "surround"}),
    ],
)
def test_a_whole_game_for_two(served: Served, game_string: str, ending: Message) -> None:
    moves = moves_of(game_string)
    with served.page(served.new_game(white_name="Ann", black_name="Bo")["id"]) as page:
        for text in moves[:-1]:
            assert page.play(text)["ending"] is None
        assert page.play(moves[-1])["ending"] == ending
        page.say("move_text", ply=len(moves), text="wA1")
        assert page.hear("problem")["problem"]["code"] == "game-over"
    kept = served.game(page.game["id"])
    canonical = moves_of(Board.from_game_string(game_string).game_string())
    assert [move["text"] for move in kept["moves"]] == canonical
    assert kept["plies"] == len(moves)
    assert kept["players"]["b"] == {"kind": "human", "name": "Bo", "level": None}
    assert all(move["spent_ms"] >= 0 for move in kept["moves"][1:])


def test_repetition_is_announced_and_a_draw_where_the_rules_say_so(served: Served) -> None:
    moves = moves_of(THREEFOLD)
    with served.page(served.new_game(ruleset="Base,threefold")["id"]) as page:
        for text in moves[:-1]:
            page.play(text)
        warned = {
            (piece["piece"], *way["to"])
            for piece in page.turn["movable"]
            for way in piece["ways"]
            if way["ends_by_repetition"]
        }
        last = page.play(moves[-1])
    assert last["ending"] == {"winner": None, "reason": "repetition"}
    assert last["turn"]["repetitions"] == 3
    assert warned == {("bQ", *last["move"]["to"])}


def test_a_forced_pass_is_played_at_once_as_a_separate_move(served: Served) -> None:
    moves = moves_of(BLACK_MUST_PASS)
    with served.page(served.new_game()["id"]) as page:
        for text in moves:
            stuck = page.play(text)
        assert stuck["turn"]["movable"] == []
        assert {i["piece"][0] for i in stuck["turn"]["immobile"]} == {"b"}
        passed = page.hear("moved")
        assert (passed["move"]["text"], passed["move"]["piece"]) == ("pass", None)
        assert passed["turn"]["color"] == "w"
        assert passed["turn"]["ply"] == len(moves) + 1
        # Undo gives the turn back to the player who chose the move before the pass.
        page.say("undo", ply=len(moves) + 1)
        game = page.hear("game")["game"]
        assert [move["text"] for move in game["moves"]] == moves[:-1]
        assert game["turn"]["color"] == "w"


def test_turns_match_the_rules(served: Served) -> None:
    rng = random.Random(7)
    with served.page(served.new_game(ruleset="Base+MLP")["id"]) as page:
        board = Board("Base+MLP")
        while page.turn["ply"] < 60 and page.turn["movable"]:
            legal = {(str(m.piece), *m.to) for m in board.legal_moves}  # type: ignore[union-attr]
            offered = [
                (movable["piece"], *way["to"])
                for movable in page.turn["movable"]
                for way in movable["ways"]
            ]
            assert set(offered) == legal
            assert len(offered) == len(legal)
            for immobile in page.turn["immobile"]:
                reason = board.why_immobile(Piece.parse(immobile["piece"]))
                assert reason is not None
                assert immobile["why"]["code"] == reason.code
                assert immobile["why"]["text"] == reason.text
            for stack in page.turn["stacks"]:
                assert stack["pieces"] == [str(p) for p in board.stack(Hex(*stack["hex"]))]
            for color in ("w", "b"):
                due = page.turn["queen_due_in"][color]
                assert (due is None) == (f"{color}Q" not in page.turn["hands"][color])
            say_random_move(page, rng)
            message = page.hear("moved")
            board.push_uhp(message["move"]["text"])
            if message["turn"]["movable"] == [] and message["ending"] is None:
                board.push_uhp(page.hear("moved")["move"]["text"])


def test_the_queen_is_due_by_the_fourth_turn(served: Served) -> None:
    with served.page(served.new_game()["id"]) as page:
        due = [page.turn["queen_due_in"]]
        for text in ["wS1", "bS1 wS1-", "wA1 -wS1", "bA1 bS1-", "wA2 -wA1", "bA2 bA1-", "wQ /wA1"]:
            due.append(page.play(text)["turn"]["queen_due_in"])
    assert [d["w"] for d in due] == [4, 3, 3, 2, 2, 1, 1, None]
    assert [d["b"] for d in due] == [4, 4, 3, 3, 2, 2, 1, 1]


def test_two_pages_receive_the_same_messages(served: Served) -> None:
    game = served.new_game()
    with served.page(game["id"]) as one, served.page(game["id"]) as two:
        for number, text in enumerate(["wS1", "bG1 wS1-", "wQ -wS1"]):
            mover, other = (one, two) if number % 2 else (two, one)
            assert mover.play(text) == other.hear("moved")
        one.say("undo", ply=3)
        assert one.hear("game") == two.hear("game")
        two.say("resign", ply=2)
        assert one.hear("game") == two.hear("game")
        assert one.game["ending"] == {"winner": "b", "reason": "resign"}


def test_only_one_of_two_moves_for_a_turn_is_played(served: Served) -> None:
    game = served.new_game()
    with served.page(game["id"]) as one, served.page(game["id"]) as two:
        for page, piece in ((one, "wS1"), (two, "wA1")):
            page.say("move", ply=0, piece=piece, to=[0, 0])
        moved = one.hear("moved")
        assert moved == two.hear("moved")
        late = two if moved["move"]["piece"] == "wS1" else one
        assert late.hear("problem")["problem"]["code"] == "stale"
    assert len(served.game(game["id"])["moves"]) == 1
