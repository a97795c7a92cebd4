"""The game plays the same far from the origin, in stretched hives and on tall stacks."""

from __future__ import annotations

import random

import pytest

from beespace.rules import PIECES, BaseBoard, Bug, Color, Hex, Move, Pass, Piece, ReasonCode
from support.drawn_board import destinations

# Four plies that move the whole hive one hex east.
START = "Base+MLP;InProgress;White[3];wA1;bA1 wA1-;wQ /wA1;bQ bA1\\"
STRIDE = ("wQ wA1\\", "bA1 bQ/", "wA1 -bA1", "bQ bA1\\")
DISTANCE = 320


def _shifted(moves: list[Move], shift: Hex) -> list[Move]:
    return [
        move if isinstance(move, Pass) else type(move)(move.piece, move.to + shift)
        for move in moves
    ]


def _assert_same_but_for(near: BaseBoard, far: BaseBoard, shift: Hex) -> None:
    """Assert that two boards are the same in every way except for the shift."""
    assert list(far.legal_moves) == _shifted(list(near.legal_moves), shift)
    assert [far.uhp(move) for move in far.legal_moves] == [
        near.uhp(move) for move in near.legal_moves
    ]
    assert far.hexes() == [hex + shift for hex in near.hexes()]
    assert far.repetition_key() == near.repetition_key()
    assert far.symmetry_key() == near.symmetry_key()
    assert far.outcome() == near.outcome()


def _assert_same_game(near: BaseBoard, far: BaseBoard, shift: Hex, plies: int) -> None:
    """Play a random game on both boards and assert that it is the same game."""
    chance = random.Random(plies)
    for _ in range(plies):
        if not near.legal_moves:
            break
        index = chance.randrange(len(near.legal_moves))
        (far_move,) = _shifted([near.legal_moves[index]], shift)
        near_path, far_path = near.path(near.legal_moves[index]), far.path(far_move)
        assert far_path == tuple(hex + shift for hex in near_path)
        assert far.push_uhp(near.uhp(near.legal_moves[index])) == far_move
        near.push(near.legal_moves[index])
        _assert_same_but_for(near, far, shift)
        piece = chance.choice(PIECES)
        reason, far_reason = near.why_immobile(piece), far.why_immobile(piece)
        assert (reason is None) == (far_reason is None)
        if reason is not None and far_reason is not None:
            assert (reason.code, reason.pieces) == (far_reason.code, far_reason.pieces)


def test_hive_that_moved_hundreds_of_hexes_plays_like_one_at_the_origin(
    board_class: type[BaseBoard],
) -> None:
    far = board_class.from_game_string(START)
    for walked in range(DISTANCE):
        near = board_class.from_game_string(START)
        for text in STRIDE:
            _assert_same_but_for(near, far, Hex(walked, 0))
            near.push_uhp(text)
            far.push_uhp(text)
    near = board_class.from_game_string(START)
    shift = Hex(DISTANCE, 0)
    assert far.location(Piece.parse("wA1")) == shift
    assert far.repetition_count() == DISTANCE + 1
    _assert_same_game(near, far, shift, plies=60)


def test_game_that_moved_far_away_round_trips(board_class: type[BaseBoard]) -> None:
    text = ";".join([START, *STRIDE * DISTANCE])
    board = board_class.from_game_string(text)
    assert board_class.from_game_string(board.game_string()) == board
    assert board_class.from_position(board.position()) == board
    while board.moves[4:]:
        board.pop()
    assert board.game_string() == START


@pytest.mark.parametrize("shift", [Hex(-700, 350), Hex(40_000, -90_000), Hex(-5, 100_000_000)])
def test_position_far_away_plays_like_one_at_the_origin(
    board_class: type[BaseBoard], shift: Hex
) -> None:
    near = board_class.from_position("Base+MLP White[9] - 0,0:wA1 0,1:wQ 1,0:bP.bB1 2,0:bQ")
    far = board_class.from_position(
        "Base+MLP White[9] - "
        + " ".join(
            f"{hex.q + shift.q},{hex.r + shift.r}:{'.'.join(map(str, near.stack(hex)))}"
            for hex in near.hexes()
        )
    )
    _assert_same_but_for(near, far, shift)
    _assert_same_game(near, far, shift, plies=80)


