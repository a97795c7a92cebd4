"""How hard a puzzle is, from 1 to 10, judged by what makes people miss moves."""

from __future__ import annotations

import math

from beespace.engine.solver import Win
from beespace.rules import BaseBoard, Bug, Color, Move, Piece, Place, Relocate

EASIEST = 1
HARDEST = 10

# What is easily overlooked: ways of moving that have to be counted out, and a mosquito's, which is
# another one in every place. Everybody looks at the ants.
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
    """Longer wins are harder, so are few solutions among many moves, and quiet or odd first moves.

    The first move that is found most easily counts.
    """
    points = 2.0 * (win.moves - 1) + 0.3 * math.log10(max(nodes, 1))
    points += 0.5 * math.log2(len(board.legal_moves) / len(win.first) + 1) - 2.1
    if not any(_touches_queen(board, move, board.turn.opponent) for move in win.first):
        points += 1.5
    points += min(_oddness(board, move) for move in win.first)
    return _within(points)


def grade_of_defence(board: BaseBoard, move: Move) -> int:
    """More moves to choose from are harder, so is a defence that is not the queen's own."""
    points = 0.8 * math.log2(len(board.legal_moves)) - 0.3
    if isinstance(move, Relocate | Place) and move.piece.bug is Bug.QUEEN:
        points -= 1.5
    elif not _touches_queen(board, move, board.turn):
        points += 1
    points += _oddness(board, move)
    return _within(points)


def _touches_queen(board: BaseBoard, move: Move, color: Color) -> bool:
    """Whether a move leads to, or begins at, a hex beside that queen."""
    if not isinstance(move, Relocate | Place):
        return False
    queen = board.location(Piece(color, Bug.QUEEN))
    ends = [move.to, board.location(move.piece)]
    return queen is not None and any(end in queen.neighbors() for end in ends if end is not None)


def _oddness(board: BaseBoard, move: Move) -> float:
    """How easily the way is overlooked in which a piece moves; placing it is plain."""
    if not isinstance(move, Relocate):
        return 0.0
    # Somebody else's piece moves only if it is thrown.
    if move.piece.color is not board.turn:
        return _HIDDEN_THROW
    return _HIDDEN.get(move.piece.bug, 0.0)


def _within(points: float) -> int:
    return max(EASIEST, min(HARDEST, round(points)))
