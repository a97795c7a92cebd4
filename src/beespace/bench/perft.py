"""Measures how many perft leaves a board counts per second of CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from beespace import fast, rules
from beespace.rules import GAME_TYPES, BaseBoard

Count = Callable[[str, int], int]


def _native(listed: bool, cls: type[fast.Board]) -> Count:
    return lambda text, depth: fast.perft(cls.from_position(text), depth, listed=listed)


def _reference(text: str, depth: int) -> int:
    board: BaseBoard = rules.Board.from_position(text)
    return rules.perft(board, depth)


# What to measure: a name, how to count, and by how many plies to reduce the depth.
COUNTERS: tuple[tuple[str, Count, int], ...] = (
    ("C++, last ply counted", _native(False, fast.Board), 0),
    ("C++, last ply listed", _native(True, fast.Board), 0),
    ("C++, no wide instructions", _native(False, fast.PortableBoard), 0),
    ("Python", _reference, 2),
)


def start_positions() -> list[str]:
    """Return the empty board of every game type."""
    return [f"{game_type} White[1] -" for game_type in GAME_TYPES]


def leaves_per_second(count: Count, positions: Iterable[str], depth: int) -> tuple[int, float]:
    """Return the number of leaves, and how many were counted per second of CPU time."""
    leaves, begun = 0, time.process_time()
    for text in positions:
        leaves += count(text, depth)
    return leaves, leaves / max(time.process_time() - begun, 1e-9)
