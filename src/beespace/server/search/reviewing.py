"""The evaluation of a game's positions, in the process that does all reviews."""

from __future__ import annotations

from beespace.formats.replay import Replay
from beespace.rules import Ruleset
from beespace.study import Evaluation, evaluate

# A game up to a position: its ruleset, its moves and its board.
_Begun = tuple[str, tuple[str, ...], Replay]
# The last positions of the reviews that take turns. Each one's next position is one move further.
_begun: list[_Begun] = []
_MOST_BEGUN = 8


def evaluate_after(ruleset: str, moves: tuple[str, ...], nodes: int) -> Evaluation:
    """Evaluate the position after some moves with a fixed number of nodes."""
    replay, played = _continue(ruleset, moves)
    for text in moves[played:]:
        replay.read(text)
    _begun.append((ruleset, moves, replay))
    del _begun[:-_MOST_BEGUN]
    return evaluate(replay.board, nodes)


def _continue(ruleset: str, moves: tuple[str, ...]) -> tuple[Replay, int]:
    """Take the stored board that is furthest along a game; return it and how many moves it has."""
    for begun in sorted(_begun, key=lambda one: len(one[1]), reverse=True):
        if begun[0] == ruleset and begun[1] == moves[: len(begun[1])]:
            _begun.remove(begun)
            return begun[2], len(begun[1])
    return Replay(Ruleset.parse(ruleset), infer_queen_first=False), 0
