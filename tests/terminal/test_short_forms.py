"""The shorter forms and words that players can type instead of a full UHP move."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beespace import Board, IllegalMoveError, InvalidNotationError, Piece, Ruleset
from beespace.terminal.reading import (
    AmbiguousError,
    NotOnBoardError,
    read_move,
    read_piece,
    read_ruleset,
)
from support.terminal.games import WHITE_WINS, moves_of


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
    with pytest.raises(AmbiguousError, match="which one do you mean: wA1 -wA2 or wA3 -wA2"):
        read_move("a -wa2", board)
    with pytest.raises(AmbiguousError, match="which one do you mean: wA1 or wA3 in your hand"):
        read_piece("a", board)


def test_a_short_form_of_an_illegal_move_is_explained() -> None:
    with pytest.raises(IllegalMoveError, match="touch"):
        read_move("b bq-", board_after(8))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("ant 1 left of black queen", "wA1 -bQ"),
        ("White Ant wA1, left of the black queen", "wA1 -bQ"),
        ("ant a1 to the upper right of the black queen", "wA1 bQ/"),
        ("a1 lower right of white grasshopper", "wA1 wG1\\"),
        ("queen left of beetle", "wQ -bB1"),
        ("beetle left of the white queen", "wB1 -wQ"),
        ("beetle lower left of ant wA2", "wB1 /wA2"),
    ],
)
def test_moves_can_be_typed_in_words(text: str, move: str) -> None:
    board = board_after(8)
    assert read_move(text, board) == board.parse_uhp(move)


def test_climbs_can_be_typed_in_words() -> None:
    board = board_after(17)
    for text in ("beetle onto the black ant bA1", "b1 on ant 1", "black beetle on top of ba1"):
        assert read_move(text, board) == board.parse_uhp("bB1 bA1")


@pytest.mark.parametrize("text", ["queen", "white queen", "The white queen", "wq", "queen wQ"])
def test_pieces_can_be_typed_in_words(text: str) -> None:
    assert read_piece(text, board_after(8)) is Piece.parse("wQ")
    assert read_piece("black ant 2", board_after(8)) is Piece.parse("bA2")


def test_words_that_fit_several_moves_or_none_are_explained() -> None:
    board = board_after(10)
    with pytest.raises(AmbiguousError, match="wA1 left of wA2 or wA3 left of wA2"):
        read_move("ant left of the white ant wA2", board)
    with pytest.raises(AmbiguousError, match="wB1 left of wA1 or wB1 left of wA2"):
        read_move("beetle left of white ant", board_after(8))
    with pytest.raises(NotOnBoardError, match="there is no black spider on the board"):
        read_move("ant left of the black spider", board)
    with pytest.raises(IllegalMoveError):
        read_move("beetle left of black queen", board)
    for junk in ("ant left of nothing", "bee left of black queen", "ant left of", "queen ant wS1"):
        with pytest.raises(InvalidNotationError):
            read_move(junk, board)


@given(
    st.text(max_size=12)
    | st.from_regex(r"[wbWB]?[qbgsalmpQ][0-4]? [-/\\]?[wb]?[qa][1-4]?[-/\\]?")
    | st.from_regex(
        r"(white |black )?(ant|queen|beetle)[12]? (left|upper right) of (the )?(ant|bq)"
    )
)
def test_every_text_is_a_legal_move_or_one_of_four_errors(text: str) -> None:
    board = board_after(8)
    before = board.position()
    with suppress(AmbiguousError, IllegalMoveError, InvalidNotationError, NotOnBoardError):
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
        ("ultimate2024", Ruleset("MLP")),
        ("TOURNAMENT", Ruleset("MLP", repetition="threefold")),
        ("base+lm,Threefold", Ruleset("ML", repetition="threefold")),
        ("Base+M,threefold", Ruleset("M", repetition="threefold")),
    ],
)
def test_rulesets_are_read_in_any_case(text: str, ruleset: Ruleset) -> None:
    assert read_ruleset(text) == ruleset


@pytest.mark.parametrize(
    "text", ["", "Bas", "Base+", "base+mm", "base+x", "base+m,x", "Base,x", "Base;", "İ"]
)
def test_other_rulesets_are_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError):
        read_ruleset(text)
