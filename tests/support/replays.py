"""Replays of recorded games, which must end as recorded."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from beespace.rules import BaseBoard, Color, EndReason, Outcome, Result, Ruleset
from support.recorded import Recorded


def check_replay(board_class: type[BaseBoard], game: Recorded, tally: Counter[str]) -> None:
    """Check that a game can be replayed, and that it repeats positions and ends as recorded."""
    ruleset = replace(Ruleset.parse(game["game_type"]), queen_first=bool(game["queen_first"]))
    board = board_class(ruleset)
    threefold_ply = None
    for ply, text in enumerate(game["moves"]):
        board.push_uhp(text)
        if threefold_ply is None and board.repetition_count() >= 3:
            threefold_ply = ply
    assert threefold_ply == game["threefold_ply"], game["id"]
    assert board.outcome() == _recorded(game), game["id"]
    tally["games"] += 1
    tally["plies"] += len(game["moves"])
    tally["queen-first games"] += bool(game["queen_first"])
    tally["surrounds"] += board.outcome() is not None
    if threefold_ply is not None:
        tally["threefolds"] += 1
        _assert_threefold_would_have_ended_it(board, threefold_ply)


def _recorded(game: Recorded) -> Outcome | None:
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
