"""The 2,000 published games: each can be replayed to the end and ends as recorded."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from beespace.openings import Openings
from beespace.openings.importing import import_files
from beespace.rules import BaseBoard, Color, EndReason, Outcome, Result, Ruleset

# Split the games so that several processes can share the work.
PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_published_games_replay_to_their_recorded_end(
    board_class: type[BaseBoard], part: int, shared_data: Path, tally: Counter[str]
) -> None:
    lines = (shared_data / "games.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines[part::PARTS]:
        game = json.loads(line)
        _replay(board_class, game, tally)
        tally["games"] += 1
        tally["plies"] += len(game["moves"])
        tally["queen-first games"] += bool(game["queen_first"])


def test_published_games_can_be_imported_into_the_explorer(
    shared_data: Path, tmp_path: Path
) -> None:
    with Openings(tmp_path / "openings.db") as openings:
        report = import_files(openings, [shared_data / "games.jsonl"])
    assert (report.added + report.known, report.skipped) == (2000, [])


def _replay(board_class: type[BaseBoard], game: dict[str, Any], tally: Counter[str]) -> None:
    ruleset = replace(Ruleset.parse(game["game_type"]), queen_first=bool(game["queen_first"]))
    board = board_class(ruleset)
    threefold_ply = None
    for ply, text in enumerate(game["moves"]):
        board.push_uhp(text)
        if threefold_ply is None and board.repetition_count() >= 3:
            threefold_ply = ply
    assert threefold_ply == game["threefold_ply"], game["id"]
    assert board.outcome() == _recorded(game), game["id"]
    tally["surrounds"] += board.outcome() is not None
    if threefold_ply is not None:
        tally["threefolds"] += 1
        _assert_threefold_would_have_ended_it(board, threefold_ply)


def _recorded(game: dict[str, Any]) -> Outcome | None:
    """Return the outcome a board can know; it knows nothing of agreement, resignation or time."""
    if game["reason"] != "surround":
        return None
    winner = {"1-0": Color.WHITE, "0-1": Color.BLACK, "1/2-1/2": None}[game["result"]]
    return Outcome(Result.won_by(winner), EndReason.SURROUND)


def _assert_threefold_would_have_ended_it(board: BaseBoard, ply: int) -> None:
    ended = type(board)(replace(board.ruleset, repetition="threefold"))
    for move in board.moves[: ply + 1]:
        assert ended.outcome() is None
        ended.push_unchecked(move)
    assert ended.outcome() == Outcome(Result.DRAW, EndReason.REPETITION)
    assert len(ended.legal_moves) == 0
