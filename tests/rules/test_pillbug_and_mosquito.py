"""A mosquito throws like the pillbug next to it, even if that pillbug can do nothing."""

from __future__ import annotations

import pytest

from beespace.rules import BaseBoard, Piece, ReasonCode
from support import drawn_board

PINNED = """
    bA1 wM  wP  wQ  bQ
"""
# Black's pillbug has just thrown White's.
RESTING = """
    bA1 wM  wP  wQ
              bP  bQ
"""


@pytest.mark.parametrize(
    ("picture", "stunned", "code"),
    [(PINNED, "-", ReasonCode.PINNED), (RESTING, "wP", ReasonCode.STUNNED)],
)
def test_a_mosquito_throws_next_to_a_pinned_or_resting_pillbug(
    board_class: type[BaseBoard], picture: str, stunned: str, code: ReasonCode
) -> None:
    board = drawn_board.board_of(board_class, picture, "ultimate2024", stunned=stunned)
    reason = board.why_immobile(Piece.parse("wP"))
    assert reason is not None
    assert reason.code is code
    thrown = board.legal_moves.of(Piece.parse("bA1"))
    assert {str(thrower) for move in thrown for thrower in board.throwers(move)} == {"wM"}
