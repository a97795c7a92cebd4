r"""Colours of a terminal: which it has, and what each part of a drawing is painted with.

Used by the text drawing and by whatever else writes to a terminal. It knows pieces, not boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from beespace.rules import Bug, Color, Piece


class Ink(Enum):
    """What a character of a drawing is part of, if it is not a piece's name."""

    PLAIN = "plain"
    EDGE = "edge"
    HEIGHT = "height"
    LAST_MOVE = "last move"
    SELECTED = "selected"
    TARGET = "target"
    MARKED = "marked"
    STRONG = "strong"
    FAINT = "faint"


@dataclass(frozen=True)
class Palette:
    """The codes of a terminal's "select graphic rendition" sequence, such as `1;31`.

    An empty code leaves a text as it is.
    """

    inks: Mapping[Ink, str] = field(default_factory=dict)
    tiles: Mapping[Color, str] = field(default_factory=dict)
    bugs: Mapping[tuple[Color, Bug], str] = field(default_factory=dict)

    def code(self, ink: Ink) -> str:
        """The code of an ink."""
        return self.inks.get(ink, "")

    def piece_code(self, piece: Piece) -> str:
        """The code of a piece: its owner's tile and, with colours enough, its creature."""
        codes = (self.tiles.get(piece.color, ""), self.bugs.get((piece.color, piece.bug), ""))
        return ";".join(filter(None, codes))


def paint(text: str, code: str) -> str:
    r"""A text in a colour.

    >>> paint("wQ", "1;33")
    '\x1b[1;33mwQ\x1b[0m'
    >>> paint("wQ", "")
    'wQ'
    """
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


NO_COLORS = Palette()

SIXTEEN_COLORS = Palette(
    inks={
        Ink.EDGE: "90",
        Ink.HEIGHT: "1;35",
        Ink.LAST_MOVE: "1;33",
        Ink.SELECTED: "1;36",
        Ink.TARGET: "30;42",
        Ink.MARKED: "1;91",
        Ink.STRONG: "1",
        Ink.FAINT: "90",
    },
    tiles={Color.WHITE: "30;47", Color.BLACK: "97;40"},
)

# Dark letters on ivory and light letters on anthracite, in the same hue for the same creature.
_HUES = {
    Bug.QUEEN: (130, 221),
    Bug.BEETLE: (91, 177),
    Bug.GRASSHOPPER: (22, 114),
    Bug.SPIDER: (94, 180),
    Bug.ANT: (20, 111),
    Bug.LADYBUG: (124, 210),
    Bug.MOSQUITO: (238, 252),
    Bug.PILLBUG: (23, 80),
}

MANY_COLORS = Palette(
    inks={
        Ink.EDGE: "38;5;243",
        Ink.HEIGHT: "1;38;5;170",
        Ink.LAST_MOVE: "1;38;5;214",
        Ink.SELECTED: "1;38;5;45",
        Ink.TARGET: "1;38;5;16;48;5;114",
        Ink.MARKED: "1;38;5;196",
        Ink.STRONG: "1",
        Ink.FAINT: "38;5;245",
    },
    tiles={Color.WHITE: "1;48;5;230", Color.BLACK: "1;48;5;236"},
    bugs={
        (color, bug): f"38;5;{hue}"
        for bug, hues in _HUES.items()
        for color, hue in zip(Color, hues, strict=True)
    },
)


class TextStream(Protocol):
    """What is asked of a stream such as `sys.stdout`."""

    @property
    def encoding(self) -> str | None:
        """The name of its encoding."""

    def isatty(self) -> bool:
        """Whether it is a terminal."""


def palette_for(stream: TextStream, environment: Mapping[str, str]) -> Palette:
    """The palette for a stream: none unless it is a terminal that has colours.

    A variable `NO_COLOR` that is not empty turns colours off, see https://no-color.org.
    """
    terminal = environment.get("TERM", "")
    if environment.get("NO_COLOR") or not stream.isatty() or terminal in ("", "dumb"):
        return NO_COLORS
    if "256color" in terminal or environment.get("COLORTERM"):
        return MANY_COLORS
    return SIXTEEN_COLORS


def can_draw_unicode(stream: TextStream, environment: Mapping[str, str]) -> bool:
    """Whether a stream takes the characters of the Unicode drawing."""
    if environment.get("TERM") == "linux":  # the console's fonts have no slanted lines
        return False
    try:
        "│╱╲«»·×→".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
