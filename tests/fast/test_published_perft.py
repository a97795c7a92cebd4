"""The published perft counts on the C++ board, in the wide and the portable build."""

from __future__ import annotations

from pathlib import Path

import pytest

from beespace import fast

BOARDS = pytest.mark.parametrize(
    "board_class", [fast.Board, fast.PortableBoard], ids=["wide", "portable"]
)


def check(board_class: type[fast.Board], shared_data: Path, depths: set[int]) -> None:
    table = (shared_data / "perft.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in table if not line.startswith("#")]
    assert len({game_type for game_type, _, _ in rows}) == 8
    for game_type, depth, nodes in rows:
        if int(depth) in depths:
            assert fast.perft(board_class(game_type), int(depth)) == int(nodes), game_type


@BOARDS
def test_counts_to_depth_six(board_class: type[fast.Board], shared_data: Path) -> None:
    check(board_class, shared_data, {1, 2, 3, 4, 5, 6})


@pytest.mark.slow
@BOARDS
def test_counts_at_depth_seven(board_class: type[fast.Board], shared_data: Path) -> None:
    check(board_class, shared_data, {7})
