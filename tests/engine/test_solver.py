"""Proven wins and defences, checked by full-width search where it is fast enough."""

from __future__ import annotations

import pytest

from beespace import Board
from beespace.backend import BACKEND
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

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


def test_win_in_1_is_found_with_its_moves() -> None:
    board = Board.from_game_string(WIN_IN_1)
    solution = find_win(board)
    assert solution.win is not None
    assert solution.win.moves == 1
    assert [board.uhp(move) for move in solution.win.first] == ["wA1 bQ-", "wA2 bQ-"]
    assert solution.is_complete


def test_finished_game_has_no_win_and_no_defence() -> None:
    board = Board.from_game_string(WIN_IN_1 + ";wA1 bQ-")
    assert find_win(board).win is None
    assert find_defences(board, 2).moves == ()


def test_proven_wins_match_full_width_search_and_list_every_fastest_move() -> None:
    seen = {1: 0, 2: 0}
    for board in _ends_of_games(8, 5):
        win = find_win(board, 2).win
        wins = {n: {move for move in board.legal_moves if wins_by(board, move, n)} for n in seen}
        if win is None:
            assert not wins[2]
            continue
        seen[win.moves] += 1
        assert set(win.first) == wins[win.moves]
        assert win.moves == 1 or not wins[1]
    assert min(seen.values()) >= 3, seen


# In these positions a first move wins although it threatens nothing. A search that tries only
# threats would miss it.
QUIET = {
    (
        "Base Black[48] wG3 -4,0:bG3 -4,3:bA3 -3,-2:wG3 -3,-1:wA3 -3,2:wG2 -3,3:bS2 -2,-4:wG1"
        " -2,-3:wS2 -2,-2:bA1 -2,0:bG2 -2,1:bS1 -1,-2:wA2 -1,-1:wQ.bB2 -1,0:wS1 0,-2:bG1"
        " 0,0:wB1.bB1 1,-1:wA1 1,0:wB2 1,1:bQ 2,-2:bA2"
    ): "bA3 -wG3",
    (
        "Base Black[35] wS1 -3,-4:bS1 -2,-5:wG2 -2,2:bS2 -2,3:bG3 -1,-5:bA3 -1,-4:wA2 -1,-3:bA2"
        " -1,-2:wA1 -1,2:wQ -1,3:bA1 0,-2:bQ 0,-1:wG3 0,1:wS2.bB2.wB1 0,2:wG1.bB1 1,-1:wB2 1,0:wA3"
        " 1,1:bG1 2,-1:bG2 2,1:wS1"
    ): "bG2 /bG3",
    (
        "Base+ML White[46] bS1 -7,1:bS1 -6,0:wS2 -6,1:wG1 -6,3:wL -5,1:bL -5,2:bG1 -4,2:bB2"
        " -3,2:bA2 -3,3:bG2 -3,4:wM -2,2:bS2 -1,0:wQ -1,1:bA1 0,1:wB1 1,1:bM 2,-3:wS1 2,-2:bA3"
        " 2,-1:wA3 2,0:wA1 3,-2:bQ.wB2.bB1 3,-1:wG3 4,-3:wG2 4,-2:wA2 5,-4:bG3"
    ): "wS2 /bS1",
}


@pytest.mark.parametrize(("position", "quiet"), QUIET.items(), ids=QUIET.values())
def test_quiet_first_moves_are_not_missed(position: str, quiet: str) -> None:
    board = Board.from_position(position)
    win = find_win(board).win
    assert win is not None
    assert win.moves == 2
    assert quiet in [board.uhp(move) for move in win.first]
    assert set(win.first) == {move for move in board.legal_moves if wins_by(board, move, 2)}


def test_defences_are_the_moves_after_which_no_win_is_found() -> None:
    narrow = 0
    for board in _ends_of_games(8, 4):
        holds = set(find_defences(board, 1).moves)
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


def test_reaching_the_node_limit_is_reported() -> None:
    for board in _ends_of_games(3, 8):
        solution = find_win(board, 4, nodes=10)
        assert solution.nodes <= 11
        if not solution.is_complete:
            return
    raise AssertionError("ten nodes were enough for every position")


def test_reaching_the_node_limit_is_reported_for_defences() -> None:
    """Past the limit every move looks like a defence, so the caller must be told."""
    for board in _ends_of_games(3, 6):
        whole, cut = find_defences(board, 2), find_defences(board, 2, nodes=20)
        assert whole.is_complete
        if len(cut.moves) > len(whole.moves):
            assert not cut.is_complete
            return
    raise AssertionError("twenty nodes were enough for every position")


@pytest.mark.parametrize(("most", "nodes"), [(0, 10), (13, 10), (1, 0), (2.5, 10)])
def test_invalid_arguments_are_rejected(most: int, nodes: int) -> None:
    with pytest.raises((TypeError, ValueError)):
        find_win(Board("Base"), most, nodes)
