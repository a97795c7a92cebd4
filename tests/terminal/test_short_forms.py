"""What players may type instead of the full text of a move."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beespace import Board, IllegalMoveError, InvalidNotationError, Piece, Ruleset
from beespace.terminal.reading import AmbiguousError, read_move, read_piece, read_ruleset
from terminal.games import WHITE_WINS, moves_of


def board_after(plies: int) -> Board:
    board = Board("Base")
    for move in moves_of(WHITE_WINS)[:plies]:
        board.push_uhp(move)
    return board


@pytest.mark.parametrize(
    "text", ["wA1 -bQ", "wa1 -bq", "A1 -bQ", "a1 -bq", "WA1 -BQ", "a1  -bQ1", "a1 bq-"]
)
def test_case_and_color_may_be_left_to_the_reader(text: str) -> None:
    board = board_after(8)
    assert read_move(text, board) == board.parse_uhp("wA1 bQ-" if text[-1] == "-" else "wA1 -bQ")


def test_a_number_may_be_left_out_where_one_piece_can_do_it() -> None:
    board = board_after(8)
    assert read_move("q -a2", board) == board.parse_uhp("wQ -wA2")
    assert read_piece("q", board) is Piece.parse("wQ")
    assert read_piece("b", board) is Piece.parse("wB1")
    assert read_piece("bb", board) is Piece.parse("bB1")
    assert read_piece("bb1", board) is Piece.parse("bB1")
    assert read_piece("b1", board) is Piece.parse("wB1")


def test_what_can_mean_two_moves_is_asked_back() -> None:
    board = board_after(10)
    with pytest.raises(AmbiguousError, match="a -wa2 can mean wA1 -wA2 or wA3 -wA2"):
        read_move("a -wa2", board)
    with pytest.raises(AmbiguousError, match="a can mean wA1 or wA3"):
        read_piece("a", board)


def test_a_short_form_of_an_illegal_move_is_explained() -> None:
    with pytest.raises(IllegalMoveError, match="may not touch the opponent"):
        read_move("b bq-", board_after(8))


@given(
    st.text(max_size=12) | st.from_regex(r"[wbWB]?[qbgsalmpQ][0-4]? [-/\\]?[wb]?[qa][1-4]?[-/\\]?")
)
def test_every_text_is_a_legal_move_or_one_of_three_errors(text: str) -> None:
    board = board_after(8)
    before = board.position()
    with suppress(AmbiguousError, IllegalMoveError, InvalidNotationError):
        assert read_move(text, board) in board.legal_moves
    with suppress(AmbiguousError):
        read_piece(text, board)
    assert board.position() == before


@pytest.mark.parametrize(
    ("text", "ruleset"),
    [
        ("Base", Ruleset("")),
        ("base", Ruleset("")),
        ("BASE+mlp", Ruleset("MLP")),
        ("base+pm", Ruleset("MP")),
        ("Base2016", Ruleset("", queen_first=True)),
        ("TOURNAMENT", Ruleset("MLP")),
        ("Base+M,threefold", Ruleset("M", repetition="threefold")),
    ],
)
def test_rulesets_are_read_in_any_case(text: str, ruleset: Ruleset) -> None:
    assert read_ruleset(text) == ruleset


@pytest.mark.parametrize("text", ["", "Bas", "Base+", "base+mm", "base+x", "Base;", "İ"])
def test_other_rulesets_are_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError):
        read_ruleset(text)
