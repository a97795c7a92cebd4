"""Hash keys of positions: for the draw rule, for the search, and for opening books.

The key of an arrangement is the XOR of one 64-bit number per piece. That number depends on the
bug, colour, level and hex, but not on the piece's own number, because identical pieces are
interchangeable. Hex coordinates are taken modulo 32. A hive of 28 pieces spans at most 28 hexes,
so no two hexes of a hive collide; and a hive that has drifted by 32 is the same position anyway.

The C++ board computes the same keys.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from beespace.rules.board.hive import Hive
from beespace.rules.board.position import Position, legal_moves
from beespace.rules.box.pieces import Bug, Color, Piece
from beespace.rules.hexgrid import SYMMETRIES, Hex, Transform

_MASK = (1 << 64) - 1
_BUG_INDEX = {bug.value: index for index, bug in enumerate(Bug)}
# Levels of pieces run from 0 to 6; level 7 marks the stunned piece's hex.
_STUN_LEVEL = 7


def _mix(number: int) -> int:
    """Spread a small number over 64 bits (the finalizer of SplitMix64)."""
    number = (number + 1) * 0x9E3779B97F4A7C15 & _MASK
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
    return number ^ number >> 31


@lru_cache(maxsize=1 << 17)
def _term(bug: str, color: str, level: int, q: int, r: int) -> int:
    # bits 0-4 q, 5-9 r, 10-12 level, 13 black, 14-16 and 18 bug; 17 is the turn
    index = _BUG_INDEX[bug]
    kind = (index & 7) << 14 | (index & 8) << 15
    return _mix(q | r << 5 | level << 10 | (color == "b") << 13 | kind)


_BLACK_TO_MOVE = _mix(1 << 17)


def piece_key(piece: Piece, level: int, hex: Hex) -> int:
    """Return the number of one piece that has `level` pieces below it."""
    return _term(piece.bug.value, piece.color.value, level, hex.q & 31, hex.r & 31)


def arrangement_key(hive: Hive) -> int:
    """Return the key of all pieces on their hexes; boards update it incrementally."""
    key = 0
    for hex, stack in hive.stacks.items():
        for level, piece in enumerate(stack):
            key ^= piece_key(piece, level, hex)
    return key


def search_key(position: Position, arrangement: int) -> int:
    """Return a key for the search, equal for positions with exactly the same options.

    It includes the stun if that might matter, by a quick and conservative check.
    """
    return arrangement ^ _turn_key(position) ^ _stun_key(position, might_stun_matter(position))


def shape_key(position: Position) -> int:
    """Return a key like `repetition_key`, but without the stun, which makes it fast."""
    return _shifted_key(position, SYMMETRIES[0], False)


def repetition_key(position: Position) -> int:
    """Return the key that the draw rule compares (rule 31).

    It covers the arrangement regardless of translation, the side to move, and the stunned piece if
    its stun takes away a legal move.
    """
    return _shifted_key(position, SYMMETRIES[0], does_stun_matter(position))


def symmetry_key(position: Position) -> int:
    """Return a key like `repetition_key`, but equal for all 12 rotations and reflections."""
    stun = does_stun_matter(position)
    return min(_shifted_key(position, transform, stun) for transform in SYMMETRIES)


def might_stun_matter(position: Position) -> bool:
    """Return whether the stun could take away a move; never False when it does.

    It can only do so while there is a pillbug on the board, and only if the stunned piece belongs
    to the player to move or is next to that player's pillbug or mosquito.
    """
    hive, stunned = position.hive, position.stunned
    if stunned is None or not _is_pillbug_on_board(hive):
        return False
    if stunned.color is position.turn:
        return True
    around = hive.locations[stunned].neighbors()
    return any(
        hive.locations.get(Piece(position.turn, bug)) in around
        for bug in (Bug.PILLBUG, Bug.MOSQUITO)
    )


def does_stun_matter(position: Position) -> bool:
    """Return whether the stun takes away a legal move."""
    if not might_stun_matter(position):
        return False
    return legal_moves(position) != legal_moves(replace(position, stunned=None))


def _is_pillbug_on_board(hive: Hive) -> bool:
    return any(Piece(color, Bug.PILLBUG) in hive.locations for color in Color)


def _turn_key(position: Position) -> int:
    return _BLACK_TO_MOVE if position.turn is Color.BLACK else 0


def _stun_key(position: Position, matters: bool) -> int:
    stunned = position.stunned
    if stunned is None or not matters:
        return 0
    return piece_key(stunned, _STUN_LEVEL, position.hive.locations[stunned])


def _shifted_key(position: Position, transform: Transform, stun_matters: bool) -> int:
    """Return the key after a transformation and a shift that makes the smallest q and r zero."""
    stacks = position.hive.stacks
    moved = {hex: transform(hex) for hex in stacks}
    corner = Hex(
        min((hex.q for hex in moved.values()), default=0),
        min((hex.r for hex in moved.values()), default=0),
    )
    key = _turn_key(position)
    for hex, stack in stacks.items():
        for level, piece in enumerate(stack):
            key ^= piece_key(piece, level, moved[hex] - corner)
    if stun_matters and position.stunned is not None:
        hex = moved[position.hive.locations[position.stunned]]
        key ^= piece_key(position.stunned, _STUN_LEVEL, hex - corner)
    return key
