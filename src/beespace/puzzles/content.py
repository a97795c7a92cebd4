"""Prints what the page needs to set puzzles without a server, as JSON.

    python -m beespace.puzzles.content (shelf | puzzles)

`shelf` is what choosing a puzzle takes; `puzzles` has the rest, in the same order. Both are tables
by column, which compress well. web/src/local/puzzles reads them.
"""

from __future__ import annotations

import json
import sys

from beespace.backend import Board
from beespace.puzzles.puzzle import Puzzle
from beespace.puzzles.shelf import shipped
from beespace.rules import Pass

Column = list[str] | list[int] | list[list[str]]


def shelf() -> dict[str, Column]:
    """Return the ids, kinds, game types and grades of all puzzles."""
    puzzles = list(shipped().values())
    return {
        "ids": [puzzle.id for puzzle in puzzles],
        "kinds": [puzzle.kind for puzzle in puzzles],
        "game_types": [puzzle.game_type for puzzle in puzzles],
        "grades": [puzzle.grade for puzzle in puzzles],
    }


def puzzles() -> dict[str, Column]:
    """Return the positions, the solutions and the last moves before the puzzles."""
    shelf = shipped().values()
    return {
        "positions": [puzzle.position for puzzle in shelf],
        "solutions": [list(puzzle.solutions) for puzzle in shelf],
        "last": [_last(puzzle) for puzzle in shelf],
    }


def _last(puzzle: Puzzle) -> list[str]:
    """Return the move before the puzzle: its text, its path, and the thrower, if any.

    Empty if there is none, or if it was a pass.
    """
    if puzzle.is_composed:
        return []
    *earlier, text = puzzle.game.split(";")[3:]
    board = Board(puzzle.position.split(" ", 1)[0])
    for one in earlier:
        board.push_unchecked(board.parse_uhp(one))
    move = board.parse_uhp(text)
    if isinstance(move, Pass):
        return []
    way = board.way(move)
    path = " ".join(f"{hex.q},{hex.r}" for hex in way.path)
    return [board.uhp(move), path, *([str(way.thrower)] if way.thrower else [])]


if __name__ == "__main__":
    content = {"shelf": shelf, "puzzles": puzzles}[sys.argv[1]]()
    json.dump(content, sys.stdout, separators=(",", ":"))
