"""Puzzles: positions with a proven task, mined from games.

The trainer and the engine's tests use them; `beespace puzzles mine` makes them.
"""

from __future__ import annotations

from beespace.puzzles.mining import Miner, positions_to_try
from beespace.puzzles.puzzle import KINDS, Puzzle, read_puzzles

__all__ = ["KINDS", "Miner", "Puzzle", "positions_to_try", "read_puzzles"]
