"""Positions that no game can reach are rejected, with a list of everything wrong with them."""

from __future__ import annotations

import pytest

from beespace.errors import InvalidNotationError, InvalidPositionError
from beespace.rules import BaseBoard

FINE = "Base+MLP White[9] - 0,0:wA1 1,0:bA1 -1,0:wQ 2,0:bQ"

PROBLEMS = {
    "two hives": ("Base White[9] - 0,0:wA1 1,0:bA1 -1,0:wQ 3,0:bQ", "2 hives"),
    "a hex given twice": ("Base White[9] - 0,0:wQ 1,0:bQ 0,0:wB1", "hex 0,0 is given twice"),
    "a piece in two places": ("Base White[9] - 0,0:wQ 1,0:bQ -1,0:wQ", "wQ is listed twice"),
    "a piece twice in a stack": ("Base White[9] - 0,0:wQ.wB1.wB1 1,0:bQ", "wB1 is listed twice"),
    "an ant on top": ("Base White[9] - 0,0:wQ.bA1 1,0:bQ", "bA1 is on top of wQ"),
    "a queen on top": ("Base White[9] - 0,0:wA1.wQ 1,0:bQ", "wQ is on top of wA1"),
    "a piece not in the box": ("Base White[9] - 0,0:wQ 1,0:bQ -1,0:wM", "wM is not part of Base"),
    "a second piece without the first": (
        "Base White[9] - 0,0:wQ 1,0:bQ -1,0:wA2",
        "wA2 is on the board",
    ),
    "more pieces than turns": (
        "Base White[3] - 0,0:wA1 1,0:bA1 -1,0:wQ -2,0:wG1",
        "White has placed 3 pieces in 2 turns",
    ),
    "turns without a piece": (
        "Base White[2] - 0,0:wA1",
        "Black has had 1 turns but placed nothing",
    ),
    "an empty board late in the game": ("Base White[5] -", "placed nothing"),
    "four pieces and no queen": (
        "Base White[9] - 0,0:wA1 1,0:bQ -1,0:wG1 -2,0:wS1 -3,0:wB1",
        "White has placed 4 pieces but no queen",
    ),
    "a queen on the first turn": ("Base Black[1] - 0,0:wQ", "queen on the first turn"),
    "a climber without a queen": (
        "Base White[9] - 0,0:wA1.wB1 1,0:bQ",
        "White cannot have moved yet",
    ),
    "a climber before there was a turn to move": (
        "Base White[3] - 0,0:bA1.wB1 1,0:bQ -1,0:wQ",
        "White cannot have moved yet",
    ),
    "a stunned piece in the hand": ("Base White[9] bA1 0,0:wQ 1,0:bQ", "bA1 was moved"),
    "a stunned piece under another": (
        "Base White[9] bA1 0,0:wQ 1,0:bQ 2,0:bA1.bB1",
        "bA1 was moved last turn, but is covered",
    ),
    "a stun without a queen": (
        "Base White[9] bA1 0,0:wQ 1,0:bG1 2,0:bA1",
        "Black has not placed the queen",
    ),
    "a throw without a thrower": (
        "Base+P White[9] wQ 0,0:wQ 1,0:bQ 2,0:bP",
        "wQ was thrown last turn, but Black cannot have thrown it",
    ),
    "a throw onto a stack": (
        "Base+P White[9] wB1 0,0:wQ.wB1 1,0:bP 2,0:bQ",
        "wB1 was thrown last turn, but Black cannot have thrown it",
    ),
    "a lone queen long after the first turn": (
        "Base Black[3] - 0,0:wQ 1,0:bA1",
        "queen on the first turn",
    ),
    "a stun before there was a turn to move": (
        "Base White[3] bA1 0,0:wA1 1,0:bA1 -1,0:wQ 2,0:bQ",
        "bA1 was moved last turn",
    ),
    "a mosquito that climbed without a beetle in the game": (
        "Base+M White[9] - 0,0:wQ.wM 1,0:bQ 2,0:bA1",
        "wM is on top of wQ",
    ),
    "turns without a possible action": (
        "Base White[50] - 0,0:wS1 1,0:bS1",
        "placed only 1 in 49 turns",
    ),
    "a player who placed too few pieces": (
        "Base White[9] - 0,0:wS1 1,0:bS1 2,0:bQ",
        "placed only 1 in 8 turns",
    ),
}


