"""Proves forced wins, with their length and first moves; for puzzles, reviews and the engine.

Every win it reports is proven: the solver tries every reply. It finds every win of up to four moves
by the winner; it can miss longer ones that need a quiet move, which threatens nothing. It ignores
draws by repetition.
"""

from __future__ import annotations

from dataclasses import dataclass

from beespace.engine.native import as_native
from beespace.fast import _native
from beespace.rules import BaseBoard, Move
from beespace.rules.perft import check_range

MOST_MOVES = 12
DEFAULT_NODES = 20_000_000
# No position has this many moves.
MOST_DEFENCES = 10_000


@dataclass(frozen=True, slots=True)
class Win:
    """A forced win in a number of the player's own moves, and all first moves that achieve it."""

    moves: int
    first: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of a search for a win.

    `is_complete` is false if the search hit the node limit or a hive too wide for the solver. Then
    there may be a win it didn't find, a shorter one, or another first move.
    """

    win: Win | None
    is_complete: bool
    nodes: int


def find_win(board: BaseBoard, most: int = 3, nodes: int = DEFAULT_NODES) -> Solution:
    """Find the shortest win of the player to move, within `most` of their own moves.

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
    """The moves after which the solver found no win for the opponent.

    They are proven only if `is_complete`; otherwise they include moves that the solver didn't check
    before it hit the node limit.
    """

    moves: tuple[Move, ...]
    is_complete: bool
    nodes: int


def find_defences(
    board: BaseBoard, moves: int, nodes: int = DEFAULT_NODES, enough: int = MOST_DEFENCES
) -> Defences:
    """Find the moves after which the opponent has no win within `moves` of their own moves.

    Finds every win of up to three moves; `find_win` after a move looks further. Stops once it has
    found `enough` defences.
    """
    check_range("moves", moves, 1, MOST_MOVES)
    check_range("nodes", nodes, 1, 2**62)
    check_range("enough", enough, 1, MOST_DEFENCES)
    _, exhausted, visited, found = _native.defences(as_native(board), moves, nodes, enough)
    return Defences(found, not exhausted, visited)
