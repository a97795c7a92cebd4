"""Ways and reasons in C++ (native/explain) compared with the reference, in every detail."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from beespace.backend import BACKEND
from beespace.rules import Board, ReasonCode
from support.explained.positions import drawn_positions, random_positions

if BACKEND != "native":
    pytest.skip("the C++ core is not built", allow_module_level=True)

from support.explained.asking import asked_text
from support.explained.comparing import InPython, compare, compare_asked, same_board


def _missing(tally: Counter[str]) -> set[str]:
    return {code.value for code in ReasonCode} - {*tally}


def test_drawn_positions_are_explained_as_by_the_reference(tally: Counter[str]) -> None:
    rng = random.Random(1)
    for board, asked in drawn_positions(Board):
        native = same_board(board)
        compare_asked(board, native, asked, tally)
        compare(rng, board, native, 20, tally)
    for board in random_positions(Board, rng, 300):  # stuns and number orders need a history
        compare(rng, board, same_board(board), 6, tally)
    assert not _missing(tally)


@pytest.mark.parametrize("seed", range(3))
def test_random_positions_are_explained_as_by_the_reference(seed: int, tally: Counter[str]) -> None:
    rng = random.Random(seed)
    for board in random_positions(InPython, rng, 700):
        compare(rng, board, same_board(board), 6, tally)


# Two hundred thousand positions.
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_many_positions_are_explained_as_by_the_reference(seed: int, tally: Counter[str]) -> None:
    rng = random.Random(1000 + seed)
    for board in random_positions(InPython, rng, 50_000):
        native = same_board(board)
        compare(rng, board, native, 6, tally)
        compare_asked(board, native, asked_text(rng), tally)
    assert not _missing(tally)
