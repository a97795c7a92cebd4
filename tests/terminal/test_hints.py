"""Hints in the terminal game: the engine's move, and what it is for."""

from __future__ import annotations

import pytest

from beespace import Ruleset
from beespace.terminal.hot_seat import HotSeat
from beespace.terminal.screen import Screen
from support.terminal.games import WHITE_WINS, moves_of

needs_core = pytest.mark.usefixtures("core")


def after(game_string: str, plies: int) -> HotSeat:
    """Return a table where the first moves of a game have been played."""
    seat = HotSeat(Screen(), Ruleset.parse(game_string.split(";")[0]))
    for move in moves_of(game_string)[:plies]:
        seat.answer(move)
    return seat


@needs_core
def test_a_hint_names_a_move_and_its_idea() -> None:
    seat = after(WHITE_WINS, -1)
    text = " ".join(seat.answer("hint").split())
    assert text.startswith("Hint: White ")
    assert text.endswith("The idea: win by surrounding the black queen.")
    assert seat.board.ply == len(moves_of(WHITE_WINS)) - 1, "a hint plays nothing"


@needs_core
def test_a_hint_can_be_played_in_uhp_notation() -> None:
    seat = after(WHITE_WINS, -1)
    seat.answer("notation")
    move = " ".join(seat.answer("hint").split()).removeprefix("Hint: ").split(". ")[0]
    assert "White wins" in seat.answer(move)


def test_there_is_no_hint_after_the_game() -> None:
    seat = after(WHITE_WINS, len(moves_of(WHITE_WINS)))
    assert "The game is over" in seat.answer("hint")


def test_the_help_lists_hints() -> None:
    assert "hint" in HotSeat(Screen(), Ruleset.parse("Base")).answer("help")
