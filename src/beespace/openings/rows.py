"""The games and results in the opening database, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beespace.errors import BeespaceError
from beespace.rules import EXPANSIONS, Result, Ruleset

# The database stores a game type as its index in this tuple: one bit per expansion. Don't reorder.
STORED_GAME_TYPES = tuple(
    Ruleset("".join(letter for bit, letter in enumerate(EXPANSIONS) if index >> bit & 1)).game_type
    for index in range(2 ** len(EXPANSIONS))
)


class OpeningsError(BeespaceError):
    """The opening database cannot be read or written."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of games: White wins, draws, Black wins, and unknown."""

    white: int = 0
    draw: int = 0
    black: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        """The number of games."""
        return self.white + self.draw + self.black + self.other

    def __add__(self, more: Tally) -> Tally:
        return Tally(
            self.white + more.white,
            self.draw + more.draw,
            self.black + more.black,
            self.other + more.other,
        )


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game in the database.

    `server_game` is its ID on the server if it was played there. `copy` is the ID of the copy that
    the server made of an imported game to show it.
    """

    id: int
    ruleset: str
    white: str
    black: str
    date: str
    result: Result
    plies: int
    moves: str
    server_game: str | None
    copy: str | None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to add: the keys of its positions, starting with the first, and its details."""

    keys: Sequence[int]
    game_type: str
    result: Result
    ruleset: str
    moves: str
    fingerprint: int
    white: str = ""
    black: str = ""
    date: str = ""
    server_game: str | None = None
    updated: str = ""

    @property
    def plies(self) -> int:
        """The number of moves."""
        return len(self.keys) - 1


def signed(key: int) -> int:
    """Convert a key to the signed 64-bit integer that databases store."""
    return key - (1 << 64) if key >= 1 << 63 else key


def unsigned(key: int) -> int:
    """Convert a stored key back."""
    return key & ((1 << 64) - 1)
