r"""Terminal colours: which ones a terminal supports, and how each part of a drawing uses them.

The text drawing and everything else that writes to a terminal uses this module. It depends on
pieces, not on boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from beespace.rules import Bug, Color, Piece


class Ink(Enum):
    """What a character of a drawing belongs to, other than a piece's name."""

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
    """The "select graphic rendition" codes of a terminal, such as `1;31`.

    An empty code leaves text unstyled.
    """

    inks: Mapping[Ink, str] = field(default_factory=dict)
    tiles: Mapping[Color, str] = field(default_factory=dict)
    bugs: Mapping[tuple[Color, Bug], str] = field(default_factory=dict)

    def code(self, ink: Ink) -> str:
        """Return the code for an ink."""
        return self.inks.get(ink, "")

    def piece_code(self, piece: Piece) -> str:
        """Return the code for a piece: its owner's tile colour and, if available, its bug's."""
        codes = (self.tiles.get(piece.color, ""), self.bugs.get((piece.color, piece.bug), ""))
        return ";".join(filter(None, codes))


def paint(text: str, code: str) -> str:
    r"""Return text wrapped in a colour code.

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

# Dark letters on ivory and light letters on anthracite, with one hue per bug.
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
    """The parts of a stream such as `sys.stdout` that this module needs."""

    @property
    def encoding(self) -> str | None:
        """The name of the encoding."""

    def isatty(self) -> bool:
        """Return whether the stream is a terminal."""


def palette_for(stream: TextStream, environment: Mapping[str, str]) -> Palette:
    """Return the palette for a stream; it is empty unless the stream is a colour terminal.

    A non-empty `NO_COLOR` variable turns colours off, see https://no-color.org.
    """
    terminal = environment.get("TERM", "")
    if environment.get("NO_COLOR") or not stream.isatty() or terminal in ("", "dumb"):
        return NO_COLORS
    if "256color" in terminal or environment.get("COLORTERM"):
        return MANY_COLORS
    return SIXTEEN_COLORS


def can_draw_unicode(stream: TextStream, environment: Mapping[str, str]) -> bool:
    """Return whether a stream can show the characters of the Unicode drawing."""
    if environment.get("TERM") == "linux":  # the console's fonts lack slanted lines
        return False
    try:
        "│╱╲«»·×→".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
