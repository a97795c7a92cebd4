"""Checks whether a path follows the rules, independently of the code that found it."""

from __future__ import annotations

from itertools import pairwise

from beespace.rules import BaseBoard, Bug, Hex, Piece

STEPS = {
    Bug.QUEEN: (1,),
    Bug.BEETLE: (1,),
    Bug.SPIDER: (3,),
    Bug.LADYBUG: (3,),
    Bug.PILLBUG: (1,),
}


def height(board: BaseBoard, hex: Hex, mover: Piece) -> int:
    """Return how many pieces are on a hex, not counting the moving piece."""
    return sum(piece is not mover for piece in board.stack(hex))


def is_step(board: BaseBoard, a: Hex, b: Hex, mover: Piece) -> bool:
    """Return whether a step to a neighbouring hex keeps contact and has freedom to move."""
    if a.distance(b) != 1:
        return False
    sides = [hex for hex in a.neighbors() if hex.distance(b) == 1]
    low, high = sorted(height(board, side, mover) for side in sides)
    level = max(height(board, a, mover), height(board, b, mover))
    if level == 0:
        return low == 0 < high
    return low <= level


def is_straight_jump(board: BaseBoard, path: tuple[Hex, ...], mover: Piece) -> bool:
    """Return whether a path runs in a straight line over pieces to an empty hex."""
    steps = {b - a for a, b in pairwise(path)}
    over = [height(board, hex, mover) > 0 for hex in path[1:]]
    return len(path) > 2 and len(steps) == 1 and all(over[:-1]) and not over[-1]


def is_real_way(board: BaseBoard, path: tuple[Hex, ...], mover: Piece) -> bool:
    """Return whether a piece can move along a path by itself; a mosquito may copy any bug."""
    bug = mover.bug
    if bug in (Bug.GRASSHOPPER, Bug.MOSQUITO) and is_straight_jump(board, path, mover):
        return True
    if bug is Bug.GRASSHOPPER or len(set(path)) != len(path):
        return False
    on_top = [height(board, hex, mover) > 0 for hex in path[1:]]
    if bug is Bug.LADYBUG and on_top != [True, True, False]:
        return False
    if bug in (Bug.QUEEN, Bug.ANT, Bug.SPIDER, Bug.PILLBUG) and any(on_top):
        return False
    if len(path) - 1 not in STEPS.get(bug, range(1, 1000)):
        return False
    return all(is_step(board, a, b, mover) for a, b in pairwise(path))


def is_real_throw(board: BaseBoard, path: tuple[Hex, ...], mover: Piece, thrower: Piece) -> bool:
    """Return whether a path goes onto the thrower and down next to it."""
    return (
        len(path) == 3
        and path[1] == board.location(thrower)
        and height(board, path[2], mover) == 0
        and all(is_step(board, a, b, mover) for a, b in pairwise(path))
    )
