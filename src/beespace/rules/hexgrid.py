r"""The unbounded grid the hive lies on: pointy-top hexes in axial coordinates.

          NW    NE              (0,-1) (+1,-1)
            \  /                    \  /
        W -- () -- E        (-1,0) -- () -- (+1,0)
            /  \                    /  \
          SW    SE              (-1,+1) (0,+1)

Knows nothing about pieces or rules.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from typing import NamedTuple


class Hex(NamedTuple):
    """A cell of the grid: `q` grows to the east, `r` to the south-east.

    >>> Hex(2, 1) + Hex(1, -1)
    Hex(q=3, r=0)
    >>> Hex(0, 0).distance(Hex(2, -1))
    2
    """

    q: int
    r: int

    # Hexes add like vectors, not like tuples.
    def __add__(self, other: Hex) -> Hex:  # type: ignore[override]
        return Hex(self[0] + other[0], self[1] + other[1])

    def __sub__(self, other: Hex) -> Hex:
        return Hex(self[0] - other[0], self[1] - other[1])

    def distance(self, other: Hex) -> int:
        """Return the number of steps between two hexes."""
        dq, dr = self.q - other.q, self.r - other.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def neighbors(self) -> tuple[Hex, ...]:
        """Return the six hexes around this one, clockwise from the east."""
        return _neighbors(self)


class Direction(Enum):
    """The six directions, clockwise from the east, each with its offset."""

    EAST = Hex(1, 0)
    SOUTH_EAST = Hex(0, 1)
    SOUTH_WEST = Hex(-1, 1)
    WEST = Hex(-1, 0)
    NORTH_WEST = Hex(0, -1)
    NORTH_EAST = Hex(1, -1)

    def __str__(self) -> str:
        return self.name.lower().replace("_", "-")


ORIGIN = Hex(0, 0)
OFFSETS = tuple(direction.value for direction in Direction)


# The cache is bounded because a hive can drift across the grid without end.
@lru_cache(maxsize=1 << 14)
def _neighbors(center: Hex) -> tuple[Hex, ...]:
    return tuple(center + offset for offset in OFFSETS)


@lru_cache(maxsize=1 << 16)
def flanks(a: Hex, b: Hex) -> tuple[Hex, Hex]:
    """Return the two hexes next to both of two neighbouring hexes: the sides of a step."""
    around = _neighbors(a)
    i = around.index(b)
    return around[i - 1], around[(i + 1) % 6]


Transform = Callable[[Hex], Hex]


def _rotated(hex: Hex) -> Hex:
    """Rotate a hex by 60 degrees clockwise about the origin."""
    return Hex(-hex.r, hex.q + hex.r)


def _transform(turns: int, mirror: bool) -> Transform:
    def transform(hex: Hex) -> Hex:
        if mirror:
            hex = Hex(hex.r, hex.q)
        for _ in range(turns):
            hex = _rotated(hex)
        return hex

    return transform


# The six rotations and six reflections of the grid; the first is the identity.
SYMMETRIES: tuple[Transform, ...] = tuple(
    _transform(turns, mirror) for mirror in (False, True) for turns in range(6)
)
