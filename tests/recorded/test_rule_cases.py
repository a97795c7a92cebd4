"""The rule cases: legal and illegal moves, accepted texts, and game states."""

from __future__ import annotations

import pytest

from beespace.errors import IllegalMoveError, InvalidNotationError
from beespace.rules import BaseBoard
from support import recorded
from support.recorded import Recorded


def _id(case: Recorded) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", recorded.rule_cases(), ids=_id)
def test_case_holds(board_class: type[BaseBoard], case: Recorded) -> None:
    board = board_class(case["game_type"])
    for text in case["moves"]:
        board.push_uhp(text)
    for text in case["legal"]:
        assert board.parse_uhp(text) in board.legal_moves, text
    for text in case["illegal"]:
        _assert_refused(board, text)
    if "all_legal" in case:
        assert {board.parse_uhp(text) for text in case["all_legal"]} == set(board.legal_moves)
    if case["kind"] == "state":
        assert board.state == case["state"]


def _assert_refused(board: BaseBoard, text: str) -> None:
    before = board.position()
    with pytest.raises((IllegalMoveError, InvalidNotationError)) as refusal:
        board.push_uhp(text)
    assert board.position() == before
    if isinstance(refusal.value, IllegalMoveError):
        assert board.why_illegal(text) == refusal.value.reason
