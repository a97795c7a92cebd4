"""Which rules a game uses: those of a box, of the players' own mix, or of a game type."""

from __future__ import annotations

from dataclasses import dataclass, replace

from beespace import EDITIONS, Bug, InvalidNotationError, Ruleset
from beespace.rules import EXPANSIONS, edition_of
from beespace.rules.box.words import join_words
from beespace.terminal.reading import read_ruleset

_ADDED = {str(Bug(letter)).lower(): letter for letter in EXPANSIONS}
_BOXES = {name.lower(): box for box in EDITIONS.values() for name in (box.id, box.name)}


@dataclass(frozen=True, slots=True)
class Options:
    """Options that the players chose themselves; None leaves an option as the box has it."""

    queen_first: bool | None = None
    stack_gates: bool | None = None
    threefold: bool | None = None

    def __bool__(self) -> bool:
        return self != Options()

    def apply(self, ruleset: Ruleset) -> Ruleset:
        """Return the ruleset with these options."""
        if self.queen_first is not None:
            ruleset = replace(ruleset, queen_first=self.queen_first)
        if self.stack_gates is not None:
            ruleset = replace(ruleset, stack_gates=self.stack_gates)
        if self.threefold is not None:
            ruleset = replace(ruleset, repetition="threefold" if self.threefold else "none")
        return ruleset


def box_rules(expansions: str) -> Ruleset:
    """Return the rules of the box with these pieces.

    A mix that no box holds follows the Base box.

    >>> str(box_rules("MLP")), str(box_rules("P"))
    ('Base+MLP', 'Base+P,queen-first')
    """
    edition = edition_of(Ruleset(expansions))
    return edition.ruleset if edition else mix_rules(expansions)


def mix_rules(expansions: str) -> Ruleset:
    """Return the rules of the Base box with more pieces, as on the page."""
    return replace(EDITIONS["base"].ruleset, expansions=expansions)


def read_mix(text: str) -> Ruleset:
    """Read the pieces that players add to the Base box, such as `mosquito,pillbug`.

    Raises:
        InvalidNotationError: a name is unknown or occurs twice.
    """
    names = [name.strip().lower() for name in text.replace(" and ", ",").split(",")]
    for name in names:
        if name not in _ADDED:
            raise InvalidNotationError(
                f"{name!r} can't be added to the Base box: choose from {join_words(list(_ADDED))}, "
                "separated by commas"
            )
    if len(set(names)) < len(names):
        raise InvalidNotationError("each piece can be added only once")
    return mix_rules("".join(_ADDED[name] for name in names))


def read_rules(text: str) -> Ruleset:
    """Read what players type after `new`: a box, a mix such as `with mosquito`, or a game type.

    `base` is the box; game types with more pieces, such as `Base+M`, have tournament options
    without the draw by repetition, which `tournament` adds.

    Raises:
        InvalidNotationError: it is none of them.
    """
    text = text.strip().strip("\"'").strip()
    if edition := _BOXES.get(text.lower()):
        return edition.ruleset
    box, has_mix, mix = f" {text}".partition(" with ")
    if has_mix and box.strip().lower() in ("", "base"):
        return read_mix(mix)
    try:
        return read_ruleset(text)
    except InvalidNotationError:
        raise InvalidNotationError(
            f"{text[:30]!a} isn't a game to start. Try new base, new pocket, new ultimate, "
            "or a mix such as new with mosquito, pillbug"
        ) from None
