"""Scores: wins, losses, texts, and the same numbers in Python and C++."""

from __future__ import annotations

import pytest

from beespace.backend import BACKEND
from beespace.engine.score import DECIDED, INFINITE, LONGEST_WIN, WIN, Score


@pytest.mark.skipif(BACKEND != "native", reason="the C++ core is not built")
def test_core_has_the_same_numbers() -> None:
    from beespace.fast import _native

    core = (_native.WIN, _native.LONGEST_WIN, _native.DECIDED, _native.INFINITE)
    assert core == (WIN, LONGEST_WIN, DECIDED, INFINITE)


def test_decided_scores_start_beyond_the_longest_win() -> None:
    assert not Score(DECIDED).is_decided
    assert not Score(-DECIDED).is_decided
    assert Score(DECIDED + 1).plies_to_win == LONGEST_WIN - 1
    assert Score(-DECIDED - 1).plies_to_win == LONGEST_WIN - 1


@pytest.mark.parametrize("moves", [1, 2, 50])
def test_win_and_loss_count_the_winners_moves(moves: int) -> None:
    win = Score.win(moves)
    assert (win.win_in, (-win).win_in) == (moves, -moves)
    assert win.plies_to_win == (-win).plies_to_win == 2 * moves - 1
    assert (str(win), str(-win)) == (f"win in {moves}", f"loss in {moves}")


def test_finished_game_is_won_in_no_moves() -> None:
    assert (Score(WIN).win_in, str(Score(WIN)), str(Score(-WIN))) == (0, "win in 0", "loss in 0")


@pytest.mark.parametrize(
    ("value", "text"), [(0, "+0.00"), (150, "+1.50"), (-9000, "-90.00"), (DECIDED, "+298.08")]
)
def test_other_scores_are_shown_in_ants(value: int, text: str) -> None:
    assert str(Score(value)) == text
    assert Score(value).win_in is None
    assert Score(value).plies_to_win is None
