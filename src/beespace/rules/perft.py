"""Counting: how many ways a game can go on for a number of plies."""

from __future__ import annotations

from beespace.rules.base_board import BaseBoard

# No machine counts nearly so deep, or has nearly so many cores; and every ply takes some stack.
DEEPEST = 100
MOST_THREADS = 256


def perft(board: BaseBoard, depth: int) -> int:
    """The number of move sequences of this length; the standard test of a move generator.

    A finished game has no moves, and depth 0 is the one way of doing nothing.

    >>> from beespace.rules import Board
    >>> perft(Board("Base"), 3)
    1440

    Raises:
        ValueError: the depth is negative or beyond all reason.
    """
    check_range("depth", depth, 0, DEEPEST)
    # On a copy: whoever interrupts a long count finds the board as it was.
    return _count(board.copy(), depth)


def _count(board: BaseBoard, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(board.legal_moves)
    count = 0
    for move in list(board.legal_moves):
        board.push_unchecked(move)
        count += _count(board, depth - 1)
        board.pop()
    return count


def check_range(name: str, value: int, least: int, most: int) -> None:
    """Refuse what is not a whole number within bounds."""
    if type(value) is not int:
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if not least <= value <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {value}")
