"""The opening book for matches: short, balanced openings for every game type.

`training/make_openings.py` generates it.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from beespace.errors import BeespaceError
from beespace.rules import GAME_TYPES

# The moves of an opening in UHP notation.
Opening = tuple[str, ...]


@lru_cache
def openings(game_type: str) -> tuple[Opening, ...]:
    """Return the openings of a game type, always in the same order.

    >>> len(openings("Base+MLP")) >= 50
    True

    Raises:
        BeespaceError: the game type is unknown.
    """
    if game_type not in GAME_TYPES:
        raise BeespaceError(
            f"unknown game type {game_type!r}; expected one of {', '.join(GAME_TYPES)}"
        )
    text = files("beespace.uhp.match").joinpath("openings.txt").read_text(encoding="ascii")
    found: list[Opening] = []
    section = ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#") and section == game_type:
            found.append(tuple(line.split(";")))
    return tuple(found)
