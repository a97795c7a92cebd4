"""Writes all tiles of a piece set as one file, for the page.

Run it as `python -m beespace.svg.sprite stencil`. The page's style sheet sets the colour of tile
outlines, because it depends on the theme.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from beespace.rules import Bug, Color
from beespace.svg.markup import element
from beespace.svg.themes import LIGHT
from beespace.svg.tiles import SETS, TileSet

_PAGE = replace(
    LIGHT,
    name="page",
    outlines={Color.WHITE: "var(--tile-line-w)", Color.BLACK: "var(--tile-line-b)"},
)


def sprite(pieces: str) -> str:
    """Return the definitions of all 16 tiles of a set, with IDs such as `bs-stencil-page-wQ`."""
    tiles = TileSet(pieces, _PAGE)
    drawn = [tiles.definition(color, bug) for color in Color for bug in Bug]
    return element("defs", tiles.shared(set(Color)) + "".join(drawn))


if __name__ == "__main__":
    if sys.argv[1:2] not in [[name] for name in SETS]:
        sys.exit(f"usage: python -m beespace.svg.sprite {'|'.join(SETS)}")
    sys.stdout.write(sprite(sys.argv[1]) + "\n")
