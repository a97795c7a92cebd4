"""Pieces, rulesets, hexes and errors: small values that compare, print, pickle and round-trip."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

import beespace
from beespace.errors import (
    BeespaceError,
    IllegalMoveError,
    InvalidNotationError,
    InvalidPositionError,
)
from beespace.rules import (
    GAME_TYPES,
    PIECES,
    RULESETS,
    BaseBoard,
    Bug,
    Color,
    Direction,
    EndReason,
    Hex,
    Outcome,
    Pass,
    Piece,
    Place,
    Reason,
    ReasonCode,
    Relocate,
    Result,
    Ruleset,
)


def test_box_holds_28_pieces_whose_names_round_trip() -> None:
    assert len(PIECES) == len(set(PIECES)) == 28
    assert all(Piece.parse(str(piece)) is piece for piece in PIECES)
    assert all(eval(repr(piece)) is piece for piece in PIECES)
    assert all(pickle.loads(pickle.dumps(piece)) is piece for piece in PIECES)


def test_pieces_are_immutable() -> None:
    with pytest.raises(AttributeError):
        Piece.parse("wA1").number = 2
    with pytest.raises(AttributeError):
        del Piece.parse("wA1").number


@pytest.mark.parametrize(("bug", "number"), [(Bug.QUEEN, 2), (Bug.ANT, 4), (Bug.ANT, 0)])
def test_piece_that_is_in_no_box_cannot_be_created(bug: Bug, number: int) -> None:
    with pytest.raises(InvalidNotationError):
        Piece(Color.WHITE, bug, number)


@pytest.mark.parametrize(
    ("name", "expansions", "queen_first", "count"),
    [
        ("base2016", "", True, 11),
        ("pocket2012", "ML", True, 13),
        ("ultimate2024", "MLP", False, 14),
        ("tournament", "MLP", False, 14),
    ],
)
def test_named_rulesets_follow_the_booklets(
    name: str, expansions: str, queen_first: bool, count: int
) -> None:
    ruleset = Ruleset.parse(name)
    assert ruleset == Ruleset(expansions, queen_first, stack_gates=True, repetition="none")
    assert len(ruleset.pieces(Color.WHITE)) == len(ruleset.pieces(Color.BLACK)) == count


def test_there_are_no_other_named_rulesets() -> None:
    assert set(RULESETS) == {"base2016", "pocket2012", "ultimate2024", "tournament"}


def test_default_board_is_tournament_with_all_expansions(board_class: type[BaseBoard]) -> None:
    assert board_class().ruleset == RULESETS["tournament"] == Ruleset()
    assert board_class("Base+ML").ruleset == Ruleset("ML")
    assert board_class(Ruleset("P", queen_first=True)).ruleset.queen_first
    assert board_class("base2016").ruleset == RULESETS["base2016"]


def test_rulesets_round_trip() -> None:
    for letters in (game_type[5:] for game_type in GAME_TYPES):
        for options in range(8):
            ruleset = Ruleset(
                letters,
                bool(options & 1),
                bool(options & 2),
                "threefold" if options & 4 else "none",
            )
            assert Ruleset.parse(str(ruleset)) == ruleset
            assert eval(repr(ruleset)) == ruleset


def test_expansions_are_sorted() -> None:
    assert Ruleset("PM") == Ruleset("MP")


@pytest.mark.parametrize("text", ["", "base", "Base+", "Base+PM", "Base+MM", "Base+X", "Base,x"])
def test_malformed_ruleset_text_is_rejected(text: str) -> None:
    with pytest.raises(InvalidNotationError):
        Ruleset.parse(text)


def test_invalid_ruleset_is_rejected() -> None:
    with pytest.raises(InvalidNotationError):
        Ruleset("X")
    with pytest.raises(InvalidNotationError):
        Ruleset("MM")
    with pytest.raises(InvalidNotationError):
        Ruleset(repetition="twofold")  # type: ignore[arg-type]


def test_coordinates_are_those_of_pointy_topped_hexes(board_class: type[BaseBoard]) -> None:
    expected = {
        "-wA1": (-1, 0), "wA1-": (1, 0), "/wA1": (-1, 1),
        "wA1/": (1, -1), "\\wA1": (0, -1), "wA1\\": (0, 1),
    }  # fmt: skip
    for reference, at in expected.items():
        board = board_class()
        board.push_uhp("wA1")
        assert board.location(Piece.parse("wA1")) == Hex(0, 0)
        assert board.push_uhp(f"bA1 {reference}") == Place(Piece.parse("bA1"), Hex(*at))
    assert {direction.value for direction in Direction} == {Hex(*at) for at in expected.values()}


def test_reprs_of_values_round_trip() -> None:
    for value in (
        Hex(3, -4),
        Place(Piece.parse("wA1"), Hex(0, 1)),
        Relocate(Piece.parse("bB2"), Hex(-9, 1)),
        Pass(),
    ):
        assert eval(repr(value)) == value
        assert pickle.loads(pickle.dumps(value)) == value


def test_errors_survive_pickling() -> None:
    reason = Reason(ReasonCode.PINNED, "pinned", parts=((Piece.parse("wA1"),),))
    errors: list[BeespaceError] = [
        InvalidNotationError("what", "text", 3),
        IllegalMoveError("what", reason, Pass(), "Base;InProgress;White[1]"),
        InvalidPositionError(("one", "two")),
    ]
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), vars(again)) == (str(error), vars(error))
        assert isinstance(error, ValueError)


def test_boards_are_not_hashable(board_class: type[BaseBoard]) -> None:
    with pytest.raises(TypeError):
        hash(board_class())


def test_boards_compare_by_position_only(board_class: type[BaseBoard]) -> None:
    board = board_class("Base")
    for text in ("wA1", "bA1 wA1-"):
        board.push_uhp(text)
    assert board == board_class.from_position(board.position())
    assert board != board_class("Base")
    assert board != board.position()


def test_outcome_says_who_won(board_class: type[BaseBoard]) -> None:
    board = board_class("Base")
    assert (board.outcome(), board.state) == (None, "NotStarted")
    ended = board_class.from_position(
        "Base White[20] - 0,0:wQ 1,0:bQ 2,0:wA1 1,1:wA2 0,1:bA1 2,-1:bA2 1,-1:bA3"
    )
    assert ended.outcome() == Outcome(Result.WHITE_WINS, EndReason.SURROUND)
    assert ended.state == "WhiteWins"


def test_package_exports_every_public_name() -> None:
    assert all(hasattr(beespace, name) for name in beespace.__all__)


ORDER = """
import random, beespace.rules
board, chance = beespace.rules.Board("Base+MLP"), random.Random(1)
for _ in range(60):
    moves = list(board.legal_moves)
    board.push(chance.choice(moves))
