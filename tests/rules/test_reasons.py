"""Every code of a reason, with the data that goes with it, in a position drawn for it."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import drawn_board
from beespace.errors import IllegalMoveError
from beespace.rules import (
    BaseBoard,
    Hex,
    Move,
    Pass,
    Piece,
    Place,
    Reason,
    ReasonCode,
    Relocate,
)


def _pieces(names: str) -> tuple[Piece, ...]:
    return tuple(Piece.parse(name) for name in names.split())


class Told(NamedTuple):
    """What is asked in a position, and the reason that is to be told.

    Asked is the text of a move, or a move where no text can say it, or a piece alone, and then
    why it cannot move.
    """

    code: ReasonCode
    asked: str | Move | Piece
    picture: str
    pieces: str = ""
    hexes: tuple[tuple[int, int], ...] = ()
    parts: tuple[str, ...] = ()
    ruleset: str = "Base+MLP"
    turn: str = "White[20]"
    stunned: str = "-"


LINE = """
    wA1 wQ  bQ  bA1
"""
PILLBUG = """
        bQ  bA1
      wQ  wP
"""
TOLD = [
    Told(ReasonCode.GAME_OVER, "wA1 -wQ", "  wS1 wS2\nwQ  bQ  wA1\n  bS1 bS2"),
    Told(ReasonCode.MUST_PLAY, "pass", LINE),
    Told(ReasonCode.QUEEN_DUE, "wB1 -wG1", "wG1 wA1 bA1 bQ", "wQ", turn="White[4]"),
    Told(ReasonCode.QUEEN_TOO_EARLY, "bQ wA1-", "wA1", turn="Black[1]"),
    Told(ReasonCode.QUEEN_NOT_PLACED, "wG1 bQ-", "wG1 wA1 bA1 bQ", "wQ", turn="White[3]"),
    Told(ReasonCode.QUEEN_NOT_PLACED, "bQ wP\\", "wA1 wP  bQ  bA1", "wQ", turn="White[3]"),
    Told(ReasonCode.NOT_IN_BOX, "wM -wA1", LINE, ruleset="Base+LP"),
    Told(ReasonCode.NOT_IN_BOX, Relocate(Piece.parse("wM"), Hex(5, 5)), LINE, ruleset="Base"),
    Told(ReasonCode.NOT_IN_BOX, Piece.parse("bP"), LINE, ruleset="Base+ML"),
    Told(ReasonCode.NOT_YOUR_PIECE, "bA1 /wA1", LINE),
    Told(ReasonCode.NOT_YOUR_PIECE, "bB1 bA1-", LINE),
    Told(ReasonCode.NOT_YOUR_PIECE, Piece.parse("bA1"), LINE),
    Told(
        ReasonCode.ALREADY_PLACED,
        Place(Piece.parse("wQ"), Hex(-1, 0)),
        LINE,
        hexes=((1, 0),),
    ),
    Told(ReasonCode.IN_HAND, Relocate(Piece.parse("wG1"), Hex(-1, 0)), LINE),
    Told(ReasonCode.NUMBER_ORDER, "wB2 -wA1", LINE, "wB1"),
    Told(ReasonCode.NUMBER_ORDER, Piece.parse("wG3"), LINE, "wG1"),
    Told(ReasonCode.COVERED, "wA1 /wQ", "bB1 wQ  bQ\nbB1 on wA1", "bB1"),
    Told(
        ReasonCode.COVERED,
        Piece.parse("wA1"),
        "bB1 wQ  bQ\nbB1 on wB1 on wA1",
        "wB1 bB1",
    ),
    # The pillbug that could throw it is covered.
    Told(
        ReasonCode.COVERED,
        "bA1 bB1\\",
        "wQ  bB1 bA1 bQ\nbB1 on wP",
        "bB1",
    ),
    Told(
        ReasonCode.JUST_MOVED,
        "bA1 wP\\",
        PILLBUG,
        hexes=((1, 0),),
        stunned="bA1",
    ),
    Told(
        ReasonCode.PINNED,
        "wQ \\wA1",
        "wA1 wQ  bQ  bA1\n  wS1",
        parts=("wA1 wS1", "bQ bA1"),
    ),
    Told(
        ReasonCode.PINNED,
        Piece.parse("wG1"),
        "      wQ\nbQ  wG1\n      bA1",
        parts=("bQ", "wQ", "bA1"),
    ),
    Told(ReasonCode.IN_STACK, "bB1 /wP", "wQ  wP  bB1 bQ\nbB1 on bA1", "bA1"),
    Told(
        ReasonCode.NOTHING_TO_COPY,
        "wM \\bM",
        "wM  bM  bQ  wQ",
        "bM",
    ),
    Told(ReasonCode.NOTHING_TO_COPY, Piece.parse("wM"), "wM  bM  bQ  wQ", "bM"),
    Told(
        ReasonCode.ENCLOSED,
        Piece.parse("wA1"),
        "  wS1 wS2\nwQ  wA1 bA1\n  bS1 bS2\nbQ",
        "bA1 bS2 bS1 wQ wS1 wS2",
    ),
    Told(ReasonCode.SAME_HEX, "wA1 wA1", LINE, hexes=((0, 0),)),
    Told(
        ReasonCode.FIRST_HEX,
        Place(Piece.parse("wA1"), Hex(3, 0)),
        "",
        hexes=((0, 0),),
        turn="White[1]",
    ),
    Told(ReasonCode.OCCUPIED, "wA1 wQ", LINE, "wQ", ((1, 0),)),
    Told(ReasonCode.OCCUPIED, "wB1 wQ", LINE, "wQ", ((1, 0),)),
    Told(ReasonCode.OCCUPIED, "bA1 wP", PILLBUG, "wP", ((0, 1),)),
    Told(ReasonCode.NOT_TOUCHING_HIVE, Place(Piece.parse("wB1"), Hex(9, 9)), LINE, "", ((9, 9),)),
    Told(ReasonCode.TOUCHES_OPPONENT, "wB1 wQ/", LINE, "bQ", ((2, -1),)),
    Told(ReasonCode.TOUCHES_OPPONENT, "wB1 bA1/", LINE, "bA1", ((4, -1),)),
    Told(
        ReasonCode.NO_SPACE,
        Piece.parse("wS1"),
        "  bS1\nbQ  wQ  bB1\n      bA1\nbB1 on wA1",
    ),
    # Nobody can be thrown where no hex is free.
    Told(
        ReasonCode.NO_SPACE,
        Piece.parse("bA1"),
        "  bA2 bQ\nwQ  wP  bA1\n  wS1 wS2",
        "wP",
    ),
    Told(
        ReasonCode.GATE,
        "wQ wS1\\",
        "  wG1 bA1\nwS1 wQ  bQ\n      bS1",
        "bS1 wS1",
        ((0, 1), (-1, 2)),
    ),
    # A gate of stacks: between bB1 and wB1 no beetle climbs down.
    Told(
        ReasonCode.GATE,
        "wB2 bB1-",
        "bB1 x\n  wB2 wB1\nbB1 on bQ\nwB2 on wQ\nwB1 on bA1",
        "bB1 wB1",
        ((0, 1), (1, 0)),
    ),
    Told(
        ReasonCode.NO_CONTACT,
        "wQ \\bA1",
        "  wQ  wS1\nx       bG1\n  bA1 bQ",
        hexes=((0, 0), (-1, 1)),
    ),
    Told(ReasonCode.WRONG_DISTANCE, "wQ bA1-", "wQ  wA1 bQ  bA1"),
    Told(ReasonCode.WRONG_DISTANCE, "wS1 \\wQ", "wS1 wQ  bQ  bA1"),
    # A gate keeps the ant from a hole with a gap in its wall; to a closed one no way leads.
    Told(
        ReasonCode.GATE,
        "wA1 wQ-",
        "      wG1 bG1\nwA1 wQ  x\n      bS1 bQ",
        "bG1 bQ",
    ),
    Told(ReasonCode.WRONG_DISTANCE, "wA1 wQ-", "      wG1 bG1\nwA1 wQ  x   bA1\n      bS1 bQ"),
    # Nothing is thrown out of a stack, so no gate is in the way of that either.
    Told(ReasonCode.WRONG_DISTANCE, "wB1 /wP", "wQ  wP  wB1 bQ\nwB1 on bA1"),
    Told(ReasonCode.UNKNOWN_REFERENCE, "wA1 bS1-", LINE, "bS1"),
    Told(ReasonCode.MISSING_REFERENCE, "wB1", LINE),
    Told(ReasonCode.MARKED_OCCUPIED, "wB1 wA1-", LINE, "wQ", ((1, 0),)),
    Told(
        ReasonCode.COVERED_REFERENCE,
        "wB1 bA1",
        "wB1 bB1 wQ  bQ\nbB1 on bA1",
        "bB1",
        ((1, 0),),
    ),
]


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
        "Black Ant 1 is stunned: it was thrown by White Pillbug in the turn before",
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
    assert "nobody can throw Black Pillbug" in reason.text


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
    assert str(reason) == "White Queen is pinned: without it the hive would fall into 2 parts"


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


def test_every_code_is_told_somewhere_above() -> None:
    elsewhere = {ReasonCode.STUNNED, ReasonCode.CANNOT_THROW}
    assert {told.code for told in TOLD} | elsewhere == set(ReasonCode)
