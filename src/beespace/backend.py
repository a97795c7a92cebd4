"""Chooses the board: the C++ board if it was built, otherwise the Python reference board.

`BEESPACE_PURE_PYTHON=1` forces the reference board. With `BEESPACE_REQUIRE_NATIVE=1` a missing C++
core is an error instead of a fallback.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from beespace import rules
from beespace.rules import BaseBoard
from beespace.rules.perft import MOST_THREADS, check_range

__all__ = ["BACKEND", "Board", "perft"]

if TYPE_CHECKING:
    # Both boards have the same interface, so type checkers see a single class.
    from beespace.rules import Board

    BACKEND: str
    """Which board is in use: `native` or `python`."""
else:
    try:
        if os.environ.get("BEESPACE_PURE_PYTHON") == "1":
            raise ImportError("BEESPACE_PURE_PYTHON is set")
        from beespace.fast import Board

        BACKEND = "native"
    except ImportError:
        if os.environ.get("BEESPACE_REQUIRE_NATIVE") == "1":
            raise
        from beespace.rules import Board

        BACKEND = "python"


def perft(board: BaseBoard, depth: int, threads: int = 1) -> int:
    """Return the number of move sequences of a length, the standard test of a move generator.

    A finished game has no moves; depth 0 counts as 1. Only the C++ board uses threads.

    >>> import beespace
    >>> beespace.perft(beespace.Board("Base"), 4)
    21600
    """
    check_range("threads", threads, 1, MOST_THREADS)
    if BACKEND == "native":
        from beespace import fast

        if isinstance(board, fast.Board):
            return fast.perft(board, depth, threads)
    return rules.perft(board, depth)
