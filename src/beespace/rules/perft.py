"""Perft: counts the move sequences of a given length."""

from __future__ import annotations

from beespace.rules.board.base import BaseBoard

# Far beyond what any machine can do; the depth limit also bounds the recursion.
DEEPEST = 100
MOST_THREADS = 256


def perft(board: BaseBoard, depth: int) -> int:
    """Return the number of move sequences of a length, the standard test of a move generator.

    A finished game has no moves; depth 0 counts as 1.

    >>> from beespace.rules import Board
    >>> perft(Board("Base"), 3)
    1440

    Raises:
        ValueError: the depth is negative or above 100.
    """
    check_range("depth", depth, 0, DEEPEST)
    # On a copy, so that the board is intact after Ctrl-C.
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
    """Check that a value is an integer within bounds.

    Raises:
        TypeError: it is not an integer.
        ValueError: it is out of bounds.
    """
    if type(value) is not int:
        raise TypeError(f"{name} must be an integer, not {value!r}")
    if not least <= value <= most:
        raise ValueError(f"{name} must be between {least} and {most}, not {value}")
