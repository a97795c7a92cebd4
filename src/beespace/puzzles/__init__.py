"""Puzzles: positions with a proven task, mined from games.

The trainer and the engine's tests use them; `beespace puzzles mine` makes them. What proves
anything (`mining`, `trying`) needs the C++ core, the rest does not.
"""

from __future__ import annotations

from beespace.puzzles.puzzle import KINDS, Puzzle, read_puzzles

__all__ = ["KINDS", "Puzzle", "read_puzzles"]
