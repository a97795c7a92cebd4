"""Perft and random games, run entirely in C++, in threads and without the GIL.

Ctrl-C stops them.
"""

from __future__ import annotations

from dataclasses import dataclass

from beespace.fast.board import Board
from beespace.rules.perft import DEEPEST, MOST_THREADS, check_range


def perft(board: Board, depth: int, threads: int = 1, *, listed: bool = False) -> int:
    """Return the number of move sequences of a length from a position.

    With `listed` the core generates every move of the last ply instead of only counting them.

    >>> perft(Board("Base"), 4)
    21600
    """
    _check_board(board)
    check_range("depth", depth, 0, DEEPEST)
    check_range("threads", threads, 1, MOST_THREADS)
    if board.outcome() is not None:
        return 0 if depth else 1
    return board._native.perft(depth, threads, listed)


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of random games."""

    games: int
    plies: int
    white_wins: int
    black_wins: int
    draws: int
    unfinished: int


def random_playouts(
    board: Board, games: int, *, seed: int = 0, max_plies: int = 500, threads: int = 1
) -> Playouts:
    """Play random games from a position, until a queen is surrounded or for `max_plies` plies.

    The same seed gives the same games for any number of threads. Repetitions don't end a game.

    >>> random_playouts(Board("Base"), 10, seed=1).games
    10
    """
    _check_board(board)
    check_range("games", games, 0, 2**31 - 1)
    check_range("max_plies", max_plies, 0, 2**31 - 1)
    check_range("threads", threads, 1, MOST_THREADS)
    return Playouts(*board._native.random_playouts(games, seed % 2**64, max_plies, threads))


def _check_board(board: Board) -> None:
    if not isinstance(board, Board):
        raise TypeError(f"expected a beespace.fast.Board, not {type(board).__name__}")
