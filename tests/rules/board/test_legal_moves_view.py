"""The view of the legal moves: its results, and the work it avoids."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from beespace.rules import (
    BaseBoard,
    Board,
    Hex,
    LegalMoves,
    Move,
    Pass,
    Piece,
    Place,
    Relocate,
)
from beespace.rules.board import position
from beespace.rules.board.position import Position
from beespace.rules.movement import Paths
from support import drawn_board

PICTURE = """
      bQ  bA1 bG1
    wP  wQ
      wA1 wB1 wS1
"""


@pytest.fixture
def generated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pieces on the board for which the reference has generated moves."""
    pieces: list[str] = []
    original = position.ways

    def ways(
        at: Position, piece: Piece, pinned: set[Hex], able: list[Piece]
    ) -> list[tuple[Piece | None, Paths]]:
        pieces.append(str(piece))
        return original(at, piece, pinned, able)

    monkeypatch.setattr(position, "ways", ways)
    return pieces


def test_checking_a_move_generates_moves_for_its_piece_only(generated: list[str]) -> None:
    every_move = list(drawn_board.board_of(Board, PICTURE).legal_moves)
    assert len(set(generated)) > 5, "listing all moves looks at every piece"
    for move in every_move:
        generated.clear()
        assert move in drawn_board.board_of(Board, PICTURE).legal_moves
        assert generated == ([str(move.piece)] if isinstance(move, Relocate) else [])


def test_checking_a_move_generates_moves_for_its_piece_only_under_threefold(
    generated: list[str],
) -> None:
    board = drawn_board.board_of(Board, PICTURE, "Base+MLP,threefold", stunned="bQ")
    assert Relocate(Piece.parse("wA1"), Hex(50, 50)) not in board.legal_moves
    assert generated == ["wA1"]


def test_checking_an_illegal_move_generates_moves_for_its_piece_only(generated: list[str]) -> None:
    for name in ("wQ", "wA1", "bA1"):
        generated.clear()
        move = Relocate(Piece.parse(name), Hex(50, 50))
        assert move not in drawn_board.board_of(Board, PICTURE).legal_moves
        assert generated == [name]


def test_checking_a_placement_generates_no_moves(generated: list[str]) -> None:
    board = drawn_board.board_of(Board, PICTURE)
    assert Place(Piece.parse("wG1"), Hex(50, 50)) not in board.legal_moves
    assert generated == []


def test_playing_a_move_from_text_generates_moves_for_its_piece_only(generated: list[str]) -> None:
    drawn_board.board_of(Board, PICTURE).push_uhp("wA1 /wP")
    assert generated == ["wA1"]


def test_listing_the_moves_of_one_piece_generates_no_others(generated: list[str]) -> None:
    drawn_board.board_of(Board, PICTURE).legal_moves.of(Piece.parse("wB1"))
    assert generated == ["wB1"]


def test_listed_moves_are_not_generated_again(generated: list[str]) -> None:
    board = drawn_board.board_of(Board, PICTURE)
    moves = list(board.legal_moves)
    generated.clear()
    assert all(move in board.legal_moves for move in moves)
    assert len(board.legal_moves) == len(moves)
    assert generated == []


def test_view_follows_the_board(board_class: type[BaseBoard]) -> None:
    board = board_class("Base")
    view = board.legal_moves
    assert len(view) == 4
    board.push_uhp("wA1")
    assert len(view) == 24
    board.pop()
    assert len(view) == 4


def test_view_is_a_sequence(board_class: type[BaseBoard]) -> None:
    view = board_class("Base").legal_moves
    assert isinstance(view, LegalMoves)
    assert isinstance(view, Sequence)
    assert bool(view)
    assert [view[i] for i in range(len(view))] == list(view)
    assert view[-1] == list(view)[-1]
    assert list(view[1:3]) == list(view)[1:3]
    assert list(reversed(view)) == list(view)[::-1]
    assert view.index(view[2]) == 2
    assert view.count(view[0]) == 1
    with pytest.raises(IndexError):
        view[100]


def test_view_is_empty_once_the_game_is_over(board_class: type[BaseBoard]) -> None:
    board = drawn_board.board_of(board_class, "  wS1 wS2\nwQ  bQ  wA1\n  bS1 bS2", "Base")
    assert not board.legal_moves
    assert list(board.legal_moves) == []
    assert not board.legal_moves.of(Piece.parse("wA1"))
    assert Pass() not in board.legal_moves


def test_objects_that_are_not_moves_are_not_in_the_view(board_class: type[BaseBoard]) -> None:
    view = board_class("Base").legal_moves
    things: list[object] = [None, "wA1", 3, Piece.parse("wA1"), Hex(0, 0)]
    for thing in things:
        assert thing not in view


def test_a_slide_and_a_throw_to_the_same_hex_are_one_move(board_class: type[BaseBoard]) -> None:
    picture = """
        wQ  x   bQ
          wP  bA1
    """
    board = drawn_board.board_of(board_class, picture)
    (between,) = drawn_board.read(picture).marks["x"]
    move: Move = Relocate(Piece.parse("wQ"), between)
    assert list(board.legal_moves).count(move) == 1
    assert board.throwers(move) == (Piece.parse("wP"),)
    assert len(board.path(move)) == 2
    assert len(board.path(move, Piece.parse("wP"))) == 3


def test_moves_compare_by_piece_and_destination() -> None:
    piece, hex = Piece.parse("wA1"), Hex(1, 2)
    assert Place(piece, hex) == Place(piece, Hex(1, 2))
    assert len({Relocate(piece, hex), Relocate(piece, hex), Place(piece, hex), Pass(), Pass()}) == 3
