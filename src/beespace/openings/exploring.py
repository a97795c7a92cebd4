"""Looks up the moves that were played from a board's position.

The database may contain the position rotated or mirrored. To find the moves, we compare the keys of
the positions they lead to, so there is no need to map moves between symmetric positions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from beespace.openings.reading import OpeningReader
from beespace.openings.rows import Tally
from beespace.rules import BaseBoard, Move

# How many games to list for a position.
_MOST_GAMES = 8
# How many positions to search for them.
_MOST_LOOKED_AT = 24


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move that was played, and the results of those games.

    `twins` are other moves that lead to a rotation or reflection of the same position.
    """

    move: Move
    twins: tuple[Move, ...]
    child: int
    tally: Tally
    game: int


@dataclass(frozen=True, slots=True)
class Explored:
    """The moves played from a position, most frequent first, and games that reached it."""

    tally: Tally
    moves: tuple[ExploredMove, ...]
    games: tuple[int, ...]


def explore(
    openings: OpeningReader, board: BaseBoard, game_types: Sequence[str] | None = None
) -> Explored:
    """Return the moves played from a board's position, in games of these types (None: all)."""
    known = openings.moves(board.symmetry_key(), game_types)
    if not known:
        return Explored(Tally(), (), ())
    leading: dict[int, list[Move]] = {}
    for move in list(board.legal_moves):
        board.push_unchecked(move)
        child = board.symmetry_key()
        board.pop()
        if child in known:
            leading.setdefault(child, []).append(move)
    moves = [
        ExploredMove(same[0], tuple(same[1:]), child, *known[child])
        for child, same in leading.items()
    ]
    moves.sort(key=lambda explored: -explored.tally.total)
    tally = sum((explored.tally for explored in moves), Tally())
    return Explored(tally, tuple(moves), _games(openings, known, game_types))


def _games(
    openings: OpeningReader, known: dict[int, tuple[Tally, int]], game_types: Sequence[str] | None
) -> tuple[int, ...]:
    """Return some games: each row names one, and the rows of later positions name more."""
    found: dict[int, None] = {}
    rows, later = known, deque[int]()
    for _ in range(_MOST_LOOKED_AT):
        for child, (tally, game) in sorted(rows.items(), key=lambda row: -row[1][0].total):
            found[game] = None
            if tally.total > 1:
                later.append(child)
            if len(found) >= _MOST_GAMES:
                break
        if not later or len(found) >= _MOST_GAMES:
            break
        rows = openings.moves(later.popleft(), game_types)
    return tuple(sorted(found, reverse=True)[:_MOST_GAMES])
