"""Ways: the legal moves of a position with their paths, for callers that show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beespace.rules.board.position import Position, placeable, throwers, ways
from beespace.rules.box.pieces import Piece
from beespace.rules.hexgrid import Hex
from beespace.rules.movement import Path
from beespace.rules.moves import Move, Pass, Place
from beespace.rules.one_hive import pinned_hexes
from beespace.rules.placement import placement_hexes


class Way(NamedTuple):
    """How a piece can get to a hex: placed, by its own move, or thrown by another piece.

    `path` has every hex from start to destination; for a placement it is the hex alone. `thrower`
    is None if the piece is placed or moves itself.
    """

    piece: Piece
    to: Hex
    path: Path
    thrower: Piece | None = None


def ways_of_turn(position: Position, pieces: Sequence[Piece]) -> list[Way]:
    """Return every way of the player to move, or only those of the given pieces, if any.

    The ways of a piece are in a row, its own before throws.
    """
    hive, turn = position.hive, position.turn
    found: list[Way] = []
    if not pieces or any(piece not in hive.locations for piece in pieces):
        hexes = placement_hexes(hive, turn)
        for piece in placeable(position):
            if not pieces or piece in pieces:
                found += [Way(piece, hex, (hex,)) for hex in hexes]
    able, pinned = throwers(position), pinned_hexes(hive)
    for color in (turn, turn.opponent) if able else (turn,):
        for piece in position.ruleset.pieces(color):
            if piece in hive.locations and (not pieces or piece in pieces):
                for thrower, paths in ways(position, piece, pinned, able):
                    found += [Way(piece, to, path, thrower) for to, path in paths.items()]
    return found


def ways_of_move(position: Position, move: Move) -> list[Way]:
    """Return the ways of one move: its own first, then one for each thrower.

    Assumes that a placement is legal; for an illegal `Relocate` there are none.
    """
    if isinstance(move, Pass):
        return []
    if isinstance(move, Place):
        return [Way(move.piece, move.to, (move.to,))]
    if move.piece not in position.hive.locations:
        return []
    pinned, able = pinned_hexes(position.hive), throwers(position)
    return [
        Way(move.piece, move.to, paths[move.to], thrower)
        for thrower, paths in ways(position, move.piece, pinned, able)
        if move.to in paths
    ]
