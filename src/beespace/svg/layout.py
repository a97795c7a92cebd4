"""The layout of a drawing: the points for hexes and levels, and the frame around them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from beespace.rules import BaseBoard, Hex
from beespace.svg.tiles import THICKNESS, TILE_RADIUS

# The distances between neighbours, which leave a gap of about four units between tiles.
COLUMN_STEP = 102.9
ROW_STEP = 89.1
# How much higher a piece is drawn at each level. The steps get smaller, so that a high stack hides
# less of what is behind it. (Four beetles and two mosquitoes can be on top of one piece.)
_LEVELS = (0.0, 15.0, 29.0, 41.0, 51.0, 60.0, 68.0)
MARGIN = 26.0
LABEL_SPACE = 46.0


def point(hex: Hex, level: int = 0) -> tuple[float, float]:
    """Return the centre of a tile on a hex; level 0 is the ground."""
    return COLUMN_STEP * (hex.q + hex.r / 2), ROW_STEP * hex.r - _LEVELS[level]


@dataclass(frozen=True)
class Frame:
    """The area that a drawing shows."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The width of the frame."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height of the frame."""
        return self.bottom - self.top

    def around(self, other: Frame) -> Frame:
        """Return the smallest frame that contains both."""
        return Frame(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def frame_of(board: BaseBoard, also: Iterable[Hex] = ()) -> Frame:
    """Return the frame of a board and more hexes; an empty board has room for one hex."""
    tops = [(hex, len(board.stack(hex)) - 1) for hex in board.hexes()]
    tops += [(hex, 0) for hex in also]
    points = [point(hex, level) for hex, level in tops] or [(0.0, 0.0)]
    # The bottom piece of a stack extends lower than its top piece.
    feet = [point(hex) for hex, _ in tops] or [(0.0, 0.0)]
    half_width = COLUMN_STEP / 2
    return Frame(
        min(x for x, _ in points) - half_width - MARGIN,
        min(y for _, y in points) - TILE_RADIUS - MARGIN,
        max(x for x, _ in points) + half_width + MARGIN,
        max(y for _, y in feet) + TILE_RADIUS + THICKNESS + MARGIN,
    )
