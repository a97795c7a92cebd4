"""Puzzles and the puzzle trainer as JSON."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from beespace.server.boards.messages import HexPair, Message, PieceName, PlayedMove, Turn, WhyNot

PuzzleKind = Literal["win-in-1", "win-in-2", "win-in-3", "win-in-4", "only-defence"]


class PuzzleScore(Message):
    """A guest's puzzle rating and results. `change` is how the last puzzle changed the rating."""

    rating: int
    tried: int
    solved: int
    streak: int
    best_streak: int
    change: int | None = None


class PuzzleSummary(Message):
    """A puzzle in a list. `rating` is its difficulty on the same scale as a guest's rating."""

    id: str
    kind: PuzzleKind
    game_type: str
    grade: int
    rating: int
    # Whether the guest solved it when it counted; null if it hasn't counted yet.
    was_solved: bool | None


class PuzzleIndex(Message):
    """The available puzzles, today's puzzle and the guest's score."""

    score: PuzzleScore
    daily: PuzzleSummary
    counts: dict[PuzzleKind, int]
    game_types: dict[str, int]


class Puzzle(PuzzleSummary):
    """A puzzle to solve: its board, and how many moves to find."""

    moves: int
    expansions: str
    position: str  # in position notation
    turn: Turn
    last: PlayedMove | None
    score: PuzzleScore


class SayPuzzleMove(Message):
    """An earlier move in the puzzle. A pass has neither piece nor hex."""

    piece: PieceName | None = None
    to: HexPair | None = None


class SayPuzzleTry(Message):
    """The moves found so far, and a move to try: a piece and a hex, or neither to pass.

    A piece alone asks why it can't move.
    """

    moves: list[SayPuzzleMove] = Field(default_factory=list, max_length=4)
    piece: PieceName | None = None
    to: HexPair | None = None


class PuzzleAnswer(Message):
    """The result of a try. `why` is set if the move is illegal, `miss` if it isn't good enough.

    `played` is the move with the reply or refutation that follows, and `turn` the position after
    those moves. `open` lists the hexes that are still free around the queen in question.
    """

    is_right: bool
    is_solved: bool
    why: WhyNot | None
    miss: Literal["not-surrounded", "refuted", "loses", "draws"] | None
    loses_in: int
    open: list[HexPair]
    played: list[PlayedMove]
    moves_left: int
    turn: Turn
    score: PuzzleScore | None  # set when the puzzle has just counted


class PuzzleHint(Message):
    """The piece to move next. The solution has the full move."""

    piece: str | None
    score: PuzzleScore | None


class PuzzleSolution(Message):
    """A line that solves the rest of the puzzle, and every first move that works."""

    line: list[PlayedMove]
    first: list[PlayedMove]
    turn: Turn
    score: PuzzleScore | None
