"""The published rule cases: legal and illegal moves, accepted texts, and game states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from beespace.errors import IllegalMoveError, InvalidNotationError
from beespace.rules import BaseBoard
from conftest import SHARED_DATA

_FILE = SHARED_DATA / "rule_cases.jsonl"
_LINES = _FILE.read_text(encoding="utf-8").splitlines() if _FILE.is_file() else []
CASES: list[dict[str, Any]] = [json.loads(line) for line in _LINES]


def _id(case: dict[str, Any]) -> str:
    return str(case["id"])


# Without the data there is one empty case, so that the test is reported as skipped.
@pytest.mark.parametrize("case", CASES or [{"id": "no-data"}], ids=_id)
def test_published_case_holds(
    board_class: type[BaseBoard], case: dict[str, Any], shared_data: Path
) -> None:
    assert shared_data.is_dir()
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
