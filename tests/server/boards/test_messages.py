"""The page's messages written in C++ (native/explain/messages): the same bytes as the server's."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from beespace.backend import BACKEND
from beespace.rules import BaseBoard, Board, Hex, Pass
from beespace.server.boards.messages import PlayedMove, Turn
from beespace.server.boards.turns import played_move, position_text, turn_text, why_not
from beespace.server.play.messages.games import Ending
from support.explained.asking import asked_moves
from support.explained.positions import drawn_positions, random_positions

if BACKEND != "native":
    pytest.skip("the C++ core is not built", allow_module_level=True)

from beespace.fast import _native
from support.explained.comparing import same_board

# The messages don't allow coordinates of any size.
MOST_DISTANT = 1000


def _compare(rng: random.Random, board: BaseBoard, tally: Counter[str]) -> None:
    """Compare all messages about a position of the reference board."""
    same = same_board(board)
    native = same._native
    turn = turn_text(board)
    assert _native.turn_json(native, True) == turn, board.position()
    assert _native.turn_json(native, False) == position_text(board), board.position()
    assert (turn_text(same), position_text(same)) == (turn, position_text(board))
    for move in rng.sample(list(board.legal_moves), min(3, len(board.legal_moves))):
        spent = rng.choice((None, 0, 12345))
        message = PlayedMove.model_validate_json(_native.played_move_json(native, move, spent))
        assert message == played_move(board, move, spent)
    for move in asked_moves(rng, board, 3):
        if isinstance(move, Pass) or move.to.distance(Hex(0, 0)) < MOST_DISTANT:
            reason = board.why_illegal(move)
            expected = why_not(reason).model_dump_json() if reason is not None else "null"
            assert _native.why_illegal_json(native, move) == expected
    ending = Ending.of(board.outcome())
    expected = ending.model_dump_json() if ending is not None else "null"
    assert _native.ending_json(native) == expected
    tally["positions"] += 1
    tally["endings"] += ending is not None
    tally["draws by repetition offered"] += '"ends_by_repetition":true' in turn


def test_messages_about_drawn_positions(tally: Counter[str]) -> None:
    rng = random.Random(1)
    for board, _ in drawn_positions(Board):
        _compare(rng, board, tally)


@pytest.mark.parametrize("seed", range(2))
def test_messages_about_random_positions(seed: int, tally: Counter[str]) -> None:
    rng = random.Random(seed)
    for board in random_positions(Board, rng, 80):
        _compare(rng, board, tally)


def test_moves_that_draw_by_repetition_are_marked() -> None:
    board = Board("Base,threefold")
    for text in ("wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-"):
        board.push_uhp(text)
    for _ in range(7):
        native = same_board(board)
        assert native.turn_json(with_moves=True) == turn_text(board)
        text = {0: "wQ /wA1", 1: "bQ bA1/", 2: "wQ -wA1", 3: "bQ bA1-"}[board.ply % 4]
        board.push_uhp(text)
    turn = json.loads(same_board(board).turn_json(with_moves=True))
    assert turn == Turn.model_validate_json(turn_text(board)).model_dump(mode="json")
    drawing = [
        (one["piece"], way["to"])
        for one in turn["movable"]
        for way in one["ways"]
        if way["ends_by_repetition"]
    ]
    assert drawing == [("bQ", [2, 0])]
