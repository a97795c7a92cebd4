"""Compares the explanations of the C++ board with the reference, in one position."""

from __future__ import annotations

import random
from collections import Counter

from beespace import fast
from beespace.fast import _native
from beespace.rules import PIECES, BaseBoard, Move, Pass, Piece, Reason, ReasonCode
from support.explained.asking import asked_moves


class InPython(fast.Board):
    """The C++ board with the reference's explanations, which also run on its positions.

    It makes long comparisons several times faster than on the reference board.
    """

    uhp = BaseBoard.uhp
    parse_uhp = BaseBoard.parse_uhp
    game_string = BaseBoard.game_string
    position = BaseBoard.position
    _replay = BaseBoard._replay
    why_illegal = BaseBoard.why_illegal
    why_immobile = BaseBoard.why_immobile
    ways = BaseBoard.ways
    _ways_of = BaseBoard._ways_of
    immobile = BaseBoard.immobile


def same_board(board: BaseBoard) -> fast.Board:
    """Return the C++ board after the same game."""
    start = next(board.history())
    same = fast.Board.from_position(start.position())
    for move in board.moves:
        same.push_unchecked(move)
    return same


def compare_asked(
    reference: BaseBoard, native: fast.Board, asked: str | Move | Piece, tally: Counter[str]
) -> None:
    """Compare the reason why a move or its text is illegal, or why a piece can't move."""
    if isinstance(asked, Piece):
        found, expected = native.why_immobile(asked), reference.why_immobile(asked)
    else:
        found, expected = native.why_illegal(asked), reference.why_illegal(asked)
    _count(found, expected, (reference.position(), asked), tally)


def compare(
    rng: random.Random, reference: BaseBoard, native: fast.Board, asked: int, tally: Counter[str]
) -> None:
    """Assert that both boards explain a position in the same way, and count the reasons by code."""
    place = native.position()
    assert native.ways() == reference.ways(), place
    immobile = reference.immobile()
    assert list(native.immobile().items()) == list(immobile.items()), place
    tally.update(reason.code.value for reason in immobile.values())
    for piece in rng.sample(PIECES, min(asked // 2, len(PIECES))):
        compare_asked(reference, native, piece, tally)
        assert native.ways(piece) == reference.ways(piece), (place, piece)
    for move in asked_moves(rng, reference, asked):
        compare_asked(reference, native, move, tally)
        if not isinstance(move, Pass) and move in reference.legal_moves:
            compare_throws(native, reference, move, tally)
    tally["positions"] += 1


def compare_throws(
    native: fast.Board, reference: BaseBoard, move: Move, tally: Counter[str]
) -> None:
    """Compare the ways of a legal move, and who can't throw the piece there."""
    throwers = reference.throwers(move)
    assert native.throwers(move) == throwers
    assert native.path(move) == reference.path(move)
    for thrower in PIECES[::5]:
        reason = _native.why_not_thrown_by(native._native, move, thrower)
        assert (reason is None) is (thrower in throwers)
        if reason is not None:
            tally[reason.code.value] += 1
            assert (reason.code, reason.pieces) == (ReasonCode.CANNOT_THROW, (thrower,))


def _count(
    native: Reason | None, reference: Reason | None, where: object, tally: Counter[str]
) -> None:
    assert native == reference, where
    tally[native.code.value if native is not None else "legal"] += 1
