"""What a puzzle is, and how it is written down: a line of JSON each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

from beespace.backend import Board
from beespace.errors import InvalidNotationError
from beespace.rules import BaseBoard

# Wins by the number of own moves they take, and positions with one move that does not lose at once.
KINDS = ("win-in-1", "win-in-2", "win-in-3", "win-in-4", "only-defence")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, what is to be done in it, and every first move that does it.

    `grade` runs from 1, which a beginner sees, to 10.
    """

    kind: str
    position: str
    solutions: tuple[str, ...]
    grade: int

    @property
    def moves(self) -> int:
        """How many own moves the win takes; 1 for an only defence."""
        return int(self.kind[-1]) if self.kind.startswith("win") else 1

    def board(self) -> BaseBoard:
        """The position to solve."""
        return Board.from_position(self.position)

    def to_json(self) -> str:
        """As one line."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Puzzle:
        """Read a line.

        Raises:
            InvalidNotationError: it is not a puzzle.
        """
        try:
            data = json.loads(line)
            puzzle = cls(data["kind"], data["position"], tuple(data["solutions"]), data["grade"])
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidNotationError(f"this line is not a puzzle: {error}", line) from None
        if puzzle.kind not in KINDS:
            raise InvalidNotationError(f"there is no kind of puzzle called {puzzle.kind!r}", line)
        return puzzle


def read_puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    """The puzzles of a file."""
    return (Puzzle.from_json(line) for line in lines if line.strip())
