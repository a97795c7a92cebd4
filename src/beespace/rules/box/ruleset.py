"""The rules of a game: the bugs in the box, and the points on which editions differ."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal, get_args

from beespace.errors import InvalidNotationError
from beespace.rules.box.pieces import EXPANSIONS, PIECES, Bug, Color, Piece

Repetition = Literal["none", "threefold"]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one game; an immutable value.

    `expansions` is any subset of "MLP" (Mosquito, Ladybug, Pillbug). `queen_first` allows the queen
    on a player's first turn. `stack_gates` means that climbers can't pass gates between stacks.
    With `repetition="threefold"` the game is a draw when a position comes up a third time.

    >>> Ruleset("ML").game_type
    'Base+ML'
    >>> str(Ruleset("P", queen_first=True, repetition="threefold"))
    'Base+P,queen-first,threefold'
    >>> Ruleset.parse("base2016") == Ruleset("", queen_first=True)
    True
    """

    expansions: str = EXPANSIONS
    queen_first: bool = False
    stack_gates: bool = True
    repetition: Repetition = "none"

    def __post_init__(self) -> None:
        if not are_expansions(self.expansions):
            raise InvalidNotationError(
                f"expansions must be letters of {EXPANSIONS!r}, each at most once, "
                f"not {self.expansions!r}"
            )
        if self.repetition not in get_args(Repetition):
            raise InvalidNotationError(
                f"repetition must be 'none' or 'threefold', not {self.repetition!r}"
            )
        object.__setattr__(self, "expansions", in_order(self.expansions))
        object.__setattr__(self, "queen_first", bool(self.queen_first))
        object.__setattr__(self, "stack_gates", bool(self.stack_gates))

    @property
    def game_type(self) -> str:
        """The UHP game type, `Base` or `Base+` and the expansions."""
        return f"Base+{self.expansions}" if self.expansions else "Base"

    @property
    def bugs(self) -> tuple[Bug, ...]:
        """The bugs in the box, in rulebook order."""
        return _bugs(self.expansions)

    def pieces(self, color: Color) -> tuple[Piece, ...]:
        """Return all pieces of one player, in `PIECES` order."""
        return _pieces(self.expansions, color)

    def has(self, bug: Bug) -> bool:
        """Return whether this bug is in the box."""
        return bug in _bugs(self.expansions)

    def __str__(self) -> str:
        options = [
            "queen-first" if self.queen_first else "",
            "" if self.stack_gates else "no-stack-gates",
            "" if self.repetition == "none" else self.repetition,
        ]
        return ",".join([self.game_type, *filter(None, options)])

    @classmethod
    def of(cls, ruleset: Ruleset | str) -> Ruleset:
        """Return a ruleset unchanged, or parse a text.

        Raises:
            InvalidNotationError: the text is not a ruleset.
        """
        if isinstance(ruleset, cls):
            return ruleset
        if isinstance(ruleset, str):
            return cls.parse(ruleset)
        raise TypeError(f"expected a Ruleset or a text such as 'Base+MLP', not {ruleset!r}")

    @classmethod
    def parse(cls, text: str) -> Ruleset:
        """Parse a ruleset's name or a game type, with any options as `str` writes them.

        Raises:
            InvalidNotationError: the text is none of these.
        """
        if text in RULESETS:
            return RULESETS[text]
        match = _RULESET.fullmatch(text)
        if match is None:
            names = ", ".join(RULESETS)
            raise InvalidNotationError(
                f"{text!r} is neither a game type such as Base+MLP nor one of {names}", text
            )
        return cls(
            expansions=match["expansions"] or "",
            queen_first=bool(match["queen_first"]),
            stack_gates=not match["no_stack_gates"],
            repetition="threefold" if match["threefold"] else "none",
        )


# A game type, with its expansions as a group.
GAME_TYPE_PATTERN = (
    rf"Base(?:\+(?=[{EXPANSIONS}])(?P<expansions>{''.join(f'{bug}?' for bug in EXPANSIONS)}))?"
)
_RULESET = re.compile(
    GAME_TYPE_PATTERN
    + r"(?P<queen_first>,queen-first)?(?P<no_stack_gates>,no-stack-gates)?"
    + r"(?P<threefold>,threefold)?"
)


def are_expansions(letters: str) -> bool:
    """Return whether all letters are expansions, each at most once, in any order."""
    return set(letters) <= set(EXPANSIONS) and len(set(letters)) == len(letters)


def in_order(letters: Iterable[str]) -> str:
    """Return the expansions among some letters, in the order of game types.

    >>> in_order("QPM")
    'MP'
    """
    found = set(letters)
    return "".join(letter for letter in EXPANSIONS if letter in found)


@lru_cache
def _bugs(expansions: str) -> tuple[Bug, ...]:
    return tuple(bug for bug in Bug if not bug.is_expansion or bug.value in expansions)


@lru_cache
def _pieces(expansions: str, color: Color) -> tuple[Piece, ...]:
    bugs = _bugs(expansions)
    return tuple(piece for piece in PIECES if piece.color is color and piece.bug in bugs)


RULESETS: dict[str, Ruleset] = {
    "base2016": Ruleset("", queen_first=True),
    "pocket2012": Ruleset("ML", queen_first=True),
    "ultimate2024": Ruleset("MLP"),
    "tournament": Ruleset("MLP"),
}
"""The rules of the booklets, and those of tournaments and other programs, by name."""

GAME_TYPES: tuple[str, ...] = tuple(
    Ruleset("".join(letters)).game_type
    for count in range(len(EXPANSIONS) + 1)
    for letters in combinations(EXPANSIONS, count)
)
"""Every game type: Base, Base+M, Base+L and so on up to Base+MLP."""
