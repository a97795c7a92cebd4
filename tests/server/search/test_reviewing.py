"""The positions that reviews evaluate, one after the other."""

from __future__ import annotations

import pytest

from beespace import Board
from beespace.formats.replay import Replay
from beespace.server.search.reviewing import evaluate_after
from beespace.study import evaluate

GAMES = [
    ("wS1", "bG1 wS1-", r"wQ \wS1", "bQ bG1-", "wA1 -wQ", "bA1 bQ-"),
    ("wS1", "bG1 wS1-", "wQ /wS1", "bQ bG1/", "wA1 -wQ", "bA1 bQ/"),
]


def test_reviews_that_take_turns_read_every_move_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, two reviews replayed their games from the start for every position."""
    count = 0
    read = Replay.read

    def counted(replay: Replay, text: str) -> object:
        nonlocal count
        count += 1
        return read(replay, text)

    monkeypatch.setattr(Replay, "read", counted)
    for ply in range(7):
        for moves in GAMES:
            board = Board("Base")
            for text in moves[:ply]:
                board.push_uhp(text)
            assert evaluate_after("Base", moves[:ply], 100) == evaluate(board, 100)
    assert count == sum(map(len, GAMES))