print(board.game_string(), [board.uhp(move) for move in board.legal_moves])
"""


def test_move_order_is_the_same_in_every_run() -> None:
    runs = {
        subprocess.run(
            [sys.executable, "-c", ORDER],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(runs) == 1


@pytest.mark.parametrize(
    "junk",
    [
        *(None, 7, "no move", Hex(0, 0)),
        Place(Piece.parse("wS1"), (0, 0)),  # type: ignore[arg-type]
        Place(Piece.parse("wS1"), Hex(0.0, 0.0)),  # type: ignore[arg-type]
        Place("wS1", Hex(0, 0)),  # type: ignore[arg-type]
    ],
)
def test_object_that_is_not_a_move_cannot_be_pushed(
    board_class: type[BaseBoard], junk: object
) -> None:
    board = board_class()
    with pytest.raises((TypeError, InvalidNotationError)):
        board.push(junk)  # type: ignore[arg-type]
    assert board.moves == ()
    assert len(board.legal_moves) == 7


@pytest.mark.parametrize("junk", [None, 5, b"Base"])
def test_object_that_is_not_a_ruleset_is_rejected(
    board_class: type[BaseBoard], junk: object
) -> None:
    with pytest.raises(TypeError, match="expected a Ruleset"):
        board_class(junk)  # type: ignore[arg-type]


def test_the_tournament_ruleset_fits_every_game_type(board_class: type[BaseBoard]) -> None:
    board = board_class.from_game_string("Base+M;InProgress;White[2];wM;bM wM-", "tournament")
    assert board.ruleset.game_type == "Base+M"


def test_keys_have_room_for_every_bug() -> None:
    """With 17 bugs, keys need more bits: in rules/board/keys.py and native/core/game/keys.h."""
    assert len(Bug) <= 1 << 4
