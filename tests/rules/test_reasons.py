"""Reasons for illegal moves and immobile pieces, with the data that goes with them."""

from __future__ import annotations

import pytest

from beespace.errors import IllegalMoveError
from beespace.rules import (
    BaseBoard,
    Hex,
    Pass,
    Piece,
    Place,
    Reason,
    ReasonCode,
)
from support import drawn_board
from support.reason_cases import LINE, PILLBUG, TOLD, Told


def _pieces(names: str) -> tuple[Piece, ...]:
    return tuple(Piece.parse(name) for name in names.split())


def _id(told: Told) -> str:
    asked = told.asked if isinstance(told.asked, (str, Piece)) else type(told.asked).__name__
    return f"{told.code}-{asked}"


@pytest.mark.parametrize("told", TOLD, ids=_id)
def test_reason_is_told_with_its_data(board_class: type[BaseBoard], told: Told) -> None:
    if told.picture:
        board = drawn_board.board_of(
            board_class, told.picture, told.ruleset, told.turn, told.stunned
        )
    else:
        board = board_class(told.ruleset)
    if isinstance(told.asked, Piece):
        reason = board.why_immobile(told.asked)
    else:
        reason = board.why_illegal(told.asked)
    assert reason is not None
    assert reason.code == told.code, reason
    if told.pieces:
        assert sorted(map(str, reason.pieces)) == sorted(told.pieces.split())
    if told.hexes:
        assert reason.hexes == tuple(Hex(*hex) for hex in told.hexes)
    if told.parts:
        found = sorted(" ".join(sorted(map(str, part))) for part in reason.parts)
        assert found == sorted(" ".join(sorted(part.split())) for part in told.parts)


def test_stun_names_the_thrower_and_where_it_threw_from(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, PILLBUG)
    board.push_uhp("bA1 wP\\")
    stunned = Reason(
        ReasonCode.STUNNED,
        "the black ant is resting: the white pillbug threw it last turn",
        _pieces("wP"),
        (Hex(1, 0), Hex(0, 2)),
    )
    assert board.why_illegal("bA1 /wQ") == stunned
    assert board.why_immobile(Piece.parse("bA1")) == stunned


def test_stun_names_all_who_may_have_thrown(board_class: type[BaseBoard]) -> None:
    picture = """
            bA1
          wP  wM
        wQ      bQ
    """
    board = drawn_board.board_of(board_class, picture)
    board.push_uhp("bA1 wP\\")
    reason = board.why_immobile(Piece.parse("bA1"))
    assert reason is not None
    assert reason.code is ReasonCode.STUNNED
    assert reason.pieces == _pieces("wP wM")


def test_stun_without_history_names_no_thrower(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, PILLBUG, turn="Black[20]", stunned="bA1")
    reason = board.why_immobile(Piece.parse("bA1"))
    assert reason is not None
    assert (reason.code, reason.pieces, reason.hexes) == (ReasonCode.STUNNED, (), (Hex(1, 0),))


def test_what_was_just_moved_is_told_with_where_it_came_from(
    board_class: type[BaseBoard],
) -> None:
    board = drawn_board.board_of(board_class, PILLBUG, turn="Black[20]")
    board.push_uhp("bA1 wP-")
    reason = board.why_illegal("bA1 wP\\")
    assert reason is not None
    assert reason.code is ReasonCode.JUST_MOVED
    assert reason.hexes == (Hex(1, 0), Hex(1, 1))


def test_stunned_thrower_is_the_reason_why_nobody_throws(board_class: type[BaseBoard]) -> None:
    picture = """
          bA1 bQ
        wP  bP
          wQ
    """
    board = drawn_board.board_of(board_class, picture, turn="Black[20]")
    board.push_uhp("wP bP\\")
    reason = board.why_illegal("bP wQ\\")
    assert reason is not None
    assert (reason.code, reason.pieces) == (ReasonCode.STUNNED, _pieces("bP"))
    assert "nothing can throw the black pillbug" in reason.text


def test_path_by_a_piece_that_cannot_throw_is_refused(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, PILLBUG)
    throw = board.parse_uhp("bA1 wP\\")
    assert board.path(throw, Piece.parse("wP")) == (Hex(1, 0), Hex(0, 1), Hex(0, 2))
    with pytest.raises(IllegalMoveError) as refusal:
        board.path(throw, Piece.parse("wQ"))
    assert refusal.value.reason.code is ReasonCode.CANNOT_THROW
    assert refusal.value.reason.pieces == _pieces("wQ")


def test_path_of_an_illegal_move_is_refused(board_class: type[BaseBoard]) -> None:
    with pytest.raises(IllegalMoveError):
        drawn_board.board_of(board_class, LINE).path(Pass())


def test_gates_are_the_reason_why_a_piece_is_stuck(board_class: type[BaseBoard]) -> None:
    picture = """
          wG1 bA1
        wS1 wQ  bQ
              bS1
    """
    reason = drawn_board.board_of(board_class, picture).why_immobile(Piece.parse("wQ"))
    assert reason is not None
    assert (reason.code, set(reason.pieces)) == (ReasonCode.GATE, set(_pieces("wS1 bS1")))


def test_sentences_are_for_people(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, LINE)
    reason = board.why_illegal("wQ \\wA1")
    assert str(reason) == "the white queen is pinned: moving it would split the hive in two"


def test_refusal_carries_move_reason_and_game(board_class: type[BaseBoard]) -> None:
    board = board_class("Base")
    board.push_uhp("wA1")
    with pytest.raises(IllegalMoveError) as refusal:
        board.push_uhp("bQ wA1-")
    error = refusal.value
    assert error.move == Place(Piece.parse("bQ"), Hex(1, 0))
    assert error.reason.code is ReasonCode.QUEEN_TOO_EARLY
    assert error.game_string == "Base;InProgress;Black[1];wA1"
    assert "bQ wA1-" in str(error)


def test_every_code_has_a_case() -> None:
    elsewhere = {ReasonCode.STUNNED, ReasonCode.CANNOT_THROW}
    assert {told.code for told in TOLD} | elsewhere == set(ReasonCode)
