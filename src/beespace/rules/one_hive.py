"""The One Hive rule (rule 11): which hexes hold the hive together.

The pieces must be connected before, during and after a move. So a piece that is alone on its hex
is pinned if the hive falls apart without it, even if its destination would connect the parts
again.
"""

from __future__ import annotations

from beespace.rules.board.hive import Hive
from beespace.rules.hexgrid import Hex


def pinned_hexes(hive: Hive) -> set[Hex]:
    """Return the hexes without which the hive would fall apart.

    These are the articulation points of the graph of occupied hexes. A depth-first search numbers
    the hexes in the order it visits them; `low` is the smallest number that a branch reaches by a
    back edge. A hex is an articulation point if one of its branches doesn't reach back past it.
    """
    pinned: set[Hex] = set()
    number: dict[Hex, int] = {}

    def visit(hex: Hex, parent: Hex | None) -> int:
        number[hex] = low = len(number)
        branches = 0
        for neighbor in hive.neighbors(hex):
            if neighbor == parent:
                continue
            if neighbor in number:
                low = min(low, number[neighbor])
                continue
            branches += 1
            reached = visit(neighbor, hex)
            low = min(low, reached)
            if parent is not None and reached >= number[hex]:
                pinned.add(hex)
        if parent is None and branches > 1:
            pinned.add(hex)
        return low

    for start in hive:
        visit(start, None)
        break
    return pinned


def parts(hive: Hive, without: Hex | None = None) -> list[list[Hex]]:
    """Return the connected parts of the hive, optionally without one hex."""
    unseen = {hex for hex in hive if hex != without}
    found: list[list[Hex]] = []
    for start in sorted(unseen):
        if start not in unseen:
            continue
        unseen.remove(start)
        part = [start]
        for hex in part:  # grows during the loop
            for neighbor in hex.neighbors():
                if neighbor in unseen:
                    unseen.remove(neighbor)
                    part.append(neighbor)
        found.append(part)
    return found
