"""Counting: how many ways a game can go on for a number of plies."""

from __future__ import annotations

from beespace.rules.base_board import BaseBoard


def perft(board: BaseBoard, depth: int) -> int:
    """The number of move sequences of this length; the standard test of a move generator.

    A finished game has no moves, and depth 0 is the one way of doing nothing.

    >>> from beespace.rules import Board
    >>> perft(Board("Base"), 3)
    1440
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(board.legal_moves)
    count = 0
    for move in list(board.legal_moves):
        board.push_unchecked(move)
        count += perft(board, depth - 1)
        board.pop()
    return count
