"""`legal_moves` of the C++ board is a view of the core's own list."""

from __future__ import annotations

import gc
import sys
import weakref

import pytest

from beespace import fast
from beespace.rules import Hex, LegalMoves, Move, Pass, Piece, Place, Relocate


def test_the_view_follows_the_board() -> None:
    board = fast.Board("Base")
    view = board.legal_moves
    assert isinstance(view, LegalMoves)
    assert len(view) == 4
    board.push(view[0])
    assert len(view) == 24
    board.pop()
    assert len(view) == 4


def test_indexing_works_as_on_any_sequence() -> None:
    view = fast.Board("Base+MLP").legal_moves
    moves = list(view)
    assert view[-1] == moves[-1]
    assert view[1:3] == moves[1:3]
    assert view[::-1] == moves[::-1]
    assert moves.index(view[2]) == 2 == view.index(view[2])
    for outside in (7, -8, 10**30):
        with pytest.raises(IndexError):
            view[outside]


def test_getting_one_move_creates_one_object() -> None:
    """The hive is far from the origin, so that no cached move can be reused."""
    board = fast.Board.from_position(
        "Base White[9] - 70000,0:wQ 70001,0:bQ 70000,1:wA1 70001,1:bA1"
    )
    gc.collect()
    before = sum(isinstance(o, Place | Relocate) for o in gc.get_objects())
    assert len(board.legal_moves) > 20
    one = board.legal_moves[3]
    after = sum(isinstance(o, Place | Relocate) for o in gc.get_objects())
    assert one in board.legal_moves
    assert after - before <= 1


@pytest.mark.parametrize(
    "junk",
    [
        None,
        7,
        "wA1",
        Pass(),
        Place(Piece.parse("wA1"), Hex(16, 0)),
        Place(Piece.parse("wA1"), Hex(2**31, 0)),
        Place(Piece.parse("wA1"), Hex(2**70, 0)),
        Place(Piece.parse("wA1"), None),  # type: ignore[arg-type]
        Place(None, Hex(0, 0)),  # type: ignore[arg-type]
        Relocate(Piece.parse("wA1"), Hex(0, 0)),
    ],
)
def test_anything_but_a_legal_move_is_not_in_the_view(junk: object) -> None:
    board = fast.Board()
    assert junk not in board.legal_moves
    assert Place(Piece.parse("wA1"), Hex(0, 0)) in board.legal_moves


def test_a_move_that_wraps_around_the_grid_is_not_legal() -> None:
    """The core wraps coordinates, but a hex 16 or 32 away must not be taken for the same one."""
    board = fast.Board("Base")
    board.push_uhp("wA1")
    for move in list(board.legal_moves):
        assert isinstance(move, Place)
        for off in (16, -16, 32, 1 << 20):
            assert Place(move.piece, Hex(move.to.q + off, move.to.r)) not in board.legal_moves
            assert Place(move.piece, Hex(move.to.q, move.to.r + off)) not in board.legal_moves


def test_moves_are_shared_but_not_leaked() -> None:
    """Listing the same moves many times must not add references to them."""
    board = fast.Board("Base+MLP")
    moves: list[Move] = list(board.legal_moves)
    counts = []
    for _ in range(3):
        for _ in range(200):
            assert list(board.legal_moves) == moves
        counts.append(sys.getrefcount(moves[0]))
    assert counts[0] == counts[1] == counts[2]


def test_boards_are_freed() -> None:
    board = fast.Board()
    view = weakref.ref(board)
    del board
    gc.collect()
    assert view() is None
