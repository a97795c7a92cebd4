"""Proven wins and defences, against full-width search where that is quick enough."""

from __future__ import annotations

import pytest

from beespace import Board
from beespace.backend import BACKEND

if BACKEND != "native":
    pytest.skip("the C++ core is not built", allow_module_level=True)

from beespace.engine.solver import find_defences, find_win
from beespace.puzzles.checking import wins_by
from beespace.puzzles.mining import positions_to_try
from beespace.puzzles.self_play import games
from beespace.rules import BaseBoard

# White wins with either ant.
WIN_IN_1 = (
    "Base;InProgress;White[6];wG1;bG1 /wG1;wB1 wG1-;bB1 bG1\\;wQ \\wB1;bQ bB1-;wA1 wQ-;bQ bG1-;"
    "wA2 \\wQ;bG2 bB1-"
)


def _ends_of_games(count: int, plies: int) -> list[BaseBoard]:
    source = games(["Base", "Base+MLP"], seed=3)
    return [board.copy() for _ in range(count) for board in positions_to_try(next(source), plies)]


def test_win_in_1_is_found_with_its_move() -> None:
    board = Board.from_game_string(WIN_IN_1)
    solution = find_win(board)
    assert solution.win is not None
    assert solution.win.moves == 1
    assert [board.uhp(move) for move in solution.win.first] == ["wA1 bQ-", "wA2 bQ-"]
    assert solution.is_complete


def test_finished_game_has_no_win_and_no_defence() -> None:
    board = Board.from_game_string(WIN_IN_1 + ";wA1 bQ-")
    assert find_win(board).win is None
    assert find_defences(board, 2) == ()


def test_proven_wins_hold_full_width_and_name_every_move_that_wins_at_once() -> None:
    seen = {1: 0, 2: 0}
    for board in _ends_of_games(8, 5):
        win = find_win(board, 2).win
        at_once = {move for move in board.legal_moves if wins_by(board, move, 1)}
        if win is None:
            assert not at_once
            continue
        seen[win.moves] += 1
        if win.moves == 1:
            assert set(win.first) == at_once
        else:
            assert not at_once
            assert all(wins_by(board, move, 2) for move in win.first)
    assert min(seen.values()) >= 3, seen


def test_defences_are_the_moves_after_which_no_win_is_found() -> None:
    narrow = 0
    for board in _ends_of_games(8, 4):
        holds = set(find_defences(board, 1))
        expected = set()
        for move in list(board.legal_moves):
            board.push(move)
            outcome = board.outcome()
            if outcome is not None:
                held = outcome.winner is not board.turn
            else:
                held = find_win(board, 1).win is None
            board.pop()
            if held:
                expected.add(move)
        assert holds == expected
        narrow += len(holds) < len(board.legal_moves)
    assert narrow >= 3


def test_limit_of_nodes_is_told() -> None:
    for board in _ends_of_games(3, 8):
        solution = find_win(board, 4, nodes=10)
        assert solution.nodes <= 11
        if not solution.is_complete:
            return
    raise AssertionError("ten nodes were always enough")


@pytest.mark.parametrize(("most", "nodes"), [(0, 10), (13, 10), (1, 0), (2.5, 10)])
def test_senseless_arguments_are_refused(most: int, nodes: int) -> None:
    with pytest.raises((TypeError, ValueError)):
        find_win(Board("Base"), most, nodes)
