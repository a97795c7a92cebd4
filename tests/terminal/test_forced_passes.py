"""The game plays forced passes itself, but not forever."""

from __future__ import annotations

import pytest

from beespace.rules import Board, Ruleset
from beespace.rules.box.ruleset import Repetition
from beespace.terminal.hot_seat import HotSeat
from beespace.terminal.screen import Screen
from support.frozen_board import FrozenBoard


def frozen_table(repetition: Repetition) -> HotSeat:
    ruleset = Ruleset("", repetition=repetition)
    hot_seat = HotSeat(Screen(), ruleset)
    board = FrozenBoard(ruleset)
    for move in list(Board.from_game_string("Base;InProgress;White[2];wS1;bG1 wS1-").moves):
        board.push_unchecked(move)
    hot_seat.game.board = board
    return hot_seat


def test_where_neither_side_can_ever_move_again_the_game_stops() -> None:
    hot_seat = frozen_table("none")
    text = hot_seat.answer("pass")
    assert hot_seat.board.ply == 4
    assert text.count("passes.") == 2
    assert "Draw: neither player can ever move again." in text
    assert hot_seat.prompt == "Game over> "
    assert hot_seat.answer("game").startswith("Base;Draw;")
    assert "The game is over." in hot_seat.answer("pass")
    assert hot_seat.board.ply == 4
    hot_seat.answer("undo")
    assert hot_seat.board.ply == 1, "undo takes back the passes with the move that forced them"


@pytest.mark.parametrize("command", ["", "board", "help", "moves", "why wS1"])
def test_a_stuck_table_still_answers(command: str) -> None:
    hot_seat = frozen_table("none")
    hot_seat.answer("pass")
    assert hot_seat.answer(command)


def test_with_threefold_the_passes_lead_to_a_draw() -> None:
    hot_seat = frozen_table("threefold")
    assert "Draw: this position has come up a third time." in hot_seat.answer("pass")
