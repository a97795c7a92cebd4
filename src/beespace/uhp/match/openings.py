"""The opening book of matches: short balanced openings for every game type.

Made by `training/make_openings.py`, which says how.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from beespace.errors import BeespaceError

GAME_TYPES = ("Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP")

# The moves of an opening, as UHP writes them.
Opening = tuple[str, ...]


@lru_cache
def openings(game_type: str) -> tuple[Opening, ...]:
    """The openings of a game type, always in the same order.

    >>> len(openings("Base+MLP")) >= 50
    True

    Raises:
        BeespaceError: there is no such game type.
    """
    if game_type not in GAME_TYPES:
        raise BeespaceError(f"{game_type!r} is not a game type: {', '.join(GAME_TYPES)}")
    text = files("beespace.uhp.match").joinpath("openings.txt").read_text(encoding="ascii")
    found: list[Opening] = []
    section = ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#") and section == game_type:
            found.append(tuple(line.split(";")))
    return tuple(found)
