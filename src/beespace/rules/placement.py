"""Where a player can place a piece (rules 4 to 8)."""

from __future__ import annotations

from beespace.rules.board.hive import Hive
from beespace.rules.box.pieces import Color
from beespace.rules.hexgrid import ORIGIN, Hex


def placement_hexes(hive: Hive, color: Color) -> list[Hex]:
    """Return the hexes on which a player can place a piece.

    1. The first piece of the game goes on the origin.
    2. A player's first piece must touch the hive, and can touch the opponent's pieces.
    3. Any other piece goes on an empty hex that touches the player's own pieces and none of the
       opponent's. Only the top piece of a stack counts. The hex may be completely surrounded,
       because a placed piece doesn't have to slide in.
    """
    if not hive.stacks:
        return [ORIGIN]
    first = all(piece.color is not color for piece in hive.locations)
    candidates = {
        neighbor
        for hex, stack in hive.stacks.items()
        if first or stack[-1].color is color
        for neighbor in hex.neighbors()
        if neighbor not in hive.stacks
    }
    if first:
        return sorted(candidates)
    return sorted(hex for hex in candidates if not touches(hive, hex, color.opponent))


def touches(hive: Hive, hex: Hex, color: Color) -> bool:
    """Return whether a hex is next to a stack whose top piece has this colour."""
    stacks = hive.stacks
    return any(
        neighbor in stacks and stacks[neighbor][-1].color is color for neighbor in hex.neighbors()
    )
