"""Puzzles: positions from games with a proven solution.

The page, the server and the engine's tests use them; `beespace puzzles mine` finds them. The
modules that prove solutions (`mining`, `trying`) need the C++ core, the others do not.
"""

from __future__ import annotations

from beespace.puzzles.puzzle import KINDS, Puzzle, read_puzzles

__all__ = ["KINDS", "Puzzle", "read_puzzles"]
