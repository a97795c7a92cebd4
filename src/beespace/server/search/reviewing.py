"""The evaluation of a game's positions, in the process that does all reviews."""

from __future__ import annotations

from beespace.formats.replay import Replay
from beespace.rules import Ruleset
from beespace.study import Evaluation, evaluate

# The moves of the last position, and the game up to there. Its next position is one move further.
_last: tuple[str, tuple[str, ...], Replay] | None = None


def evaluate_after(ruleset: str, moves: tuple[str, ...], nodes: int) -> Evaluation:
    """Evaluate the position after some moves with a fixed number of nodes."""
    global _last  # a review asks for one position after the other
    replay, played = Replay(Ruleset.parse(ruleset), infer_queen_first=False), 0
    if _last is not None and _last[0] == ruleset and _last[1] == moves[: len(_last[1])]:
        replay, played = _last[2], len(_last[1])
    _last = None  # in case a move can't be read
    for text in moves[played:]:
        replay.read(text)
    _last = ruleset, moves, replay
    return evaluate(replay.board, nodes)
