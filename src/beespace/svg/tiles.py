"""The tiles: one definition for each bug and colour in a drawing."""

from __future__ import annotations

from beespace.rules import Bug, Color
from beespace.svg.insects import paint_inlay, paint_stencil
from beespace.svg.markup import element, hexagon, number, numeral
from beespace.svg.themes import CONTRAST_SKINS, INLAY_SKINS, STENCIL_SKINS, Skin, Theme

SETS = ("stencil", "inlay", "contrast")
"""The sets of pieces. `contrast` has the bugs of `stencil`, but larger and in stronger colours."""

# In the units of the drawings, where the box around a bug is 100 wide.
TILE_RADIUS = 57.0
CORNER = 9.0
THICKNESS = 5.0
_INSECT_SCALE = 0.97
_LARGE_INSECT_SCALE = 1.03

_FACES = {Color.WHITE: "#EAD9B6", Color.BLACK: "#3A3A3A"}
_SIDES = {Color.WHITE: "#B4975A", Color.BLACK: "#1B1B1B"}
_RIMS = {Color.WHITE: "#F6ECD4", Color.BLACK: "#505050"}
_NUMBER_INK = {Color.WHITE: "#2E2208", Color.BLACK: "#F2F2F2"}
_CONTRAST_FACES = {Color.WHITE: "#FFFBEF", Color.BLACK: "#050505"}
_CONTRAST_SIDES = {Color.WHITE: "#6B5A30", Color.BLACK: "#8A8A8A"}
_CONTRAST_RIMS = {Color.WHITE: "#3B2F12", Color.BLACK: "#FFFFFF"}

# The gradient stops of wall, bevel and face in the set `inlay`, which is lit from the top left.
_INLAY_STOPS = {
    Color.WHITE: {
        "wall": ("#A78C62", "#B79C70", "#8A714B"),
        "bevel": ("#FFF9E9", "#EBDAB8", "#B99C66"),
        "face": ("#F3E6C9", "#EBDAB7", "#E2CDA2"),
    },
    Color.BLACK: {
        "wall": ("#1B1A1A", "#252424", "#111111"),
        "bevel": ("#8D8B88", "#4A4948", "#1E1D1D"),
        "face": ("#434241", "#393939", "#313030"),
    },
}
_GROOVES = {Color.WHITE: "#4B3517", Color.BLACK: "#161515"}
_GLINTS = {Color.WHITE: "#FFFAF0", Color.BLACK: "#6F6D6A"}


class TileSet:
    """The tiles of one set in one theme.

    An ID always stands for the same tile, so several drawings on one page can share IDs.
    """

    def __init__(self, pieces: str, theme: Theme) -> None:
        self._pieces = pieces
        self._theme = theme
        self._prefix = f"bs-{pieces}-{theme.name}"

    def name(self, color: Color, bug: Bug) -> str:
        """Return the ID of a tile, for references to it."""
        return f"{self._prefix}-{color.value}{bug.value}"

    def definition(self, color: Color, bug: Bug) -> str:
        """Return a tile with its bug, around the origin."""
        draw = self._inlay if self._pieces == "inlay" else self._stencil
        return element("g", draw(color, bug), id=self.name(color, bug))

    def shared(self, colors: set[Color]) -> str:
        """Return the gradients that the definitions refer to."""
        if self._pieces != "inlay":
            return ""
        return "".join(
            self._gradient(color, name)
            for color in Color
            if color in colors
            for name in ("wall", "bevel", "face")
        )

    def _stencil(self, color: Color, bug: Bug) -> str:
        outline = self._theme.outlines[color]
        strong = self._pieces == "contrast"
        skin = (CONTRAST_SKINS if strong else STENCIL_SKINS)[color, bug]
        face = (_CONTRAST_FACES if strong else _FACES)[color]
        rim = (_CONTRAST_RIMS if strong else _RIMS)[color]
        insect = paint_stencil(bug, {**_roles(skin), "tile": face})
        return "".join(
            [
                _block(TILE_RADIUS, (_CONTRAST_SIDES if strong else _SIDES)[color], outline),
                element("path", d=hexagon(TILE_RADIUS, CORNER), fill=face),
                element(
                    "path",
                    d=hexagon(TILE_RADIUS - 2.6, CORNER - 1.5),
                    fill="none",
                    stroke=rim,
                    stroke_width=1.8,
                ),
                _placed(insect, scale=_LARGE_INSECT_SCALE if strong else _INSECT_SCALE),
            ]
        )

    def _inlay(self, color: Color, bug: Bug) -> str:
        outline = self._theme.outlines[color]
        skin = INLAY_SKINS[color, bug]
        groove = dict.fromkeys(("main", "dark", "light", "rim"), _GROOVES[color])
        glint = dict.fromkeys(("main", "dark", "light", "rim"), _GLINTS[color])
        paints = {**_roles(skin), "rim": skin.dark}
        return "".join(
            [
                _block(TILE_RADIUS - 1, self._reference(color, "wall"), outline),
                element(
                    "path",
                    d=hexagon(TILE_RADIUS - 1, CORNER),
                    fill=self._reference(color, "bevel"),
                ),
                element("path", d=hexagon(50.2, 8), fill=self._reference(color, "face")),
                _placed(paint_inlay(bug, glint, 3), dy=0.9),
                _placed(paint_inlay(bug, groove, 3), dy=-0.5),
                _placed(paint_inlay(bug, paints)),
            ]
        )

    def _reference(self, color: Color, name: str) -> str:
        return f"url(#{self._prefix}-{color.value}-{name})"

    def _gradient(self, color: Color, name: str) -> str:
        stops = "".join(
            element("stop", offset=offset, stop_color=stop)
            for offset, stop in zip((0, 0.5, 1), _INLAY_STOPS[color][name], strict=True)
        )
        sideways = name == "wall"
        return element(
            "linearGradient",
            stops,
            id=f"{self._prefix}-{color.value}-{name}",
            x1=0.0 if sideways else 0.18,
            y1=0,
            x2=1.0 if sideways else 0.82,
            y2=0.0 if sideways else 1.0,
        )

    def number_mark(self, color: Color, count: int, x: float, y: float) -> str:
        """Draw a piece's number in the lower right of its tile."""
        x, y = x + 38.5, y + 22
        disc = element(
            "circle",
            cx=x,
            cy=y,
            r=9.8,
            fill=_FACES[color],
            stroke=_NUMBER_INK[color],
            stroke_width=1.5,
        )
        return disc + numeral(str(count), x, y, 11, _NUMBER_INK[color], weight=2.1)


def _roles(skin: Skin) -> dict[str, str]:
    return {"main": skin.main, "dark": skin.dark, "light": skin.light, "limb": skin.limb}


def _placed(insect: str, dy: float = 0.0, scale: float = _INSECT_SCALE) -> str:
    """Move a bug so that the centre of its box is at the origin."""
    shift = -50 * scale
    transform = f"translate({number(shift)} {number(shift + dy)}) scale({scale})"
    return element("g", insect, transform=transform)


def _block(radius: float, side: str, outline: str) -> str:
    """Draw the side of a tile and the outline; the face goes on top."""
    line: dict[str, str | float | None] = {"stroke": outline, "stroke_width": 2.6}
    return element("path", d=hexagon(radius, CORNER), fill="none", **line) + element(
        "path", d=hexagon(radius, CORNER, THICKNESS), fill=side, **line
    )
