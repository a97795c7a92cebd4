"""Chooses the board: the C++ one where it was built, else the reference.

`BEESPACE_PURE_PYTHON=1` forces the reference; with `BEESPACE_REQUIRE_NATIVE=1` a missing core is
an error instead of a fallback.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from beespace import rules
from beespace.rules import BaseBoard
from beespace.rules.perft import MOST_THREADS, check_range

__all__ = ["BACKEND", "Board", "perft"]

if TYPE_CHECKING:
    # To a type checker both boards are one class: they do the same.
    from beespace.rules import Board

    BACKEND: str
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
    """The number of move sequences of this length; the standard test of a move generator.

    A finished game has no moves, and depth 0 is the one way of doing nothing. Threads are used on
    the C++ board only.

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
