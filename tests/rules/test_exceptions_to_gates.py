"""Who gets past gates, on the ground and between stacks, and what holds a beetle down."""

from __future__ import annotations

import pytest

from beespace.rules import BaseBoard, Hex, Piece, ReasonCode, Relocate
from support import drawn_board
from support.drawn_board import destinations

# A hole with six pieces round it, and a mover that touches only the piece on the left.
OUTSIDE = """
          wA1 bS1
    wM  bG1 x   bQ
          bA1 wQ
"""
# The same six pieces round the mover.
INSIDE = """
      wA1 bS1
    bG1 wM  bQ
      bA1 wQ
"""
# The hole lies behind a gate between two stacks.
BEHIND_STACKS = """
          bB1 bA1
    wM  bG1 x   bQ
          bB2 wQ
    bB1 on wS1
    bB2 on wS2
"""


def _hole(picture: str) -> Hex:
    (hole,) = drawn_board.read(picture).marks["x"]
    return hole


def _why(board: BaseBoard, piece: str, to: Hex) -> ReasonCode | None:
    reason = board.why_illegal(Relocate(Piece.parse(piece), to))
    return None if reason is None else reason.code


def _home(board: BaseBoard, piece: str) -> Hex:
    hex = board.location(Piece.parse(piece))
    assert hex is not None
    return hex


@pytest.mark.parametrize("ruleset", ["pocket2012", "ultimate2024"])
def test_a_ladybug_gets_into_and_out_of_a_surrounded_hex(
    board_class: type[BaseBoard], ruleset: str
) -> None:
    outside = OUTSIDE.replace("wM", "wL")
    board = drawn_board.board_of(board_class, outside, ruleset)
    assert _hole(outside) in destinations(board, "wL")
    board = drawn_board.board_of(board_class, INSIDE.replace("wM", "wL"), ruleset)
    home = _home(board, "wL")
    assert {hex.distance(home) for hex in destinations(board, "wL")} == {2}


@pytest.mark.parametrize("ruleset", ["pocket2012", "ultimate2024"])
@pytest.mark.parametrize("copied", ["bG1", "bL "])
def test_a_mosquito_gets_into_a_surrounded_hex_as_grasshopper_or_ladybug(
    board_class: type[BaseBoard], copied: str, ruleset: str
) -> None:
    picture = OUTSIDE.replace("bG1", copied)
    board = drawn_board.board_of(board_class, picture, ruleset)
    assert _hole(picture) in destinations(board, "wM")


@pytest.mark.parametrize("ruleset", ["pocket2012", "ultimate2024"])
def test_a_mosquito_gets_into_a_surrounded_hex_as_a_beetle_in_two_turns(
    board_class: type[BaseBoard], ruleset: str
) -> None:
    picture = OUTSIDE.replace("bG1", "bB1")
    hole = _hole(picture)
    board = drawn_board.board_of(board_class, picture, ruleset)
    assert hole not in destinations(board, "wM")
    board.push_uhp("wM bB1")
    board.push_uhp("bG1 bQ-")
    assert hole in destinations(board, "wM")


@pytest.mark.parametrize("copied", ["bA2", "bS2"])
def test_a_mosquito_that_slides_stays_out_of_a_surrounded_hex(
    board_class: type[BaseBoard], copied: str
) -> None:
    picture = OUTSIDE.replace("bG1", copied)
    board = drawn_board.board_of(board_class, picture, "ultimate2024")
    assert _hole(picture) not in destinations(board, "wM")


@pytest.mark.parametrize("ruleset", ["pocket2012", "ultimate2024"])
@pytest.mark.parametrize(("copied", "distance"), [("bG1", 2), ("bL ", 2), ("bB1", 1)])
def test_a_surrounded_mosquito_leaves_as_grasshopper_ladybug_or_beetle(
    board_class: type[BaseBoard], copied: str, distance: int, ruleset: str
) -> None:
    board = drawn_board.board_of(board_class, INSIDE.replace("bG1", copied), ruleset)
    home = _home(board, "wM")
    assert {hex.distance(home) for hex in destinations(board, "wM")} == {distance}


def test_a_surrounded_mosquito_that_only_slides_stays(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, INSIDE.replace("bG1", "bS2"), "ultimate2024")
    assert destinations(board, "wM") == frozenset()


@pytest.mark.parametrize("jumper", ["wG1", "wM "])
def test_a_grasshopper_and_a_mosquito_acting_like_one_jump_over_a_gate_between_stacks(
    board_class: type[BaseBoard], jumper: str
) -> None:
    picture = BEHIND_STACKS.replace("wM ", jumper)
    board = drawn_board.board_of(board_class, picture, "ultimate2024")
    assert _hole(picture) in destinations(board, jumper.strip())


@pytest.mark.parametrize("climber", ["wB1", "wM"])
def test_a_beetle_and_a_mosquito_on_top_stop_at_a_gate_between_stacks(
    board_class: type[BaseBoard], climber: str
) -> None:
    picture = (
        BEHIND_STACKS.replace("wM  bG1", f"    {climber.ljust(3)}") + f"    {climber} on bG1\n"
    )
    board = drawn_board.board_of(board_class, picture, "ultimate2024")
    assert _why(board, climber, _hole(picture)) is ReasonCode.GATE


@pytest.mark.parametrize("ruleset", ["base2016", "pocket2012", "ultimate2024", "tournament"])
def test_every_box_has_gates_between_stacks(board_class: type[BaseBoard], ruleset: str) -> None:
    picture = BEHIND_STACKS.replace("wM  bG1", "    wB1") + "    wB1 on bG1\n"
    board = drawn_board.board_of(board_class, picture, ruleset)
    assert _why(board, "wB1", _hole(picture)) is ReasonCode.GATE


@pytest.mark.parametrize(
    ("ruleset", "climber"),
    [
        ("base2016", "wB1"),
        ("pocket2012", "wB1"),
        ("pocket2012", "wM"),
        ("ultimate2024", "wB1"),
        ("ultimate2024", "wM"),
    ],
)
def test_a_beetle_or_a_mosquito_on_top_holds_a_beetle_down(
    board_class: type[BaseBoard], ruleset: str, climber: str
) -> None:
    picture = f"""
        bB1 {climber}
      wQ  bQ
    """
    board = drawn_board.board_of(board_class, picture, ruleset, "Black[20]")
    assert destinations(board, "bB1")
    board = drawn_board.board_of(board_class, picture, ruleset)
    if climber == "wM":
        assert _home(board, "bB1") in destinations(board, climber), "it copies the beetle"
    board.push_uhp(f"{climber} bB1")
    assert destinations(board, "bB1") == frozenset()
    reason = board.why_immobile(Piece.parse("bB1"))
    assert reason is not None
    assert reason.code is ReasonCode.COVERED
    assert [str(piece) for piece in reason.pieces] == [climber]


def test_a_mosquito_copies_what_it_touches_at_the_start_of_its_move(
    board_class: type[BaseBoard],
) -> None:
    """One step like the queen takes it next to an ant, but not on from there."""
    picture = """
          wM  o
        o   wQ  bA1
              bQ
    """
    board = drawn_board.board_of(board_class, picture, "pocket2012")
    assert destinations(board, "wM") == drawn_board.read(picture).marks["o"]