@pytest.mark.parametrize("line", [FINE, FINE.replace("White", "Black"), "Base White[1] -"])
def test_possible_position_is_accepted(board_class: type[BaseBoard], line: str) -> None:
    board = board_class.from_position(line)
    assert board.position().split(" ")[:3] == line.split(" ")[:3]
    assert sorted(board.position().split(" ")) == sorted(line.split(" "))


@pytest.mark.parametrize(("line", "problem"), PROBLEMS.values(), ids=PROBLEMS)
def test_impossible_position_is_rejected(
    board_class: type[BaseBoard], line: str, problem: str
) -> None:
    with pytest.raises(InvalidPositionError) as refusal:
        board_class.from_position(line)
    assert any(problem in found for found in refusal.value.problems), refusal.value.problems
    assert problem in str(refusal.value)


def test_all_problems_are_listed_at_once(board_class: type[BaseBoard]) -> None:
    line = "Base White[2] bS1 0,0:wA2.bA1 5,0:wM 5,0:wM 9,9:bQ"
    with pytest.raises(InvalidPositionError) as refusal:
        board_class.from_position(line)
    expected = [
        "hex 5,0 is given twice",
        "wM is listed twice",
        "the pieces form 3 hives",
        "bA1 is on top of wA2",
        "wM is not part of Base",
        "wA2 is on the board, but wA1 is not",
        "White has placed 2 pieces in 1 turns",
        "Black has placed 2 pieces in 1 turns",
        "bS1 was moved last turn, but is not on the board",
    ]
    for problem in expected:
        assert any(problem in found for found in refusal.value.problems), problem


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Base",
        "Base White[1]",
        "Base White[0] -",
        "Base White[01] -",
        "Base white[1] -",
        "Hive White[1] -",
        "Base White[1] - 0,0",
        "Base White[1] - 0,0:",
        "Base White[1] - 0,0:wA4",
        "Base White[1] - 0:wA1",
        "Base White[1] - 0,0:wA1.",
        "Base White[1] - 0,0:wA1 ",
        "Base White[1]  - 0,0:wA1",
        "Base White[1] - 0,0:wA1\n",
        "Base White[1] - 1e3,0:wA1",
        "Base White[1] - ١,0:wA1",
        "Base White[1] - 99999999999,0:wA1",
        "Base White[9] wX 0,0:wQ 1,0:bQ",
    ],
)
def test_malformed_position_is_a_notation_error(board_class: type[BaseBoard], line: str) -> None:
    with pytest.raises(InvalidNotationError):
        board_class.from_position(line)


def test_notation_error_gives_the_column_where_parsing_stopped(
    board_class: type[BaseBoard],
) -> None:
    with pytest.raises(InvalidNotationError) as refusal:
        board_class.from_position("Base White[9] - 0,0:wQ 1,0:bX")
    assert refusal.value.column == len("Base White[9] - 0,0:wQ ") + 1


def test_queen_can_be_the_only_piece_on_the_first_turn_if_the_rules_allow_it(
    board_class: type[BaseBoard],
) -> None:
    board = board_class.from_position("Base,queen-first Black[1] - 0,0:wQ")
    assert board.why_illegal("bQ wQ-") is None


def test_moves_of_a_board_start_from_its_position(board_class: type[BaseBoard]) -> None:
    board = board_class.from_position(FINE)
    assert not board.moves
    move = board.push_uhp("wQ \\wA1")
    assert list(board.moves) == [move]
    assert board.pop() == move
    with pytest.raises(IndexError):
        board.pop()
