"""The published perft counts on the C++ board, in the wide and the portable build."""

from __future__ import annotations

import pytest

from beespace import fast
from support import recorded

BOARDS = pytest.mark.parametrize(
    "board_class", [fast.Board, fast.PortableBoard], ids=["wide", "portable"]
)


def check(board_class: type[fast.Board], depths: set[int]) -> None:
    published = recorded.perft_counts()
    assert len(published) == 8
    for game_type, counts in published.items():
        for depth in depths:
            assert fast.perft(board_class(game_type), depth) == counts[depth], game_type


@BOARDS
def test_counts_to_depth_six(board_class: type[fast.Board]) -> None:
    check(board_class, {1, 2, 3, 4, 5, 6})


@pytest.mark.slow
@BOARDS
def test_counts_at_depth_seven(board_class: type[fast.Board]) -> None:
    check(board_class, {7})
