"""Every figure of the booklets, in positions of our own with the printed counts.

A circle is a hex that the piece can reach; an x is one that looks near but is out of reach.
"""

from __future__ import annotations

from itertools import product

import pytest

from beespace.rules import BaseBoard, Color, Hex, Piece, Place, ReasonCode, Relocate
from support import drawn_board
from support.drawn_board import destinations


def _assert_reaches(
    board: BaseBoard, picture: str, piece: str, count: int, climbs: tuple[str, ...] = ()
) -> None:
    """Assert that a piece reaches just the circles and the named pieces, `count` in all."""
    marks = drawn_board.read(picture).marks
    expected = marks["o"] | {board.location(Piece.parse(name)) for name in climbs}
    reached = destinations(board, piece)
    shown = drawn_board.draw(board, dict.fromkeys(reached, "o"))
    assert reached == expected, f"{piece} reaches:\n{shown}"
    assert len(reached) == count
    assert not reached & marks.get("x", frozenset())


def _reason(board: BaseBoard, piece: str, to: Hex) -> ReasonCode | None:
    reason = board.why_illegal(board.move_to(Piece.parse(piece), to))
    return None if reason is None else reason.code


def test_the_surrounded_queen_has_lost(board_class: type[BaseBoard]) -> None:
    picture = """
          wA1 bS1
        wQ  bQ  wG1
          bB1 wS1
    """
    outcome = drawn_board.board_of(board_class, picture, "Base", "Black[20]").outcome()
    assert outcome is not None
    assert outcome.winner is Color.WHITE


@pytest.mark.parametrize("ruleset", ["base2016", "pocket2012", "ultimate2024"])
def test_the_second_piece_joins_the_first_on_any_side(
    board_class: type[BaseBoard], ruleset: str
) -> None:
    board = board_class(ruleset)
    board.push_uhp("wS1")
    home = board.location(Piece.parse("wS1"))
    assert home is not None
    assert destinations(board, "bG1") == set(home.neighbors())


def test_a_new_piece_goes_beside_own_pieces_and_no_others(board_class: type[BaseBoard]) -> None:
    picture = """
          o   o   x
        o   wQ  wS1 bG1
          o   wB1 x   bQ
            o   o
    """
    board = drawn_board.board_of(board_class, picture, "Base", "White[5]")
    _assert_reaches(board, picture, "wA1", 6)


def test_a_new_grasshopper_may_not_touch_the_black_spider(board_class: type[BaseBoard]) -> None:
    picture = """
          o   o   x
        o   wQ  wA1 bS1
          o   wB1 x   bQ
            o   o
    """
    board = drawn_board.board_of(board_class, picture, "Base", "White[5]")
    _assert_reaches(board, picture, "wG1", 6)
    for hex in drawn_board.read(picture).marks["x"]:
        assert _reason(board, "wG1", hex) is ReasonCode.TOUCHES_OPPONENT


def test_a_new_piece_fills_a_surrounded_hex(board_class: type[BaseBoard]) -> None:
    picture = """
          wG1 wS1
        wA1 x   wQ  wG2 bG1 bQ
          wB1 wS2
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    assert drawn_board.read(picture).marks["x"] <= destinations(board, "wA2")


def test_the_queen_is_due_on_the_fourth_turn(board_class: type[BaseBoard]) -> None:
    board = board_class.from_game_string(
        "Base;InProgress;White[4];wG1;bG1 wG1-;wS1 -wG1;bS1 bG1-;wA1 -wS1;bQ bS1-", "base2016"
    )
    assert {str(move.piece) for move in board.legal_moves if isinstance(move, Place)} == {"wQ"}
    assert len(board.legal_moves) == len(board.legal_moves.of(Piece.parse("wQ")))


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


def test_beetle_moves_to_one_of_three_places_but_not_to_x(board_class: type[BaseBoard]) -> None:
    """Freedom to move closes the ant between two stacks, and with it the two gaps.

    The 2024 booklet marks one closed place. `test_no_neighbourhood_...` shows why more are closed.
    """
    picture = """
              x   bB1
            wG1 wB1 wA1
          wQ  x   bB2
            bQ  bG1
        bB1 on bS1
        bB2 on wS1
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    reached = destinations(board, "wB1")
    assert reached == {board.location(Piece.parse(name)) for name in ("bB1", "bB2", "wG1")}
    home, ant = board.location(Piece.parse("wB1")), board.location(Piece.parse("wA1"))
    assert home is not None
    assert ant is not None
    closed = drawn_board.read(picture).marks["x"] | {ant}
    assert closed == set(home.neighbors()) - reached
    assert {_reason(board, "wB1", hex) for hex in closed} == {ReasonCode.GATE}


