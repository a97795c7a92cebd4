"""The engine's analyses as messages.

The process that analyses imports this, so it must not import what only the server needs.
"""

from __future__ import annotations

from beespace.engine import Analysis
from beespace.rules import BaseBoard, Color
from beespace.server.boards.turns import letter, remark_of
from beespace.server.study.messages import TellThought, ThoughtLine
from beespace.server.study.positions import line_moves
from beespace.study import about_move, winning_chance

_LONGEST_LINE = 8


def thought_of(board: BaseBoard, found: Analysis) -> TellThought:
    """Return an analysis as a message. The connection fills in its id and the time."""
    lines = line_moves(board, [line.moves[:_LONGEST_LINE] for line in found.lines])
    thoughts = []
    for rank, (line, moves) in enumerate(zip(found.lines, lines, strict=True)):
        score = line.score if board.turn is Color.WHITE else -line.score
        thoughts.append(
            ThoughtLine(
                score=score.value,
                win_in=score.win_in,
                chance=winning_chance(score),
                moves=moves,
                remark=remark_of(about_move(board, [one.text for one in moves]))
                if not rank
                else None,
            )
        )
    return TellThought(
        id=0,
        color=letter(board.turn),
        depth=found.depth,
        nodes=found.nodes,
        nodes_per_s=round(found.nodes / max(found.time_s, 1e-3)),
        time_ms=0,
        lines=thoughts,
        is_threat=False,
    )
