"""Loads the drawings of the bugs and colours them.

The classes of a shape say which part it is, and a mapping gives each part its colour. Every shape
gets its colours as attributes, because many SVG renderers don't support style sheets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from xml.etree import ElementTree

from beespace.rules import Bug
from beespace.svg.markup import element

_SVG = "{http://www.w3.org/2000/svg}"
_MIRRORED = "matrix(-1 0 0 1 100 0)"
_GEOMETRY = ("d", "cx", "cy", "r", "rx", "ry", "transform")

# The default line width in the set `inlay`.
_INLAY_WIDTH = 4.6


@dataclass(frozen=True)
class Shape:
    """One path, circle or ellipse, with its classes."""

    tag: str
    geometry: tuple[tuple[str, str], ...]
    classes: tuple[str, ...]
    width: float = _INLAY_WIDTH


@dataclass(frozen=True)
class Part:
    """Shapes that are drawn together, and may be mirrored."""

    shapes: tuple[Shape, ...]
    is_mirrored: bool = False


@lru_cache
def load(pieces: str, bug: Bug) -> tuple[Part, ...]:
    """Return the parts of a bug in a piece set, in drawing order."""
    file = resources.files("beespace.svg.artwork") / pieces / f"{bug.name.lower()}.svg"
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    halves: dict[str, tuple[Shape, ...]] = {}
    parts = []
    for child in root:
        tag = child.tag.removeprefix(_SVG)
        if tag == "g":
            halves[child.attrib["id"]] = tuple(_shape(shape) for shape in child)
            parts.append(Part(halves[child.attrib["id"]]))
        elif tag == "use":
            parts.append(Part(halves[child.attrib["href"].removeprefix("#")], is_mirrored=True))
        elif tag not in ("style", "title"):
            parts.append(Part((_shape(child),)))
    return tuple(parts)


def _shape(node: ElementTree.Element) -> Shape:
    geometry = tuple((name, node.attrib[name]) for name in _GEOMETRY if name in node.attrib)
    width = re.search(r"--w:([0-9.]+)", node.attrib.get("style", ""))
    return Shape(
        node.tag.removeprefix(_SVG),
        geometry,
        tuple(node.attrib["class"].split()),
        float(width[1]) if width else _INLAY_WIDTH,
    )


Attributes = dict[str, str | float | None]


def stencil_attributes(shape: Shape, paints: Mapping[str, str]) -> Attributes:
    """Return the colours of a shape in the set `stencil`, from `main dark light limb tile`.

    Gaps separate the parts of a bug: a shape with the class `pc-h` has an outline in the tile's
    colour.
    """
    found: Attributes = {}
    fills = {"pc-m": "main", "pc-d": "dark", "pc-l": "light", "pc-gf": "limb", "pc-k0": "tile"}
    lines = {
        "pc-g": ("limb", 5, "round"),
        "pc-k": ("tile", 3, "butt"),
        "pc-ds": ("dark", 5, "butt"),
        "pc-ls": ("light", 3.2, "round"),
    }
    for name in shape.classes:
        if name in fills:
            found["fill"] = paints[fills[name]]
        elif name in lines:
            role, width, cap = lines[name]
            found |= {"fill": "none", "stroke": paints[role], "stroke_width": width}
            found |= {"stroke_linecap": cap, "stroke_linejoin": "round"}
    for name in shape.classes:
        if name == "pc-f":
            found["stroke_width"] = 4
        elif name == "pc-w":
            found["stroke_width"] = 7
        elif name == "pc-b":
            found["stroke_linecap"] = "butt"
        elif name in ("pc-h", "pc-q"):
            found["stroke"] = paints["tile" if name == "pc-h" else "dark"]
            found |= {"stroke_width": 5, "paint_order": "stroke", "stroke_linejoin": "round"}
    return found


def inlay_attributes(shape: Shape, paints: Mapping[str, str], grow: float) -> Attributes:
    """Return the colours of a shape in the set `inlay`, from `main dark light rim`.

    `grow` widens the shape: a wider copy in one colour under the bug looks like a groove.
    """
    roles = {"bm": "main", "bd": "dark", "bl": "light", "bw": "light"}
    lines = {"sm": "main", "sd": "dark", "sl": "light"}
    name = shape.classes[0]
    if name in roles:
        rim: Attributes = {"stroke": paints["rim"], "stroke_width": grow} if grow else {}
        return {"fill": paints[roles[name]], **rim, "stroke_linejoin": "round"}
    return {
        "fill": "none",
        "stroke": paints[lines[name]],
        "stroke_width": shape.width + grow,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }


def paint(parts: tuple[Part, ...], attributes: Mapping[Shape, Attributes]) -> str:
    """Return a bug as SVG markup, in a box of 100 by 100."""
    drawn = []
    for part in parts:
        shapes = "".join(
            element(shape.tag, **dict(shape.geometry), **attributes[shape]) for shape in part.shapes
        )
        drawn.append(f'<g transform="{_MIRRORED}">{shapes}</g>' if part.is_mirrored else shapes)
    return "".join(drawn)


def paint_stencil(bug: Bug, paints: Mapping[str, str]) -> str:
    """Return a bug of the set `stencil`."""
    parts = load("stencil", bug)
    shapes = {shape for part in parts for shape in part.shapes}
    return paint(parts, {shape: stencil_attributes(shape, paints) for shape in shapes})


def paint_inlay(bug: Bug, paints: Mapping[str, str], grow: float = 0) -> str:
    """Return a bug of the set `inlay`."""
    parts = load("inlay", bug)
    shapes = {shape for part in parts for shape in part.shapes}
    return paint(parts, {shape: inlay_attributes(shape, paints, grow) for shape in shapes})
