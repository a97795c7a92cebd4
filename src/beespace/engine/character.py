"""How an opponent plays: what makes it differ from the people that the policy was fitted to.

An opponent judges every move as people do (`human_policy`), changes that by its character, and
picks a move at random. The C++ core does this in `native/policy/chooser.h`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from beespace.rules import Bug

LONGEST_SIGHT = 3
"""How many plies the short searches look ahead at most."""

TASTES = (
    *(bug.value for bug in Bug),
    "placing",
    "attacking",
    "guarding",
    "pinning",
    "covering",
    "approaching",
)
"""What an opponent can like: a bug by its letter, placing a piece instead of moving one, bringing
pieces next to the enemy queen, taking them away from its own, pinning or covering enemy pieces, and
each step towards the enemy queen. The order is that of native/policy/character.h."""


@dataclass(frozen=True, slots=True)
class Character:
    """How an opponent differs from most people.

    `heat` is how random its choices are, in percent: with 100 it plays as people do, with less it
    prefers the likeliest moves. It looks `sight` plies ahead, up to three. `trust` is how much it
    trusts what it sees: with 100, it plays a move that is worth a free ant less a twelfth as often.
    With `nodes`, a longer search finds the best `lines` moves, and it plays one of them. `tastes`
    add to the logarithm of the odds of some moves, in hundredths: see `TASTES`. `openings` are its
    favourite first placements, such as `GQA`; it chooses one for each game.
    """

    heat: int = 100
    sight: int = 3
    trust: int = 0
    nodes: int = 0
    lines: int = 1
    tastes: Mapping[str, int] = field(default_factory=dict, hash=False)
    openings: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The character as `read_character` in native/policy/character.h reads it."""
        unknown = set(self.tastes) - set(TASTES)
        if unknown:
            raise ValueError(f"there is no taste {unknown.pop()!r}")
        numbers = (self.heat, self.sight, self.trust, self.nodes, self.lines)
        tastes = (self.tastes.get(name, 0) for name in TASTES)
        return " ".join(map(str, (*numbers, *tastes, *self.openings)))
