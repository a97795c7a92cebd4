"""Hints: the engine's move, and what it is for."""

from __future__ import annotations

from beespace import BaseBoard, Move
from beespace.study import about_move, evaluate, remark_words
from beespace.terminal.reading import read_move

# Less than a second. A fixed number of nodes, so that a position always has the same hint.
_NODES = 50_000


def hint(board: BaseBoard) -> tuple[Move, str]:
    """Return the engine's move, and a sentence about it; empty if nothing is certain.

    The game must not be over.
    """
    line = evaluate(board, _NODES).line
    remark = about_move(board, line)
    return read_move(line[0], board), "" if remark is None else remark_words(remark)
