"""Proven wins: who wins by force, how soon and by which moves. For puzzles, review and the engine.

What is proven is true: every reply was tried. Up to four own moves nothing is missed either; beyond
that, wins by quiet moves, which threaten nothing, may be. Repetitions do not count.
"""

from __future__ import annotations

from dataclasses import dataclass

from beespace.engine.native import as_native
from beespace.fast import _native
from beespace.rules import BaseBoard, Move
from beespace.rules.perft import check_range

MOST_MOVES = 12
DEFAULT_NODES = 20_000_000
# More moves than any position has.
MOST_DEFENCES = 10_000


@dataclass(frozen=True, slots=True)
class Win:
    """A forced win with the own move of this number, and all first moves that win so soon."""

    moves: int
    first: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """What came of a search for a win.

    `is_complete` is false if the limit of nodes ended it, or if it met a hive that is wider than
    the solver can see: then there may be a win, a sooner one, or another way to it.
    """

    win: Win | None
    is_complete: bool
    nodes: int


def find_win(board: BaseBoard, most: int = 3, nodes: int = DEFAULT_NODES) -> Solution:
    """The shortest win of the player to move, within so many own moves.

    >>> from beespace import Board
    >>> find_win(Board("Base")).win is None
    True
    """
    check_range("most", most, 1, MOST_MOVES)
    check_range("nodes", nodes, 1, 2**62)
    found, exhausted, visited, moves = _native.shortest_win(as_native(board), most, nodes)
    win = Win(found, moves) if found else None
    return Solution(win, not exhausted, visited)


@dataclass(frozen=True, slots=True)
class Defences:
    """The moves after which no win of the opponent was found.

    Only if `is_complete` do they really hold: what came after the limit of nodes is among them.
    """

    moves: tuple[Move, ...]
    is_complete: bool
    nodes: int


def find_defences(
    board: BaseBoard, moves: int, nodes: int = DEFAULT_NODES, enough: int = MOST_DEFENCES
) -> Defences:
    """The moves after which the opponent has no win within so many of their own moves.

    Up to three of them nothing is missed; `find_win` after a move looks further. It stops when it
    has found `enough`.
    """
    check_range("moves", moves, 1, MOST_MOVES)
    check_range("nodes", nodes, 1, 2**62)
    check_range("enough", enough, 1, MOST_DEFENCES)
    _, exhausted, visited, found = _native.defences(as_native(board), moves, nodes, enough)
    return Defences(found, not exhausted, visited)
