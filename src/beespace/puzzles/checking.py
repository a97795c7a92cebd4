"""Proves puzzles once more, full-width: every reply is tried, with no solver behind it.

Given a board of `beespace.rules`, not even the C++ core has a part in it.
"""

from __future__ import annotations

from beespace.puzzles.puzzle import Puzzle
from beespace.rules import BaseBoard, Bug, Color, Move, Pass, Piece


def all_solutions_win(puzzle: Puzzle, board: BaseBoard) -> bool:
    """Whether every first move that the puzzle names wins in time, whatever is replied."""
    moves = [board.parse_uhp(text) for text in puzzle.solutions]
    return bool(moves) and all(wins_by(board, move, puzzle.moves) for move in moves)


def nothing_else_wins(puzzle: Puzzle, board: BaseBoard) -> bool:
    """Whether no other first move wins in time, and none sooner. Slow beyond wins in 2.

    Any move that wins sooner, a named one as well, wins in time: so it is looked for apart.
    """
    named = {board.parse_uhp(text) for text in puzzle.solutions}
    sooner = puzzle.moves > 1 and any(
        wins_by(board, move, puzzle.moves - 1) for move in board.legal_moves
    )
    return not sooner and not any(
        wins_by(board, move, puzzle.moves) for move in list(board.legal_moves) if move not in named
    )


def wins_by(board: BaseBoard, move: Move, moves: int) -> bool:
    """Whether a move of the player to move wins within so many own moves, this one counted."""
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
    """Whether after every reply the other wins within so many own moves."""
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
    """All moves, those first that end beside the enemy queen: one of them is likely to win."""
    queen = board.location(Piece(board.turn.opponent, Bug.QUEEN))
    ring = queen.neighbors() if queen is not None else ()
    return sorted(board.legal_moves, key=lambda move: isinstance(move, Pass) or move.to not in ring)
