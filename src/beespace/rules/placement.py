"""Where a new piece may go (rules 4 to 8)."""

from __future__ import annotations

from beespace.rules.hexgrid import ORIGIN, Hex
from beespace.rules.hive import Hive
from beespace.rules.pieces import Color


def placement_hexes(hive: Hive, color: Color) -> list[Hex]:
    """The hexes on which a player may place a piece.

    1. The first piece of the game goes anywhere, which here means the origin.
    2. A player's first piece touches the hive; it may touch the opponent.
    3. Any other goes on an empty hex that touches own pieces and none of the opponent's. A
       stack counts as its uppermost piece. A surrounded hex will do: placing is not sliding.
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
    """Whether the uppermost piece of some stack next to a hex has this colour."""
    stacks = hive.stacks
    return any(
        neighbor in stacks and stacks[neighbor][-1].color is color for neighbor in hex.neighbors()
    )
