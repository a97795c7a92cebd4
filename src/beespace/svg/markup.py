"""Basic SVG markup: numbers, elements, rounded hexagons, and digits drawn as lines."""

from __future__ import annotations

import math
import re
from functools import lru_cache

# In keyword arguments, an underscore stands for the hyphen in an SVG attribute.


def number(value: float) -> str:
    """Format a coordinate with at most two decimals.

    >>> number(-0.001), number(102.9), number(7.0)
    ('0', '102.9', '7')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(name: str, content: str | None = None, /, **attributes: str | float | None) -> str:
    """Return an SVG element; attributes that are None are left out.

    >>> element("circle", r=2.5, stroke_width="1", fill=None)
    '<circle r="2.5" stroke-width="1"/>'
    """
    texts = []
    for key, value in attributes.items():
        if value is not None:
            text = value if isinstance(value, str) else number(value)
            texts.append(f' {key.replace("_", "-")}="{text}"')
    opening = f"<{name}{''.join(texts)}"
    return f"{opening}/>" if content is None else f"{opening}>{content}</{name}>"


def escaped(text: str) -> str:
    """Escape a text for use in content or an attribute.

    >>> escaped('Ann & "Bo"' + chr(7))
    'Ann &amp; &quot;Bo&quot;'
    """
    # XML does not allow control characters and lone surrogates, not even as references.
    text = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text)
    for character, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot")):
        text = text.replace(character, f"&{name};")
    return text


@lru_cache
def hexagon(radius: float, corner: float, dy: float = 0.0) -> str:
    """Return the path of a pointy-top hexagon with rounded corners, around the origin."""
    points = [
        (radius * math.sin(math.radians(60 * i)), dy - radius * math.cos(math.radians(60 * i)))
        for i in range(6)
    ]
    steps = []
    for i, (x, y) in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % 6]
        share = corner / radius
        start = (x + (before[0] - x) * share, y + (before[1] - y) * share)
        end = (x + (after[0] - x) * share, y + (after[1] - y) * share)
        steps.append(
            f"{'L' if i else 'M'}{number(start[0])} {number(start[1])}"
            f"Q{number(x)} {number(y)} {number(end[0])} {number(end[1])}"
        )
    return "".join(steps) + "Z"


# Digits drawn as lines in a box of 6 by 10, so that they don't need a font.
_DIGITS = {
    "0": "M3 0C1.2 0 0 1.8 0 5S1.2 10 3 10 6 8.2 6 5 4.8 0 3 0Z",
    "1": "M.9 2.3L3.6 0V10",
    "2": "M.3 2.6C.5 1 1.6 0 3 0C4.7 0 5.8 1.1 5.8 2.7C5.8 5 .3 7.4 .2 10H6",
    "3": "M.4 1.6C.9 .6 1.8 0 3 0C4.6 0 5.7 1 5.7 2.4S4.6 4.7 2.6 4.7C4.8 4.7 6 5.7 6 7.3"
    "S4.8 10 3 10C1.6 10 .5 9.3 0 8.1",
    "4": "M4.5 10V0L0 7H6",
    "5": "M5.4 0H1L.6 4.6C1.2 4.1 2 3.8 2.9 3.8C4.8 3.8 6 5 6 6.9S4.7 10 2.9 10"
    "C1.5 10 .5 9.4 0 8.3",
    "6": "M5.2 .7C4.6 .2 4 0 3.3 0C1.2 0 0 2.2 0 6C0 8.6 1.2 10 3 10S6 8.7 6 6.9 4.8 4 3 4"
    "C1.4 4 .2 5.2 0 6.6",
    "7": "M0 0H6C4 3 2.4 6 2 10",
    "8": "M3 4.6C1.5 4.6 .5 3.7 .5 2.3S1.5 0 3 0 5.5 .9 5.5 2.3 4.5 4.6 3 4.6C1.2 4.6 0 5.7 0 7.3"
    "S1.2 10 3 10 6 8.9 6 7.3 4.8 4.6 3 4.6Z",
    "9": "M.8 9.3C1.4 9.8 2 10 2.7 10C4.8 10 6 7.8 6 4C6 1.4 4.8 0 3 0S0 1.3 0 3.1 1.2 6 3 6"
    "C4.6 6 5.8 4.8 6 3.4",
    "-": "M.9 5.4H5.1",
}
_ADVANCE = 8.6


def numeral(text: str, x: float, y: float, height: float, ink: str, weight: float = 1.9) -> str:
    """Draw an integer, centred at a point."""
    scale = height / 10
    width = _ADVANCE * (len(text) - 1) + 6
    glyphs = []
    for i, character in enumerate(text):
        shift = f' transform="translate({number(i * _ADVANCE)} 0)"' if i else ""
        glyphs.append(f'<path{shift} d="{_DIGITS[character]}"/>')
    corner = f"translate({number(x - width * scale / 2)} {number(y - height / 2)})"
    return element(
        "g",
        "".join(glyphs),
        transform=f"{corner} scale({number(scale)})",
        fill="none",
        stroke=ink,
        stroke_width=weight,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
