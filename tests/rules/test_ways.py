"""`board.ways()` and `board.immobile()`: what each piece can do this turn, or why it can't."""

from __future__ import annotations

from collections import Counter

import pytest

from beespace.rules import BaseBoard, Bug, Pass, Piece, ReasonCode
from support.random_play import games as random_games
from support.real_ways import is_real_throw, is_real_way


@pytest.mark.parametrize("ruleset", ["Base", "Base+MLP"])
@pytest.mark.parametrize("seed", range(4))
def test_ways_are_the_legal_moves_with_real_paths(
    board_class: type[BaseBoard], ruleset: str, seed: int, tally: Counter[str]
) -> None:
    for board, _ in random_games.play(board_class, ruleset, seed):
        ways = board.ways()
        legal = {(m.piece, m.to) for m in board.legal_moves if not isinstance(m, Pass)}
        assert {(way.piece, way.to) for way in ways} == legal
        some = list(dict.fromkeys(way.piece for way in ways))[:2]
        assert not some or board.ways(*some) == [way for way in ways if way.piece in some]
        for way in ways:
            piece, to, path, thrower = way
            assert board.way(board.move_to(piece, to), thrower).thrower in (None, thrower)
            origin = board.location(piece)
            if origin is None:
                assert path == (to,)
                continue
            assert (path[0], path[-1]) == (origin, to)
            if thrower is None:
                assert is_real_way(board, path, piece)
            else:
                assert is_real_throw(board, path, piece, thrower)
            tally["own ways" if thrower is None else "throws"] += 1


@pytest.mark.parametrize("seed", range(4))
def test_every_own_piece_is_either_mobile_or_immobile_for_the_reason_given(
    board_class: type[BaseBoard], seed: int, tally: Counter[str]
) -> None:
    for board, _ in random_games.play(board_class, "Base+MLP", seed):
        ways, immobile = {way.piece for way in board.ways()}, board.immobile()
        assert not ways & set(immobile)
        for piece, reason in immobile.items():
            assert piece.color is board.turn
            assert reason == board.why_immobile(piece)
            tally[reason.code.value] += 1
        on_board = {p for p in board.ruleset.pieces(board.turn) if board.location(p)}
        assert on_board <= ways | set(immobile)
        in_hand = {(piece.bug, piece.number) for piece in board.hand(board.turn)}
        next_of_kind = {bug: min(n for b, n in in_hand if b is bug) for bug, _ in in_hand}
        offered = {p for p in {*ways, *immobile} if board.location(p) is None}
        assert offered == {Piece(board.turn, bug, n) for bug, n in next_of_kind.items()}


def test_pieces_that_wait_for_the_queen_say_so(board_class: type[BaseBoard]) -> None:
    board = board_class("Base")
    for text in ["wS1", "bS1 wS1-", "wA1 -wS1", "bA1 bS1-", "wA2 -wA1", "bA2 bA1-"]:
        board.push_uhp(text)
    assert {way.piece.bug for way in board.ways()} == {Bug.QUEEN}
    reasons = {str(piece): reason.code for piece, reason in board.immobile().items()}
    assert reasons["wG1"] is ReasonCode.QUEEN_DUE
    assert reasons["wA1"] is ReasonCode.QUEEN_NOT_PLACED
    assert "wG2" not in reasons


def test_no_ways_and_no_reasons_once_the_game_is_over(board_class: type[BaseBoard]) -> None:
    board = board_class.from_game_string(
        r"Base;WhiteWins;Black[6];wG1;bG1 /wG1;wB1 wG1-;bB1 bG1\;wQ \wB1;bQ bB1-;wA1 wQ-;bQ bG1-;"
        r"wA2 \wQ;bG2 bB1-;wA1 bQ-"
    )
    assert board.outcome() is not None
    assert board.ways() == []
    assert board.immobile() == {}
