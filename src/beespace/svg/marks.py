"""The marks over and under the tiles: rings, dashed outlines, arrows, badges and labels.

Marks differ in more than their colour, and each has a casing in a second colour, so that it is
visible on light tiles, dark tiles and the background.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from beespace.errors import BeespaceError
from beespace.rules import Hex, Piece
from beespace.svg.layout import COLUMN_STEP, ROW_STEP, point
from beespace.svg.markup import element, hexagon, number, numeral
from beespace.svg.themes import Theme
from beespace.svg.tiles import CORNER, TILE_RADIUS

_BADGE_AT = (36.0, -33.0)
_HEX_COLOR = re.compile("#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class Arrow:
    """An arrow in `blue`, `honey`, `coral` or a colour such as `#7A3FB0`.

    Its ends are hexes, or pieces on the board.
    """

    tail: Hex | Piece
    head: Hex | Piece
    color: str = "blue"


def colors_of(theme: Theme, color: str) -> tuple[str, str]:
    """Return a mark's colour and the colour of its casing.

    Raises:
        BeespaceError: the colour is neither a known name nor in the form `#7A3FB0`.
    """
    if color in theme.signals:
        return theme.signals[color], theme.casings[color]
    if not _HEX_COLOR.fullmatch(color):
        names = ", ".join(theme.signals)
        raise BeespaceError(f"{color!r} is not a colour; use {names}, or one like #7A3FB0")
    return color, theme.casings["blue"]


def ring(theme: Theme, hex: Hex, level: int, color: str) -> str:
    """Draw a ring around a tile."""
    ink, casing = colors_of(theme, color)
    x, y = point(hex, level)
    path = hexagon(TILE_RADIUS - 0.5, CORNER)
    lines = "".join(
        element("path", d=path, stroke=stroke, stroke_width=width)
        for stroke, width in ((casing, 9.5), (ink, 5.5))
    )
    return element("g", lines, transform=_at(x, y), fill="none", stroke_linejoin="round")


def origin(theme: Theme, hex: Hex, level: int) -> str:
    """Draw the dashed outline of a hex that a piece has left."""
    ink, casing = colors_of(theme, "honey")
    x, y = point(hex, level)
    path = hexagon(TILE_RADIUS - 5, CORNER - 1)
    lines = element("path", d=path, stroke=casing, stroke_width=6) + element(
        "path", d=path, stroke=ink, stroke_width=3.4, stroke_dasharray="11 8"
    )
    return element("g", lines, transform=_at(x, y), fill="none", stroke_linejoin="round")


def target(theme: Theme, hex: Hex, color: str) -> str:
    """Draw an outline and a dot on an empty hex, to highlight it."""
    ink, casing = colors_of(theme, color)
    x, y = point(hex)
    path = hexagon(TILE_RADIUS - 4, CORNER - 1)
    return element(
        "g",
        element("path", d=path, fill=ink, fill_opacity=0.16, stroke=casing, stroke_width=6.5)
        + element("path", d=path, fill="none", stroke=ink, stroke_width=3.5)
        + element("circle", r=8, fill=ink, stroke=casing, stroke_width=2),
        transform=_at(x, y),
    )


def arrow(theme: Theme, tail: tuple[float, float], head: tuple[float, float], color: str) -> str:
    """Draw an arrow between two points, ending a little before the second."""
    ink, casing = colors_of(theme, color)
    length = math.hypot(head[0] - tail[0], head[1] - tail[1])
    if length == 0:
        return ""
    angle = math.degrees(math.atan2(head[1] - tail[1], head[0] - tail[0]))
    tip = length - 12
    # Drawn along the x axis; the group rotates it.
    shaft = f"M0 0H{number(tip - 24)}"
    point_ = f"M{number(tip)} 0L{number(tip - 30)} -17L{number(tip - 24)} 0L{number(tip - 30)} 17Z"
    body = "".join(
        element("path", d=shaft, stroke=stroke, stroke_width=width)
        + element("path", d=point_, fill=stroke, stroke=stroke, stroke_width=width - 9)
        + element("circle", r=width / 2 + 1, fill=stroke, stroke="none")
        for stroke, width in ((casing, 15.0), (ink, 9.5))
    )
    turned = f"{_at(*tail)} rotate({number(angle)})"
    return element("g", body, transform=turned, fill="none", stroke_linejoin="round")


def badge(theme: Theme, hex: Hex, height: int) -> str:
    """Draw the number of pieces in a stack, at the upper right of its top."""
    x, y = point(hex, height - 1)
    x, y = x + _BADGE_AT[0], y + _BADGE_AT[1]
    disc = element(
        "circle", cx=x, cy=y, r=15, fill=theme.badge, stroke=theme.badge_ink, stroke_width=2
    )
    return disc + numeral(str(height), x, y, 15, theme.badge_ink, weight=2)


def labels(theme: Theme, hexes: Iterable[Hex]) -> str:
    """Draw coordinates around the hive: r left of each row, q at the top of each column."""
    shown = set(hexes)
    if not shown:
        return ""
    top = min(hex.r for hex in shown)
    marks = []
    for r in range(top, max(hex.r for hex in shown) + 1):
        row = [hex for hex in shown if hex.r == r]
        first = min(row or shown, key=lambda hex: point(hex)[0])
        x = point(first)[0] if row else point(Hex(first.q, r))[0]
        marks.append(numeral(str(r), x - COLUMN_STEP * 0.72, ROW_STEP * r, 15, theme.ink))
    for q in range(min(hex.q for hex in shown), max(hex.q for hex in shown) + 1):
        column = [hex.r for hex in shown if hex.q == q]
        x, y = point(Hex(q, min(column) if column else top))
        marks.append(numeral(str(q), x - COLUMN_STEP * 0.36, y - ROW_STEP * 0.62, 15, theme.ink))
    return element("g", "".join(marks), opacity=0.85)


def _at(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"
