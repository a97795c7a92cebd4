"""How hard a puzzle is, from 1 to 10, judged by what makes people miss moves."""

from __future__ import annotations

import math

from beespace.engine.solver import Win
from beespace.rules import BaseBoard, Bug, Color, Move, Piece, Place, Relocate

EASIEST = 1
HARDEST = 10


def grade_of_win(board: BaseBoard, win: Win, nodes: int) -> int:
    """Longer wins are harder, so are few solutions among many moves, and quiet first moves."""
    points = 2.0 * (win.moves - 1) + 0.3 * math.log10(max(nodes, 1))
    points += 0.5 * math.log2(len(board.legal_moves) / len(win.first) + 1) - 2
    if not any(_touches_queen(board, move, board.turn.opponent) for move in win.first):
        points += 1.5
    points += 0.7 * all(_is_throw(board, move) for move in win.first)
    return _within(points)


def grade_of_defence(board: BaseBoard, move: Move) -> int:
    """More moves to choose from are harder, so is a defence that is not the queen's own."""
    points = 0.8 * math.log2(len(board.legal_moves))
    if isinstance(move, Relocate | Place) and move.piece.bug is Bug.QUEEN:
        points -= 1.5
    elif not _touches_queen(board, move, board.turn):
        points += 1
    points += 0.7 * _is_throw(board, move)
    return _within(points)


def _touches_queen(board: BaseBoard, move: Move, color: Color) -> bool:
    """Whether a move leads to, or begins at, a hex beside that queen."""
    if not isinstance(move, Relocate | Place):
        return False
    queen = board.location(Piece(color, Bug.QUEEN))
    ends = [move.to, board.location(move.piece)]
    return queen is not None and any(end in queen.neighbors() for end in ends if end is not None)


def _is_throw(board: BaseBoard, move: Move) -> bool:
    return isinstance(move, Relocate) and move.piece.color is not board.turn


def _within(points: float) -> int:
    return max(EASIEST, min(HARDEST, round(points)))
