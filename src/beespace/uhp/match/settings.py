"""Match settings: the players, the limits, the openings and the maximum length."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import beespace
from beespace.backend import BACKEND
from beespace.engine import Limit
from beespace.errors import BeespaceError
from beespace.rules import GAME_TYPES
from beespace.uhp.match.openings import Opening, openings
from beespace.uhp.match.players import PlayerSpec

# Sensible games end well before this.
MAX_PLIES = 300


@dataclass(frozen=True, slots=True)
class Scheduled:
    """One game of a match: its number, its opening, and whether A has White.

    Games 2n and 2n+1 form pair n: the same opening with colours swapped.
    """

    number: int
    game_type: str
    opening: Opening
    a_is_white: bool

    @property
    def pair(self) -> int:
        """The number of the game's pair."""
        return self.number // 2


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Everything that determines a match's games.

    Raises:
        BeespaceError: a game type is unknown, or a player has no limit.
    """

    a: PlayerSpec
    b: PlayerSpec
    limit: Limit | None = None
    game_types: tuple[str, ...] = GAME_TYPES
    max_plies: int = MAX_PLIES

    def __post_init__(self) -> None:
        for game_type in self.game_types:
            openings(game_type)
        if not self.game_types or self.max_plies < 1:
            raise BeespaceError("a match needs at least one game type and one ply")
        for side in (0, 1):
            self.limit_of(side)

    def player(self, side: int) -> PlayerSpec:
        """Return player A (0) or B (1)."""
        return (self.a, self.b)[side]

    def limit_of(self, side: int) -> Limit:
        """Return the limit per move of A (0) or B (1)."""
        return self.player(side).limit_within(self.limit)

    def game(self, number: int) -> Scheduled:
        """Return a game by its number; pairs cycle through game types and their openings."""
        pair = number // 2
        game_type = self.game_types[pair % len(self.game_types)]
        book = openings(game_type)
        opening = book[pair // len(self.game_types) % len(book)]
        return Scheduled(number, game_type, opening, a_is_white=number % 2 == 0)

    @property
    def different_games(self) -> int:
        """The number of games after which openings repeat."""
        return 2 * len(self.game_types) * min(len(openings(t)) for t in self.game_types)

    def fingerprint(self) -> str:
        """Return a text that identifies the match; only games with the same text are combined."""
        return json.dumps(
            {
                "a": self.a.identity(),
                "a_limit": _limit_text(self.limit_of(0)),
                "b": self.b.identity(),
                "b_limit": _limit_text(self.limit_of(1)),
                "types": ",".join(self.game_types),
                "max_plies": self.max_plies,
                "engine": "" if self.a.command and self.b.command else _our_build(),
            }
        )


@lru_cache
def _our_build() -> str:
    """Return Beespace's version and a checksum of the compiled core.

    Games played by different builds must not be combined.
    """
    if BACKEND != "native":
        return beespace.__version__
    from beespace.fast import _native

    return f"{beespace.__version__} {zlib.crc32(Path(_native.__file__).read_bytes()):08x}"


def _limit_text(limit: Limit) -> str:
    parts = {"time": limit.time_s, "depth": limit.depth, "nodes": limit.nodes}
    return ",".join(f"{name}={value:g}" for name, value in parts.items() if value is not None)
