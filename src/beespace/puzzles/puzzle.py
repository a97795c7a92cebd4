"""Puzzles, and how they are stored: one JSON object per line."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Self

from beespace.backend import Board
from beespace.errors import InvalidNotationError
from beespace.rules import BaseBoard, Move

KINDS = ("win-in-1", "win-in-2", "win-in-3", "win-in-4", "only-defence")
"""Wins in a number of own moves, and positions with only one move that doesn't lose."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the kind of puzzle, and every first move that solves it.

    `grade` is from 1, which beginners can solve, to 10. `game` is a UHP game string that leads to
    the position, or empty if the puzzle was composed. `id` is the same for all rotations and
    reflections of the position.
    """

    kind: str
    position: str
    solutions: tuple[str, ...]
    grade: int
    game: str = ""
    id: str = ""

    @classmethod
    def of(cls, kind: str, board: BaseBoard, solutions: Iterable[Move], grade: int) -> Self:
        """Return the puzzle on a board, with the game that led there if the board has it."""
        texts = tuple(board.uhp(move) for move in solutions)
        game = board.game_string() if len(board.moves) == board.ply else ""
        return cls(kind, board.position(), texts, grade, game, id_of(board))

    @property
    def moves(self) -> int:
        """How many of the player's moves the win takes; 1 for an only defence."""
        return int(self.kind[-1]) if self.kind.startswith("win") else 1

    @property
    def is_composed(self) -> bool:
        """Whether the puzzle was composed rather than taken from a game."""
        return not self.game

    @property
    def game_type(self) -> str:
        """The UHP game type, such as `Base+MLP`."""
        return self.position.split(" ", 1)[0].split(",", 1)[0]

    def board(self) -> BaseBoard:
        """Return a board with the position to solve."""
        return Board.from_position(self.position)

    def replayed(self) -> BaseBoard:
        """Return a board with the game that led to the position; not for composed puzzles."""
        return Board.from_game_string(self.game, self.position.split(" ", 1)[0])

    def to_json(self) -> str:
        """Return the puzzle as one line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Puzzle:
        """Parse a line of JSON.

        Raises:
            InvalidNotationError: the line is not a puzzle.
        """
        try:
            data = json.loads(line)
            puzzle = cls(**{**data, "solutions": tuple(data["solutions"])})
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidNotationError(f"this line is not a puzzle: {error}", line) from None
        if puzzle.kind not in KINDS:
            raise InvalidNotationError(f"unknown kind of puzzle: {puzzle.kind!r}", line)
        return puzzle


def id_of(board: BaseBoard) -> str:
    """Return an 8-character ID of a position, the same for all rotations and reflections."""
    digest = blake2b(board.symmetry_key().to_bytes(8, "big"), digest_size=5).digest()
    return base64.b32encode(digest).decode().lower()


def read_puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    """Parse the puzzles in the lines of a file."""
    return (Puzzle.from_json(line) for line in lines if line.strip())
