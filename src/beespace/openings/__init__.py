"""The opening explorer's database: which moves were played, how often, and with what result.

The file `openings.db` has one row for each move from each position; rotations and reflections count
as the same position. The server's explorer and `beespace db` use it.
"""

from __future__ import annotations

from beespace.openings.exploring import Explored, ExploredMove, explore
from beespace.openings.store import KnownGame, Openings, Tally

__all__ = ["Explored", "ExploredMove", "KnownGame", "Openings", "Tally", "explore"]