def test_beetle_on_the_ground_climbs_where_every_gap_is_closed(
    board_class: type[BaseBoard],
) -> None:
    picture = """
              wG1 bS2
            bA1 x   bG1
          x   wB1 bS1
            wS1 x   bB1
              wQ  bQ
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    reached = destinations(board, "wB1")
    assert reached == {board.location(Piece.parse(name)) for name in ("bA1", "bS1", "wS1")}
    for hex in drawn_board.read(picture).marks["x"]:
        assert _reason(board, "wB1", hex) is ReasonCode.GATE


def test_no_neighbourhood_leaves_a_beetle_three_places_and_closes_only_one() -> None:
    """Whatever the heights around it: three places come with no closed hex, or with three."""
    found = set()
    for under, *heights in product(range(3), *[range(4)] * 6):
        places = closed = 0
        for side, height in enumerate(heights):
            flanks = sorted((heights[side - 1], heights[(side + 1) % 6]))
            if under == height == 0:
                is_closed, is_loose = flanks[0] > 0, flanks[1] == 0
            else:
                is_closed, is_loose = flanks[0] > max(under, height), False
            closed += is_closed
            places += not is_closed and not is_loose
        if places == 3:
            found.add(closed)
    assert found == {0, 3}


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
    # The x is right beside the spider, on its left, but takes two steps.
    home = board.location(Piece.parse("bS1"))
    (second,) = drawn_board.read(picture).marks["x"]
    assert home is not None
    assert second.distance(home) == 1
    paths = [board.path(move) for move in board.legal_moves.of(Piece.parse("bS1"))]
    assert second in {path[2] for path in paths}
    assert second not in {path[1] for path in paths}


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
    (centre,) = drawn_board.read(picture).marks["x"]
    assert _reason(board, "wA1", centre) is ReasonCode.GATE


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


def test_mosquito_on_top_of_the_hive_is_a_beetle(board_class: type[BaseBoard]) -> None:
    picture = """
          wA1 bQ
        o   wM  bB1 x
          wQ  o
        wM on bG1
    """
    board = drawn_board.board_of(board_class, picture, "Base+M")
    _assert_reaches(board, picture, "wM", 6, climbs=("wA1", "bQ", "bB1", "wQ"))


def test_mosquito_beside_a_stacked_beetle_is_no_ant(board_class: type[BaseBoard]) -> None:
    picture = """
        x   wS1 bQ  o
              wQ  bB1 wM
                    o
        bB1 on bA1
    """
    board = drawn_board.board_of(board_class, picture, "Base+M")
    _assert_reaches(board, picture, "wM", 3, climbs=("bB1",))


def test_pillbug_throws_friend_and_enemy(board_class: type[BaseBoard]) -> None:
    picture = """
          o   o
        wQ  wP  bA1
          wS1 bG1 bQ
    """
    board = drawn_board.board_of(board_class, picture, "Base+P")
    _assert_reaches(board, picture, "bA1", 2)
    thrown = [move for move in board.legal_moves.of(Piece.parse("wQ")) if board.throwers(move)]
    assert {move.to for move in thrown if isinstance(move, Relocate)} >= set(
        drawn_board.read(picture).marks["o"]
    )


def test_pillbug_lifts_nothing_through_a_gate_between_stacks(board_class: type[BaseBoard]) -> None:
    picture = """
            wQ  bB1 bQ
          wS1 wP  bA1
                bB2
        bB1 on wG1
        bB2 on wA1
    """
    board = drawn_board.board_of(board_class, picture, "Base+P")
    reason = board.why_immobile(Piece.parse("bA1"))
    assert reason is not None
    assert reason.code is ReasonCode.GATE
    # With one stack lower the same throw is allowed.
    lower = picture.replace("bB2 on wA1", "")
    assert destinations(drawn_board.board_of(board_class, lower, "Base+P"), "bA1")


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


def test_piece_behind_a_gate_does_not_slide_out(board_class: type[BaseBoard]) -> None:
    picture = """
            bS1 wA1
          bA1 wQ  x
            bB1 bG1
          bQ
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    (empty,) = drawn_board.read(picture).marks["x"]
    assert destinations(board, "wQ") == frozenset()
    assert _reason(board, "wQ", empty) is ReasonCode.GATE


def test_piece_does_not_slide_into_a_hole(board_class: type[BaseBoard]) -> None:
    picture = """
          o   wA1 o   o
        o   bS1 wQ  bG1 o
          o   bQ  x   bA1 o
            o   bB1 wS1 o
              o   o   o
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    _assert_reaches(board, picture, "wA1", 12)


def test_climber_does_not_pass_a_gate_between_stacks(board_class: type[BaseBoard]) -> None:
    picture = """
          o   bB1
        o   wB1 bQ
          o   bB2 wQ
        wB1 on wS1
        bB1 on wG1
        bB2 on wA1
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    _assert_reaches(board, picture, "wB1", 5, climbs=("bB1", "bB2"))
    queen = board.location(Piece.parse("bQ"))
    assert queen is not None
    assert _reason(board, "wB1", queen) is ReasonCode.GATE
    literal = drawn_board.board_of(board_class, picture, "Base,no-stack-gates")
    assert queen in destinations(literal, "wB1")


def test_ladybug_does_not_pass_a_gate_between_stacks(board_class: type[BaseBoard]) -> None:
    picture = """
            bB1 o   x
          wL  wA1 bQ
            bB2 o   wS1
                  wQ
        bB1 on wG1
        bB2 on bG1
    """
    board = drawn_board.board_of(board_class, picture, "Base+L")
    _assert_reaches(board, picture, "wL", 2)


def test_one_move_that_surrounds_both_queens_is_a_draw(board_class: type[BaseBoard]) -> None:
    picture = """
            bA1 wG1 wS1
          bS1 wQ  bQ  bB1
            bG1 x   wB1
          wA1
    """
    board = drawn_board.board_of(board_class, picture, "Base")
    (hole,) = drawn_board.read(picture).marks["x"]
    board.push(Relocate(Piece.parse("wA1"), hole))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is None


def test_a_game_is_won_with_pieces_in_the_hand(board_class: type[BaseBoard]) -> None:
    picture = """
            bG1 wG1
          bS1 bQ  wQ
        wA1 bA1 x
    """
    board = drawn_board.board_of(board_class, picture, "base2016", "White[6]")
    (hole,) = drawn_board.read(picture).marks["x"]
    board.push(Relocate(Piece.parse("wA1"), hole))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is Color.WHITE
    assert len(board.hand(Color.WHITE)) == 8
