"""Each edition played in the real program to both of the endings that every booklet names."""

from __future__ import annotations

import re

import pytest

from beespace import EDITIONS, Board, Color
from support.terminal.games import QUICK_WINS, moves_of
from support.terminal.process import piped

NAMES = {"base": "Base", "pocket": "Pocket", "ultimate": "Ultimate Pocket"}


def last_table(text: str) -> str:
    """Return the last board, hands and result that the game printed."""
    return text[text.rindex("\n  White  ") :]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_ends_with_an_agreed_draw(edition: str) -> None:
    moves = moves_of(QUICK_WINS[edition])[:6]
    lines = [*moves[:4], "draw", "decline", *moves[4:], "draw", "accept", "wQ", "quit"]
    text = piped("\n".join(lines), "--edition", edition)
    assert f"You're playing {NAMES[edition]}.\n" in text
    assert "White offers a draw. Black, type accept or decline." in text
    assert "Black, accept or decline> decline\n  Black declines the draw." in text
    assert "\n  Draw by agreement.\n" in last_table(text)
    assert "Game over> wQ\n  The game is over. Draw by agreement." in text
    assert f"\n{EDITIONS[edition].ruleset.game_type};Draw;White[4];" in text


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_is_won_with_pieces_in_hand(edition: str) -> None:
    text = piped("\n".join(moves_of(QUICK_WINS[edition])), "--edition", edition)
    table = last_table(text)
    assert "\n  White wins: Black's queen is surrounded.\n" in table
    board = Board.from_game_string(QUICK_WINS[edition], EDITIONS[edition].ruleset)
    for color, hand in zip(Color, table.splitlines()[1:3], strict=True):
        assert board.hand(color)
        shown = {name.removesuffix("s") for name in re.findall(r"\b[a-z]+", hand)}
        assert shown == {str(piece.bug).lower() for piece in board.hand(color)}
    assert "Game over> " in text


def test_only_the_boxes_that_say_so_let_the_queen_come_first() -> None:
    for edition in ("base", "pocket"):
        assert "White queen, in the middle." in piped("queen\n", "--edition", edition)
    text = piped("queen\n", "--edition", "ultimate")
    assert "White queen, in the middle." not in text
