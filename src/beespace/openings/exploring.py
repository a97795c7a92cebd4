"""The explorer: what was played on from a board, told as moves of this very board.

The file knows positions that may lie turned or mirrored. Every legal move leads to a position with
a key, so the moves are found by where they lead, and no way back through symmetries is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beespace.openings.store import Openings, Tally
from beespace.rules import BaseBoard, Move

# How many games are named that reached a position.
_MOST_GAMES = 8
# How many positions are looked at to find them.
_MOST_LOOKED_AT = 24


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move that was played, and how those games ended.

    `twins` are other moves that lead to the same position, turned or mirrored.
    """

    move: Move
    twins: tuple[Move, ...]
    child: int
    tally: Tally
    game: int


@dataclass(frozen=True, slots=True)
class Explored:
    """What was played in a position, the most frequent move first, and games that reached it."""

    tally: Tally
    moves: tuple[ExploredMove, ...]
    games: tuple[int, ...]


def explore(
    openings: Openings, board: BaseBoard, game_types: Sequence[str] | None = None
) -> Explored:
    """What was played on from a board, in games of these types (None: of all)."""
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
    openings: Openings, known: dict[int, tuple[Tally, int]], game_types: Sequence[str] | None
) -> tuple[int, ...]:
    """Some games: each row names one, and so do the rows further down where there is more."""
    found: dict[int, None] = {}
    level = [known]
    for _ in range(_MOST_LOOKED_AT):
        if not level or len(found) >= _MOST_GAMES:
            break
        rows = level.pop(0)
        for child, (tally, game) in sorted(rows.items(), key=lambda row: -row[1][0].total):
            found[game] = None
            if tally.total > 1:
                level.append(openings.moves(child, game_types))
            if len(found) >= _MOST_GAMES:
                break
    return tuple(sorted(found, reverse=True)[:_MOST_GAMES])
