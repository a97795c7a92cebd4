"""Every board passes the suites, and the suites cover every rule."""

from __future__ import annotations

import pytest

from beespace.rules import BaseBoard
from support.suite_cases import SUITES, Case, read_suite

NAMES = sorted(path.stem for path in SUITES.glob("*.txt"))
CASES = [case for name in NAMES for case in read_suite(name)]


def _name(case: Case) -> str:
    return case.name.replace(" ", "-")


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_suite_case_holds(board_class: type[BaseBoard], case: Case) -> None:
    assert case.failures(board_class) == []


@pytest.mark.parametrize("statement", range(1, 32))
def test_every_statement_has_legal_and_illegal_cases(statement: int) -> None:
    claims = [claim for case in CASES if statement in case.statements for claim in case.claims]
    assert any(keyword == "illegal" for keyword, _ in claims)
    # A complete set of a piece's moves also says what is legal, unless it is empty.
    assert any(keyword == "legal" or (keyword == "of" and ";" in text) for keyword, text in claims)


def test_case_names_are_unique() -> None:
    names = [case.name for case in CASES]
    assert sorted(set(names)) == sorted(names)


def test_game_strings_of_the_suites_are_canonical(board_class: type[BaseBoard]) -> None:
    for case in CASES:
        notation, text = case.start
        if notation == "game":
            board = case.board(board_class)
            assert board_class.from_game_string(board.game_string(), case.rules) == board
            head = board.game_string().split(";")[:3]
            assert text.split(";")[:3] == head, case.where
