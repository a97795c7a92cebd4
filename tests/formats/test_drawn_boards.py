"""Text drawings of boards, compared with the expected pictures."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

from beespace.formats.colors import MANY_COLORS, NO_COLORS, SIXTEEN_COLORS, Palette
from beespace.formats.text import ASCII, UNICODE, draw_board, draw_hands
from beespace.rules import PIECES, Board, Color, Hex, Piece

STACKED = (
    "Base+MLP White[20] bB2 0,0:wP 1,0:bP.wM.bB2 2,0:wQ 0,1:bQ 1,-1:wA1 1,1:wS1.bB1 -1,1:bA1 2,1:bM"
)
LINE_OF_28 = "Base+MLP White[40] - " + " ".join(f"{i},0:{p}" for i, p in enumerate(PIECES))


def picture(text: str) -> str:
    return dedent(text).strip("\n")


def drawn(text: str) -> str:
    """Return a drawing without its margin, to compare it with a picture in a test."""
    return picture("\n".join(line.rstrip() for line in text.splitlines()))


def test_an_empty_board_says_so() -> None:
    assert draw_board(Board("Base")) == "  The board is empty."


def test_rows_are_staggered_like_the_directions_of_the_protocol() -> None:
    board = Board("Base")
    for move in ("wS1", r"bG1 wS1\ ".strip(), r"wQ \wS1", "bQ bG1-", "wA1 wQ/"):
        board.push_uhp(move)
    assert drawn(draw_board(board)) == picture(
        r"""
          ╱ ╲
         [wA1]
        ╱ ╲ ╱
       │wQ │
        ╲ ╱ ╲
         │wS1│
          ╲ ╱ ╲ ╱ ╲
           │bG1│bQ │
            ╲ ╱ ╲ ╱
        """
    )
    assert drawn(draw_board(board, charset=ASCII, last_move=False)) == picture(
        r"""
          / \
         |wA1|
        / \ /
       |wQ |
        \ / \
         |wS1|
          \ / \ / \
           |bG1|bQ |
            \ / \ /
        """
    )


def test_the_last_move_shows_where_it_started_and_ended() -> None:
    board = Board("Base")
    for move in ("wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", r"wQ \wS1"):
        board.push_uhp(move)
    assert drawn(draw_board(board)) == picture(
        r"""
          ╱ ╲
         [wQ ]
        ╱ ╲ ╱ ╲ ╱ ╲ ╱ ╲
       │ · │wS1│bG1│bQ │
        ╲ ╱ ╲ ╱ ╲ ╱ ╲ ╱
        """
    )


def test_a_piece_that_climbs_down_leaves_a_dot_at_the_foot_of_the_stack() -> None:
    board = Board.from_position("Base White[9] - 0,0:wQ 1,0:bA1.wB1 2,0:bQ")
    board.push_uhp("wB1 bA1/")
    assert drawn(draw_board(board)) == picture(
        r"""
              ╱ ╲
             [wB1]
        ╱ ╲ ╱ ╲ ╱ ╲
       │wQ │bA1│bQ │
        ╲ ╱ ╲·╱ ╲ ╱
        """
    )


def test_stacks_show_their_height_and_list_the_pieces_below() -> None:
    board = Board.from_position(STACKED)
    assert drawn(draw_board(board)) == picture(
        r"""
            ╱ ╲
           │wA1│
          ╱ ╲ ╱³╲ ╱ ╲
         │wP │bB2│wQ │
        ╱ ╲ ╱ ╲ ╱²╲ ╱ ╲
       │bA1│bQ │bB1│bM │
        ╲ ╱ ╲ ╱ ╲ ╱ ╲ ╱
       Stack of 3  bP → wM → bB2
       Stack of 2  wS1 → bB1
        """
    )


def test_targets_are_numbered_in_empty_hexes_and_at_the_foot_of_occupied_ones() -> None:
    board = Board.from_position("Base White[9] - 0,0:wB1 1,0:bA1.bB1 1,-1:wQ 2,-1:bQ")
    beetle = Piece.parse("wB1")
    targets = sorted(
        (move.to for move in board.legal_moves.of(beetle)),  # type: ignore[union-attr]
        key=lambda hex: (not board.stack(hex), hex.r, hex.q),
    )
    assert drawn(draw_board(board, charset=ASCII, selected=Hex(0, 0), targets=targets)) == picture(
        r"""
        / \ / \ / \
       | 3 |wQ |bQ |
        \ / \1/2\ /
         >wB1<bB1|
          \ / \2/
           | 4 |
            \ /
       Stack of 2  bA1 -> bB1
        """
    )


def test_marked_pieces_and_crossed_hexes_stand_out() -> None:
    board = Board.from_position("Base,queen-first White[9] - 0,0:wQ 1,0:bA1 2,0:bQ")
    text = draw_board(board, marked=[Hex(1, 0), Hex(9, 9)], crossed=[Hex(0, 1), Hex(2, 0)])
    assert drawn(text) == picture(
        r"""
        ╱ ╲ ╱ ╲ ╱ ╲
       │wQ !bA1!bQ │
        ╲ ╱ ╲ ╱ ╲×╱
         │ × │
          ╲ ╱
        """
    )


def test_a_line_of_28_pieces_is_drawn_in_overlapping_parts() -> None:
    lines = draw_board(Board.from_position(LINE_OF_28), width=80).splitlines()
    assert max(map(len, lines)) <= 80
    assert [line for line in lines if "part" in line] == [
        "── part 1 of 2, continued to the east",
        "── part 2 of 2, continued to the west",
    ]
    rows = [line for line in lines if "Q" in line or "bP" in line]
    assert rows[0].endswith("│bG2│")
    assert rows[1].startswith("  │bG2│")
    text = "".join(rows)
    assert all(str(piece) in text for piece in PIECES)


@pytest.mark.parametrize("width", [0, 9, 20, 40, 60, 79, 114, 115, 120, 121])
@pytest.mark.parametrize("coordinates", [False, True])
def test_no_line_is_wider_than_the_given_width(width: int, coordinates: bool) -> None:
    board = Board.from_position(LINE_OF_28)
    text = draw_board(board, width=width, coordinates=coordinates)
    rows = [line for line in text.splitlines() if "│" in line]
    assert all(len(row) <= max(width, 17) for row in rows)
    assert all(str(piece) in text for piece in PIECES)
    assert (len(rows) == 1) == (width >= 2 + (6 if coordinates else 0) + 4 * 28 + 1)


def test_coordinates_are_at_the_ends_of_rows_and_columns() -> None:
    board = Board.from_position("Base White[9] - 0,0:wQ 1,0:bA1 2,-1:bQ -1,2:wS1 -1,1:wA1")
    text = draw_board(board, charset=ASCII, coordinates=True)
    assert drawn(text) == picture(
        r"""
                     2
                      / \
        -1     0   1 |bQ |
                / \ / \ /
         0  -1 |wQ |bA1|
              / \ / \ /
         1   |wA1|
              \ / \
         2     |wS1|
                \ /
        """
    )


def test_coordinates_of_a_hive_far_from_the_origin_are_relative_to_its_corner() -> None:
    board = Board.from_position("Base,queen-first White[9] - 400,-350:wQ 401,-350:bA1 402,-350:bQ")
    assert drawn(draw_board(board, coordinates=True)) == picture(
        r"""
             0   1   2
              ╱ ╲ ╱ ╲ ╱ ╲
         0   │wQ │bA1│bQ │
              ╲ ╱ ╲ ╱ ╲ ╱
       coordinates relative to q=400, r=-350
        """
    )


@pytest.mark.parametrize("palette", [SIXTEEN_COLORS, MANY_COLORS])
def test_colors_change_nothing_but_the_colors(palette: Palette) -> None:
    board = Board.from_position(STACKED)

    def draw(palette: Palette) -> str:
        return draw_board(
            board,
            palette=palette,
            selected=Hex(-1, 1),
            targets=[Hex(2, 1), Hex(3, 0)],
            marked=[Hex(0, 0)],
            crossed=[Hex(3, 1)],
        )

    assert "\x1b[" in draw(palette)
    assert re.sub(r"\x1b\[[0-9;]*m", "", draw(palette)) == draw(NO_COLORS)


def test_the_ascii_drawing_is_ascii() -> None:
    board = Board.from_position(STACKED)
    text = draw_board(board, charset=ASCII, targets=[Hex(2, 1)], crossed=[Hex(3, 1)])
    assert (text + draw_hands(board, charset=ASCII)).isascii()


def test_hands_show_the_next_piece_of_each_bug_and_how_many_are_left() -> None:
    board = Board.from_position(STACKED)
    assert draw_hands(board) == (
        "  White  wB1×2  wG1×3  wS2  wA2×2  wL\n  Black  bG1×3  bS1×2  bA2×2  bL"
    )
    everything = {p for color in Color for p in board.ruleset.pieces(color)}
    full = " ".join(f"{i},0:{p}" for i, p in enumerate(sorted(everything, key=PIECES.index)))
    assert draw_hands(Board.from_position(f"Base+MLP White[40] - {full}"), charset=UNICODE) == (
        "  White  nothing in hand\n  Black  nothing in hand"
    )
