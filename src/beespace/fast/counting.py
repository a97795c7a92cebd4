"""Work that runs whole in C++: counting and random games, in threads, without the GIL.

Ctrl-C stops it.
"""

from __future__ import annotations

from dataclasses import dataclass

from beespace.fast.board import Board


def perft(board: Board, depth: int, threads: int = 1, *, listed: bool = False) -> int:
    """The number of move sequences of this length from a position on.

    With `listed` every move of the last ply is written down, not only counted.

    >>> perft(Board("Base"), 4)
    21600
    """
    _check("depth", depth, 0)
    _check("threads", threads, 1)
    if board.outcome() is not None:
        return 0 if depth else 1
    return board._native.perft(depth, threads, listed)


@dataclass(frozen=True, slots=True)
class Playouts:
    """What became of some random games."""

    games: int
    plies: int
    white_wins: int
    black_wins: int
    draws: int
    unfinished: int


def random_playouts(
    board: Board, games: int, *, seed: int = 0, max_plies: int = 500, threads: int = 1
) -> Playouts:
    """Play random games from a position on, each to a surround or for `max_plies` plies.

    The same seed gives the same games, whatever the number of threads. Repetition ends no game.

    >>> random_playouts(Board("Base"), 10, seed=1).games
    10
    """
    _check("games", games, 0)
    _check("max_plies", max_plies, 0)
    _check("threads", threads, 1)
    return Playouts(*board._native.random_playouts(games, seed % 2**64, max_plies, threads))


def _check(name: str, value: int, least: int) -> None:
    if not least <= value < 2**31:
        raise ValueError(f"{name} must be at least {least}, not {value}")
