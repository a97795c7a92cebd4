"""The counts printed under the booklets' figures, in positions of our own.

A circle is a hex that the piece can reach, an x one that it cannot although it looks near.
"""

from __future__ import annotations

import drawn_board
from beespace.rules import BaseBoard, Piece
from drawn_board import destinations


def _assert_reaches(
    board: BaseBoard, picture: str, piece: str, count: int, climbs: tuple[str, ...] = ()
) -> None:
    """The piece reaches the circles and the named pieces, that many, and nothing else."""
    marks = drawn_board.read(picture).marks
    expected = marks["o"] | {board.location(Piece.parse(name)) for name in climbs}
    reached = destinations(board, piece)
    shown = drawn_board.draw(board, dict.fromkeys(reached, "o"))
    assert reached == expected, f"{piece} reaches:\n{shown}"
    assert len(reached) == count
    assert not reached & marks.get("x", frozenset())


def test_queen_moves_to_one_of_four_hexes(board_class: type[BaseBoard]) -> None:
    picture = """
            o   o
          wA1 bQ  bA1
        wG1 o   o   bS1
          wS1 wQ  bG1
    """
    board = drawn_board.board_of(board_class, picture, "Base", "Black[20]")
    _assert_reaches(board, picture, "bQ", 4)


def test_beetle_moves_to_one_of_four_hexes(board_class: type[BaseBoard]) -> None:
    picture = """
          wS1 bA1
            wQ  bG1 bQ
          o   wB1 o
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    _assert_reaches(board, picture, "wB1", 4, climbs=("wQ", "bG1"))


def test_beetle_does_not_slide_into_the_gap_between_its_neighbours(
    board_class: type[BaseBoard],
) -> None:
    picture = """
              o
            wQ  wB1 o
          bS1 x   bG1
            bQ  wA1
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    _assert_reaches(board, picture, "wB1", 4, climbs=("wQ", "bG1"))


def test_grasshopper_jumps_to_one_of_three_hexes_and_over_no_gap(
    board_class: type[BaseBoard],
) -> None:
    picture = """
                  wB1
            o   wS1
          bS1 wQ  bQ
        wG1 wG2 o   bG1 x
          bB1
            o
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    _assert_reaches(board, picture, "wG1", 3)


def test_spider_ends_on_one_of_four_hexes_and_not_where_it_comes_by_second(
    board_class: type[BaseBoard],
) -> None:
    picture = """
                o
          bS2 bQ  x
        bA1 o       bS1
          wB1 o   bG1
            wS1 wQ
                  o
    """
    board = drawn_board.board_of(board_class, picture, "Base", "Black[20]")
    _assert_reaches(board, picture, "bS1", 4)


def test_ant_moves_to_one_of_eleven_hexes_but_not_into_the_centre(
    board_class: type[BaseBoard],
) -> None:
    picture = """
            o   wA1 o
          o   wQ  bG1 o
        o   bQ  x   wG1 o
          o   wB1 bG2 o
            o   o   o
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    _assert_reaches(board, picture, "wA1", 11)


def test_ladybug_ends_on_one_of_ten_hexes(board_class: type[BaseBoard]) -> None:
    picture = """
            o   o
          o   wQ  o
        o   bG1 bQ  bA1
          wL  wS1 o
            o   bS1 o
              o   o
    """
    board = drawn_board.board_of(board_class, picture, "Base+L")
    _assert_reaches(board, picture, "wL", 10)


def test_mosquito_ends_on_one_of_six_hexes_as_beetle_or_spider(
    board_class: type[BaseBoard],
) -> None:
    picture = """
                o
              wM  bS1 o
            o   bB1 wG1
              wS1 bQ
        o   wQ
    """
    board = drawn_board.board_of(board_class, picture, "Base+M")
    _assert_reaches(board, picture, "wM", 6, climbs=("bS1", "bB1"))


def test_ant_that_holds_the_hive_together_stays(board_class: type[BaseBoard]) -> None:
    picture = """
        wS1 wQ  bA1 bQ
                  wG1
    """
    board = drawn_board.board_of(board_class, picture, "Base", "Black[20]")
    assert destinations(board, "bA1") == frozenset()


def test_queen_may_not_leave_the_hive_unlinked_on_her_way(board_class: type[BaseBoard]) -> None:
    picture = """
              wG1
        wS1 bA1 x   wQ
              bQ  bG1
    """
    board = drawn_board.board_of(board_class, picture, "Base", "Black[20]")
    assert destinations(board, "bQ") == frozenset()
