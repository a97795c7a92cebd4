"""The text drawings in the guide match what Beespace draws."""

from __future__ import annotations

from beespace.formats.text import draw_board
from beespace.rules import Board, Hex, Place, Relocate
from support.repository import REPOSITORY

OPENING = r"Base;InProgress;White[4];wS1;bG1 wS1-;wQ \wS1;bQ bG1/;wB1 -wS1;bA1 bQ-"
CLIMB = "Base+MLP Black[20] - 0,0:wP 1,0:bP.wM 2,0:wQ 0,1:bQ 1,-1:wA1 -1,1:bA1 2,1:bM 1,1:bB1"


def pictures(page: str) -> list[str]:
    """Return the code blocks of a page that have no language."""
    blocks = (REPOSITORY / page).read_text(encoding="utf-8").split("```")[1::2]
    return [block.strip("\n") for block in blocks if block.startswith("\n")]


def test_the_pictures_in_the_guide_to_playing_are_current() -> None:
    numbered, _, climb = pictures("docs/playing.md")
    board = Board.from_game_string(OPENING)
    targets = [board.parse_uhp(f"wB1 {where}") for where in ("wQ", "wS1", "-wQ", "/wS1")]
    hexes = [move.to for move in targets if isinstance(move, Place | Relocate)]
    assert draw_board(board, selected=Hex(-1, 0), targets=hexes) in numbered
    board = Board.from_position(CLIMB)
    board.push_uhp("bB1 wM")
    assert climb == draw_board(board)
