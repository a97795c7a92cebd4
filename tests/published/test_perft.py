"""The published perft counts (numbers of move sequences), up to depth 5."""

from __future__ import annotations

from pathlib import Path

import pytest

from beespace.rules import BaseBoard, perft

GAME_TYPES = ("Base", *(f"Base+{letters}" for letters in ("M", "L", "P", "ML", "MP", "LP", "MLP")))
DEEPEST = 5


# Largest first, so that the last test to start in a parallel run is short.
@pytest.mark.parametrize("game_type", GAME_TYPES[::-1])
def test_perft_gives_the_published_counts(
    board_class: type[BaseBoard], game_type: str, shared_data: Path
) -> None:
    table = (shared_data / "perft.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in table if not line.startswith("#")]
    published = {int(depth): int(nodes) for kind, depth, nodes in rows if kind == game_type}
    board = board_class(game_type)
    counts = {depth: perft(board, depth) for depth in range(1, DEEPEST + 1)}
    assert counts == {depth: published[depth] for depth in counts}
    assert board == board_class(game_type)
