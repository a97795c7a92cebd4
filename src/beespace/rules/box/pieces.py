"""The contents of the box: the two colours, the eight bugs and the pieces.

`Bug`, `_BOX` and `EXPANSIONS` are the one table of bugs. All other Python code follows from it, the
page gets it as generated constants, and a test compares it with native/core/box/bugs.h.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from beespace.errors import InvalidNotationError


class Color(Enum):
    """One of the two players."""

    WHITE = "w"
    BLACK = "b"

    def __str__(self) -> str:
        return self.name.capitalize()

    @property
    def opponent(self) -> Color:
        """The other player.

        >>> Color.WHITE.opponent
        <Color.BLACK: 'b'>
        """
        return Color.BLACK if self is Color.WHITE else Color.WHITE


class Bug(Enum):
    """A kind of piece, in the order of the rulebooks; its value is its letter.

    >>> Bug("A"), Bug.ANT.count, Bug.ANT.can_climb
    (<Bug.ANT: 'A'>, 3, False)
    """

    QUEEN = "Q"
    BEETLE = "B"
    GRASSHOPPER = "G"
    SPIDER = "S"
    ANT = "A"
    LADYBUG = "L"
    MOSQUITO = "M"
    PILLBUG = "P"

    def __str__(self) -> str:
        return self.name.capitalize()

    @property
    def count(self) -> int:
        """How many of this bug each player has, if it is in the box."""
        return _BOX[self].count

    @property
    def can_climb(self) -> bool:
        """Whether it can end its move on top of other pieces."""
        return _BOX[self].can_climb

    @property
    def goes_over(self) -> bool:
        """Whether it goes over other pieces to an empty hex, whatever stops a slide."""
        return _BOX[self].goes_over

    @property
    def jumps(self) -> bool:
        """Whether it goes over other pieces in one straight line, without a step on them."""
        return _BOX[self].jumps

    @property
    def is_expansion(self) -> bool:
        """Whether some boxes don't have it."""
        return self.value in EXPANSIONS


@dataclass(frozen=True, slots=True)
class _Row:
    count: int
    can_climb: bool = False
    goes_over: bool = False
    jumps: bool = False


# Rule 1. The booklets don't list these counts; the Universal Hive Protocol does.
_BOX = {
    Bug.QUEEN: _Row(1),
    Bug.BEETLE: _Row(2, can_climb=True),
    Bug.GRASSHOPPER: _Row(3, goes_over=True, jumps=True),
    Bug.SPIDER: _Row(2),
    Bug.ANT: _Row(3),
    Bug.LADYBUG: _Row(1, goes_over=True),
    Bug.MOSQUITO: _Row(1, can_climb=True),
    Bug.PILLBUG: _Row(1),
}
EXPANSIONS = "MLP"
"""The letters of the bugs that some boxes don't have, in the order of game types."""
BUG_LETTERS = "".join(bug.value for bug in Bug)
# The letters of the bugs that each player has only one of: their names have no number.
SINGLE_LETTERS = "".join(bug.value for bug in Bug if bug.count == 1)


def _piece_pattern(*, is_loose: bool = False) -> str:
    def either(letters: str) -> str:
        return f"[{letters}{letters.swapcase() if is_loose else ''}]"

    letters: dict[int, str] = {}
    for bug in Bug:
        letters[bug.count] = letters.get(bug.count, "") + bug.value
    numbers = "".join(map(str, range(1, max(letters) + 1)))
    single = "1?" if is_loose else ""
    names = (
        either(letters[count]) + (f"[{numbers[:count]}]" if count > 1 else single)
        for count in sorted(letters)
    )
    return f"{either('wb')}(?:{'|'.join(names)})"


# The grammar of a piece's name, shared by everything that parses moves.
PIECE_PATTERN = _piece_pattern()
# Names as other programs write them: in upper or lower case, and with a 1 for a bug that has only
# one.
LOOSE_PIECE_PATTERN = _piece_pattern(is_loose=True)


class Piece:
    """One of the 28 tiles, such as White's first ant.

    Immutable, and there is only one object for each piece, so they compare and hash by identity.

    >>> Piece.parse("wA1")
    Piece.parse('wA1')
    >>> Piece.parse("wA1") is Piece(Color.WHITE, Bug.ANT, 1)
    True
    """

    __slots__ = ("_text", "bug", "color", "number")

    color: Color
    bug: Bug
    number: int
    _text: str
    _existing: ClassVar[dict[tuple[str, str, int], Piece]] = {}

    def __new__(cls, color: Color, bug: Bug, number: int = 1) -> Piece:
        """Return the object for a piece; raises InvalidNotationError if there is none."""
        piece = cls._existing.get((color.value, bug.value, number))
        if piece is not None:
            return piece
        if not 1 <= number <= bug.count:
            raise InvalidNotationError(f"there is no {color} {bug} {number}")
        piece = object.__new__(cls)
        text = color.value + bug.value + (str(number) if bug.count > 1 else "")
        for name, value in (("color", color), ("bug", bug), ("number", number), ("_text", text)):
            object.__setattr__(piece, name, value)
        return cls._existing.setdefault((color.value, bug.value, number), piece)

    @classmethod
    def parse(cls, text: str) -> Piece:
        """Parse a name such as `wA1` or `bQ`.

        Raises:
            InvalidNotationError: the text is not the name of a piece.
        """
        if not re.fullmatch(PIECE_PATTERN, text):
            raise InvalidNotationError(f"{text!r} is not the name of a piece", text)
        return cls(Color(text[0]), Bug(text[1]), int(text[2:] or 1))

    @property
    def name(self) -> str:
        """The name to show to people.

        >>> Piece.parse("bS2").name, Piece.parse("wQ").name
        ('Black Spider 2', 'White Queen')
        """
        number = f" {self.number}" if self.bug.count > 1 else ""
        return f"{self.color} {self.bug}{number}"

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Piece.parse({self._text!r})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"pieces are immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"pieces are immutable: cannot delete {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Piece, (self.color, self.bug, self.number)


PIECES: tuple[Piece, ...] = tuple(
    Piece(color, bug, number)
    for color in Color
    for bug in Bug
    for number in range(1, bug.count + 1)
)
"""All pieces: White's, then Black's, by bug and number."""