def _line(board_class: type[BaseBoard], start: Hex, step: Hex) -> BaseBoard:
    """Return a board with all 28 pieces in a row, in alternating colours."""
    white, black = ([p for p in PIECES if p.color is color] for color in Color)
    row = [piece for pair in zip(white, black, strict=True) for piece in pair]
    hexes = [Hex(start.q + i * step.q, start.r + i * step.r) for i in range(len(row))]
    stacks = " ".join(f"{hex.q},{hex.r}:{piece}" for hex, piece in zip(hexes, row, strict=True))
    return board_class.from_position(f"Base+MLP White[40] - {stacks}")


@pytest.mark.parametrize("step", [Hex(1, 0), Hex(0, 1), Hex(1, -1)], ids=["east", "south", "north"])
@pytest.mark.parametrize("shift", [Hex(1, 0), Hex(-31, 64), Hex(333, -333)])
def test_straight_hive_of_all_pieces_plays_the_same_everywhere(
    board_class: type[BaseBoard], step: Hex, shift: Hex
) -> None:
    near, far = (_line(board_class, start, step) for start in (Hex(0, 0), shift))
    assert len(near.hexes()) == 28
    _assert_same_but_for(near, far, shift)
    # Every piece except the two ends is pinned: the white queen can move, and the black pillbug at
    # the other end can be thrown.
    movers = {str(move.piece) for move in near.legal_moves if not isinstance(move, Pass)}
    assert movers == {"wQ", "bP"}
    _assert_same_game(near, far, shift, plies=60)


@pytest.mark.parametrize("step", [Hex(0, 1), Hex(1, -1)])
def test_straight_hive_plays_the_same_in_every_direction(
    board_class: type[BaseBoard], step: Hex
) -> None:
    east, turned = (_line(board_class, Hex(0, 0), way) for way in (Hex(1, 0), step))
    assert east.symmetry_key() == turned.symmetry_key()
    assert east.repetition_key() != turned.repetition_key()
    assert len(east.legal_moves) == len(turned.legal_moves)


def test_stack_can_be_seven_high(board_class: type[BaseBoard]) -> None:
    board = board_class.from_position(
        "Base+MLP Black[20] - 0,0:bA1.wB1.bB1.wB2.bM.wM 1,0:bB2 1,-1:wQ 0,1:bQ 2,-1:wP"
    )
    before = board.position()
    board.push_uhp("bB2 wM")
    tower = board.stack(Hex(0, 0))
    assert [str(piece) for piece in tower] == ["bA1", "wB1", "bB1", "wB2", "bM", "wM", "bB2"]
    assert board_class.from_position(board.position()) == board
    assert board_class.from_position(board.position()).search_key() == board.search_key()
    for piece in tower[:-1]:
        reason = board.why_immobile(piece)
        assert reason is not None
        if piece.color is board.turn:
            assert reason.code is ReasonCode.COVERED
            assert reason.pieces == tower[tower.index(piece) + 1 :]
    board.pop()
    assert board.position() == before


def test_stack_of_seven_can_be_taken_down_piece_by_piece(board_class: type[BaseBoard]) -> None:
    board = board_class.from_position(
        "Base+MLP Black[20] - 0,0:bA1.wB1.bB1.wB2.bM.wM.bB2 1,0:bQ 0,1:wQ"
    )
    for text in ("bB2 bQ", "wM -bM", "bM \\wB2", "wB2 wQ", "bB1 bB2", "wB1 wB2"):
        piece = Piece.parse(text.split()[0])
        at = board.location(piece)
        assert at is not None
        height = len(board.stack(at))
        board.push_uhp(text)
        assert len(board.stack(at)) == height - 1
    assert board.stack(Hex(0, 0)) == (Piece.parse("bA1"),)
    assert all(piece.bug is not Bug.ANT for piece in board.stack(Hex(1, 0)))
    assert destinations(board, "bA1") == frozenset()
