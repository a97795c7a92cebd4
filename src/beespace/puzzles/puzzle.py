"""What a puzzle is, and how it is written down: a line of JSON each."""

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

# Wins by the number of own moves they take, and positions with one move that does not lose at once.
KINDS = ("win-in-1", "win-in-2", "win-in-3", "win-in-4", "only-defence")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, what is to be done in it, and every first move that does it.

    `grade` runs from 1, which a beginner sees, to 10. `game` is a UHP game string that leads to the
    position, or empty if somebody composed it. `id` stays the same however the position is turned
    or mirrored.
    """

    kind: str
    position: str
    solutions: tuple[str, ...]
    grade: int
    game: str = ""
    id: str = ""

    @classmethod
    def of(cls, kind: str, board: BaseBoard, solutions: Iterable[Move], grade: int) -> Self:
        """The puzzle on a board, with the game that led there if the board knows it."""
        texts = tuple(board.uhp(move) for move in solutions)
        game = board.game_string() if len(board.moves) == board.ply else ""
        return cls(kind, board.position(), texts, grade, game, id_of(board))

    @property
    def moves(self) -> int:
        """How many own moves the win takes; 1 for an only defence."""
        return int(self.kind[-1]) if self.kind.startswith("win") else 1

    @property
    def is_composed(self) -> bool:
        """Whether no game is known that leads to it."""
        return not self.game

    @property
    def game_type(self) -> str:
        """What is in the box, as the Universal Hive Protocol names it."""
        return self.position.split(" ", 1)[0].split(",", 1)[0]

    def board(self) -> BaseBoard:
        """The position to solve."""
        return Board.from_position(self.position)

    def replayed(self) -> BaseBoard:
        """The same position with the game that led to it, which a composed puzzle has not."""
        return Board.from_game_string(self.game, self.position.split(" ", 1)[0])

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
            puzzle = cls(**{**data, "solutions": tuple(data["solutions"])})
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidNotationError(f"this line is not a puzzle: {error}", line) from None
        if puzzle.kind not in KINDS:
            raise InvalidNotationError(f"there is no kind of puzzle called {puzzle.kind!r}", line)
        return puzzle


def id_of(board: BaseBoard) -> str:
    """Eight letters and digits for a position, the same for all its rotations and reflections."""
    digest = blake2b(board.symmetry_key().to_bytes(8, "big"), digest_size=5).digest()
    return base64.b32encode(digest).decode().lower()


def read_puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    """The puzzles of a file."""
    return (Puzzle.from_json(line) for line in lines if line.strip())
