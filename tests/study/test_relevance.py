"""What is true, but doesn't matter, isn't said: remarks on recorded games that readers refused."""

from __future__ import annotations

import pytest

from beespace import Board
from beespace.study import Deed, about_mistake

pytestmark = pytest.mark.usefixtures("core")


@pytest.mark.parametrize(
    ("moves", "played", "better", "reply", "refused"),
    [
        # The beetle goes the same way in the better line.
        (
            (
                r"Base+L;wS1;bG1 /wS1;wG1 wS1/;bQ -bG1;wQ -wG1;bG2 /bQ;wA1 wS1-;bG2 /wQ;wQ \bG2;"
                r"bG1 \wQ;wA1 /bQ;bS1 bG1/;wG1 bQ-"
            ),
            "bS2 -bG1",
            ["bA1 -bS1", "wA2 wG1-", "bA1 wA2\\", "wB1 -wA1", "bS1 /bG1", "wB1 -bQ"],
            ["wB1 -wA1", "bA1 -bS1", "wB1 -bQ", "bA1 wG1\\", "wB2 wA1\\", "bA1 wB2-"],
            Deed.HEAD_FOR,
        ),
        # Four places for new pieces are enough.
        (
            r"Base+MLP;wL;bP wL-;wQ \wL;bQ bP\;wA1 /wL;bS1 bP/;wP \wQ;bS2 /bQ;wA1 /bS2",
            "bS1 wL\\",
            ["bM bP-", "wA2 /wL", "bA1 bS1/", r"wA3 \wP", "bA2 bS1-", "wA3 bQ-"],
            ["wA2 -wP", "bM bP-", r"wM \wA2", "bS1 wA2\\", "wM bQ-", r"bA1 \bM"],
            Deed.CROWD_OWN,
        ),
        # The spider moves on at once.
        (
            (
                r"Base+MLP;wP;bL \wP;wQ /wP;bQ bL/;wA1 wP-;bP \bQ;wM wQ-;bA1 bQ-;wA1 bA1-;bA2 bP-;"
                "wA2 wP-;bA2 wA2-;wA3 wQ\\"
            ),
            "bS1 bA2\\",
            ["bM bP-", "wA3 /bP"],
            ["wM /bP", "bS1 wA3-"],
            Deed.PIN_OWN,
        ),
        # The queen is still in the hand after the better move.
        (
            "Base+MLP;wL;bL -wL;wA1 wL-;bA1 -bL;wQ wL\\",
            r"bQ \bL",
            ["bM bA1\\", r"wA2 \wA1", "bQ /bA1", "wA1 -bQ", r"bA2 \bL", "wA2 bA2/"],
            ["wA1 /bA1", r"bM \bQ", "wA2 wL/", "bP /bM", "wA2 bM-", "bQ -bP"],
            Deed.LET_IN,
        ),
        # In the first moves, every ant can get to the queen.
        (
            r"Base+MLP;wL;bL \wL;wA1 wL\;bM \bL;wQ wL-;bQ /bM;wA1 -bQ",
            "bM -wA1",
            ["bA1 bM-", "wB1 /wA1"],
            ["wA2 /wL", "bB1 bL/", r"wA2 \bQ", "bB1 wA2-", "wA2 wA1\\", "bB1 bL"],
            Deed.APPROACH,
        ),
    ],
)
def test_what_does_not_matter_is_not_said(
    moves: str, played: str, better: list[str], reply: list[str], refused: Deed
) -> None:
    box, *texts = moves.split(";")
    board = Board(box)
    for text in texts:
        board.push_uhp(text)
    remark = about_mistake(board, played, better, reply)
    assert remark is None or remark.deed is not refused
