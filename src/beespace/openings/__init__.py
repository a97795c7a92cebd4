"""The opening explorer's database: which moves were played, how often, and with what result.

It has one row for each move from each position; rotations and reflections count as the same
position. `Openings` is a file of its own; the server and `beespace db` use the same tables in the
server's database.
"""

from __future__ import annotations

from beespace.openings.exploring import Explored, ExploredMove, explore
from beespace.openings.rows import KnownGame, Tally
from beespace.openings.store import Openings

__all__ = ["Explored", "ExploredMove", "KnownGame", "Openings", "Tally", "explore"]
