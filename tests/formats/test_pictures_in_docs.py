"""The drawings in the README and the guide are what Beespace draws."""

from __future__ import annotations

from pathlib import Path

from beespace.formats.text import draw_board, draw_hands
from beespace.rules import Board, Hex, Place, Relocate

REPOSITORY = Path(__file__).resolve().parent.parent.parent

MIDDLE_GAME = (
    r"Base+MLP;InProgress;White[14];wP;bB1 wP-;wL -wP;bB2 bB1-;wG1 \wP;bL bB1\;wQ -wL;bQ bL\;"
    r"wM wG1/;bG1 bB2-;wB1 -wM;bG1 -wQ;wG2 wM/;bP -bG1;wG3 -wG2;bA1 \bB2;wM wG1;bA1 /wB1;"
    r"wL bP\;bB2 bB1;wM wP;bA2 bB2-;wM bB2;bA2 wQ\;wA1 /wL;bG2 /bA2"
)
OPENING = r"Base;InProgress;White[4];wS1;bG1 wS1-;wQ \wS1;bQ bG1/;wB1 -wS1;bA1 bQ-"
CLIMB = "Base+MLP Black[20] - 0,0:wP 1,0:bP.wM 2,0:wQ 0,1:bQ 1,-1:wA1 -1,1:bA1 2,1:bM 1,1:bB1"


def pictures(page: str) -> list[str]:
    """The blocks of a page that no language is named for."""
    blocks = (REPOSITORY / page).read_text(encoding="utf-8").split("```")[1::2]
    return [block.strip("\n") for block in blocks if block.startswith("\n")]


def test_the_picture_in_the_readme() -> None:
    board = Board.from_game_string(MIDDLE_GAME)
    (picture,) = pictures("README.md")
    assert picture.startswith(f"{draw_board(board)}\n\n{draw_hands(board)}\n\n")


def test_the_pictures_in_the_guide_to_playing() -> None:
    numbered, climb = pictures("docs/playing.md")
    board = Board.from_game_string(OPENING)
    targets = [board.parse_uhp(f"wB1 {where}") for where in ("wQ", "wS1", "-wQ", "/wS1")]
    hexes = [move.to for move in targets if isinstance(move, Place | Relocate)]
    assert numbered == draw_board(board, selected=Hex(-1, 0), targets=hexes)
    board = Board.from_position(CLIMB)
    board.push_uhp("bB1 wM")
    assert climb == draw_board(board)
