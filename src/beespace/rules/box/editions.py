"""The boxes that people own: which pieces each holds and which options its booklet sets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from beespace.rules.box.pieces import Color
from beespace.rules.box.ruleset import RULESETS, Ruleset


@dataclass(frozen=True, slots=True)
class Edition:
    """A box and the rules in its booklet.

    >>> EDITIONS["pocket"].piece_count
    13
    """

    id: str
    name: str
    year: int
    ruleset: Ruleset

    @property
    def piece_count(self) -> int:
        """How many pieces each player owns."""
        return len(self.ruleset.pieces(Color.WHITE))


EDITIONS: dict[str, Edition] = {
    edition.id: edition
    for edition in (
        Edition("base", "Base", 2016, RULESETS["base2016"]),
        Edition("pocket", "Pocket", 2012, RULESETS["pocket2012"]),
        Edition("ultimate", "Ultimate Pocket", 2024, RULESETS["ultimate2024"]),
    )
}
"""The boxes by id."""


TOURNAMENT = replace(RULESETS["tournament"], repetition="threefold")
"""Tournament rules as people play them: a position's third occurrence is a draw.

The ruleset of this name in `RULESETS`, for boards and engines, leaves that to the caller.
"""


class Difference(StrEnum):
    """An option of a ruleset that the box does not have."""

    TOURNAMENT = "tournament"
    QUEEN_FIRST = "queen-first"
    QUEEN_NOT_FIRST = "queen-not-first"
    NO_STACK_GATES = "no-stack-gates"
    THREEFOLD = "threefold"


def edition_of(ruleset: Ruleset) -> Edition | None:
    """Return the edition with the same pieces, or None for a mix that no box holds.

    >>> edition_of(Ruleset("ML")).id
    'pocket'
    >>> edition_of(Ruleset("P")) is None
    True
    """
    same = (e for e in EDITIONS.values() if e.ruleset.expansions == ruleset.expansions)
    return next(same, None)


def is_tournament(ruleset: Ruleset) -> bool:
    """Return whether the options are those of tournaments, whatever the pieces."""
    return ruleset == replace(TOURNAMENT, expansions=ruleset.expansions)


def differences(ruleset: Ruleset) -> list[Difference]:
    """List what a ruleset changes in its edition.

    Tournament rules are one difference, not several. A mix of pieces has no box to compare with,
    so it always says whether the queen can come first: the boxes differ on that.

    >>> differences(Ruleset("ML", queen_first=True))
    []
    >>> [str(difference) for difference in differences(Ruleset("", stack_gates=False))]
    ['queen-not-first', 'no-stack-gates']
    """
    if is_tournament(ruleset):
        return [Difference.TOURNAMENT]
    edition = edition_of(ruleset)
    found = []
    if edition is None or ruleset.queen_first != edition.ruleset.queen_first:
        queen = Difference.QUEEN_FIRST if ruleset.queen_first else Difference.QUEEN_NOT_FIRST
        found.append(queen)
    if not ruleset.stack_gates:
        found.append(Difference.NO_STACK_GATES)
    if ruleset.repetition == "threefold":
        found.append(Difference.THREEFOLD)
    return found
