"""The published perft counts (numbers of move sequences), up to depth 5.

In the quick tests the Python board, which is slow, only goes to depth 4.
"""

from __future__ import annotations

import pytest

from beespace.rules import BaseBoard, Board, perft
from support import recorded

PUBLISHED = recorded.perft_counts()
DEEPEST = 5


# Largest first, so that the last test to start in a parallel run is short.
@pytest.mark.parametrize("game_type", [*reversed(PUBLISHED)])
def test_perft_gives_the_published_counts(board_class: type[BaseBoard], game_type: str) -> None:
    check(board_class, game_type, DEEPEST - 1 if board_class is Board else DEEPEST)


@pytest.mark.slow
@pytest.mark.parametrize("game_type", [*reversed(PUBLISHED)])
def test_the_python_board_gives_the_published_counts(game_type: str) -> None:
    check(Board, game_type, DEEPEST)


def check(board_class: type[BaseBoard], game_type: str, deepest: int) -> None:
    board = board_class(game_type)
    counts = {depth: perft(board, depth) for depth in range(1, deepest + 1)}
    assert counts == {depth: PUBLISHED[game_type][depth] for depth in counts}
    assert board == board_class(game_type)
