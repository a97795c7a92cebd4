"""Openings: which moves were played in the games kept here, how often, and how they ended.

A file of its own, `openings.db`, holds one row for every move from every position; positions that
are the same when turned or mirrored are one. The server's explorer and `beespace db` use it.
"""

from __future__ import annotations

from beespace.openings.exploring import Explored, ExploredMove, explore
from beespace.openings.store import KnownGame, Openings, Tally

__all__ = ["Explored", "ExploredMove", "KnownGame", "Openings", "Tally", "explore"]
