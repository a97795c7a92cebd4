"""Grades the difficulty of puzzles from 1 to 10, by what makes people miss moves."""

from __future__ import annotations

import math

from beespace.engine.solver import Win
from beespace.rules import BaseBoard, Bug, Color, Move, Piece, Place, Relocate

EASIEST = 1
HARDEST = 10

# How easily people overlook a bug's moves. Some need counting out, and a mosquito moves differently
# in every place. Everyone looks at the ants.
_HIDDEN = {
    Bug.BEETLE: 0.4,
    Bug.GRASSHOPPER: 0.4,
    Bug.PILLBUG: 0.4,
    Bug.SPIDER: 0.9,
    Bug.LADYBUG: 0.9,
    Bug.MOSQUITO: 1.2,
}
_HIDDEN_THROW = 1.6


def grade_of_win(board: BaseBoard, win: Win, nodes: int) -> int:
    """Return the grade of a win.

    Longer wins are harder, and so are few solutions among many moves, and quiet or odd first moves.
    If there are several solutions, the easiest to find counts.
    """
    points = 2.0 * (win.moves - 1) + 0.3 * math.log10(max(nodes, 1))
    points += 0.5 * math.log2(len(board.legal_moves) / len(win.first) + 1) - 2.1
    if not any(_touches_queen(board, move, board.turn.opponent) for move in win.first):
        points += 1.5
    points += min(_oddness(board, move) for move in win.first)
    return _within(points)


def grade_of_defence(board: BaseBoard, move: Move) -> int:
    """Return the grade of a defence: more choices are harder, moving the queen is easier."""
    points = 0.8 * math.log2(len(board.legal_moves)) - 0.3
    if isinstance(move, Relocate | Place) and move.piece.bug is Bug.QUEEN:
        points -= 1.5
    elif not _touches_queen(board, move, board.turn):
        points += 1
    points += _oddness(board, move)
    return _within(points)


def _touches_queen(board: BaseBoard, move: Move, color: Color) -> bool:
    """Return whether a move starts or ends next to a player's queen."""
    if not isinstance(move, Relocate | Place):
        return False
    queen = board.location(Piece(color, Bug.QUEEN))
    ends = [move.to, board.location(move.piece)]
    return queen is not None and any(end in queen.neighbors() for end in ends if end is not None)


def _oddness(board: BaseBoard, move: Move) -> float:
    """Return how easily people overlook a move; placements are easy to see."""
    if not isinstance(move, Relocate):
        return 0.0
    # The opponent's pieces can only be thrown.
    if move.piece.color is not board.turn:
        return _HIDDEN_THROW
    return _HIDDEN.get(move.piece.bug, 0.0)


def _within(points: float) -> int:
    return max(EASIEST, min(HARDEST, round(points)))
