"""Verifies puzzles with a full-width search that tries every reply and doesn't use the solver.

With a board of `beespace.rules`, it doesn't use the C++ core either.
"""

from __future__ import annotations

from beespace.puzzles.puzzle import Puzzle
from beespace.rules import BaseBoard, Bug, Color, Move, Pass, Piece


def all_solutions_win(puzzle: Puzzle, board: BaseBoard) -> bool:
    """Return whether every solution of a puzzle wins in time against every reply."""
    moves = [board.parse_uhp(text) for text in puzzle.solutions]
    return bool(moves) and all(wins_by(board, move, puzzle.moves) for move in moves)


def nothing_else_wins(puzzle: Puzzle, board: BaseBoard) -> bool:
    """Return whether no other first move wins in time, and none wins sooner.

    Slow for wins in more than 2. It checks for sooner wins separately, because a solution could win
    sooner too.
    """
    named = {board.parse_uhp(text) for text in puzzle.solutions}
    sooner = puzzle.moves > 1 and any(
        wins_by(board, move, puzzle.moves - 1) for move in board.legal_moves
    )
    return not sooner and not any(
        wins_by(board, move, puzzle.moves) for move in list(board.legal_moves) if move not in named
    )


def wins_by(board: BaseBoard, move: Move, moves: int) -> bool:
    """Return whether a move wins within a number of the player's own moves, including it."""
    winner = board.turn
    board.push_unchecked(move)
    try:
        outcome = board.outcome()
        if outcome is not None:
            return outcome.winner is winner
        return moves > 1 and _loses(board, moves - 1, winner)
    finally:
        board.pop()


def _loses(board: BaseBoard, moves: int, winner: Color) -> bool:
    """Return whether `winner` wins within a number of their own moves after every reply."""
    for reply in list(board.legal_moves):
        board.push_unchecked(reply)
        try:
            outcome = board.outcome()
            if outcome is not None:
                lost = outcome.winner is winner
            else:
                lost = any(wins_by(board, move, moves) for move in _likely_first(board))
        finally:
            board.pop()
        if not lost:
            return False
    return True


def _likely_first(board: BaseBoard) -> list[Move]:
    """Return all moves, starting with those most likely to win: next to the opponent's queen."""
    queen = board.location(Piece(board.turn.opponent, Bug.QUEEN))
    ring = queen.neighbors() if queen is not None else ()
    return sorted(board.legal_moves, key=lambda move: isinstance(move, Pass) or move.to not in ring)
