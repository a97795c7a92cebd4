"""What is played: the players, the limits, the openings and when it ends."""

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
from beespace.uhp.match.openings import GAME_TYPES, Opening, openings
from beespace.uhp.match.players import PlayerSpec

# The longest games of sensible play end well before this.
MAX_PLIES = 300


@dataclass(frozen=True, slots=True)
class Scheduled:
    """One game of a match: its number, its opening, and whether A has White.

    Games 2n and 2n+1 are pair n: one opening, colours swapped.
    """

    number: int
    game_type: str
    opening: Opening
    a_is_white: bool

    @property
    def pair(self) -> int:
        """The pair it belongs to."""
        return self.number // 2


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Everything that a match's games depend on.

    Raises:
        BeespaceError: a game type does not exist, or a player has no limit.
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
            raise BeespaceError("a match needs a game type, and at least one ply")
        for side in (0, 1):
            self.limit_of(side)

    def player(self, side: int) -> PlayerSpec:
        """A (0) or B (1)."""
        return (self.a, self.b)[side]

    def limit_of(self, side: int) -> Limit:
        """How long A (0) or B (1) may think about a move."""
        return self.player(side).limit_within(self.limit)

    def game(self, number: int) -> Scheduled:
        """A game by its number: types take turns, and so do the openings of each."""
        pair = number // 2
        game_type = self.game_types[pair % len(self.game_types)]
        book = openings(game_type)
        opening = book[pair // len(self.game_types) % len(book)]
        return Scheduled(number, game_type, opening, a_is_white=number % 2 == 0)

    @property
    def different_games(self) -> int:
        """After how many games the openings begin again."""
        return 2 * len(self.game_types) * min(len(openings(t)) for t in self.game_types)

    def fingerprint(self) -> str:
        """A text that tells matches apart: only games of the same match may be counted together."""
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
    """Which engine of ours plays: its version, and a sum over the compiled core.

    Games of an engine that was changed in between must not be counted together.
    """
    if BACKEND != "native":
        return beespace.__version__
    from beespace.fast import _native

    return f"{beespace.__version__} {zlib.crc32(Path(_native.__file__).read_bytes()):08x}"


def _limit_text(limit: Limit) -> str:
    parts = {"time": limit.time_s, "depth": limit.depth, "nodes": limit.nodes}
    return ",".join(f"{name}={value:g}" for name, value in parts.items() if value is not None)
