"""Puzzles and the trainer as JSON."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from beespace.server.messages.board import HexPair, Message, PieceName, PlayedMove, Turn, WhyNot

PuzzleKind = Literal["win-in-1", "win-in-2", "win-in-3", "win-in-4", "only-defence"]


class PuzzleScore(Message):
    """How somebody does with puzzles; `change` is what the last answer did to the rating."""

    rating: int
    tried: int
    solved: int
    streak: int
    best_streak: int
    change: int | None = None


class PuzzleSummary(Message):
    """A puzzle in a list; `rating` is the strength it stands for."""

    id: str
    kind: PuzzleKind
    game_type: str
    grade: int
    rating: int
    # Whether it was solved when it counted; null if it has not counted yet.
    was_solved: bool | None


class PuzzleIndex(Message):
    """What there is to solve, and how the person does."""

    score: PuzzleScore
    daily: PuzzleSummary
    counts: dict[PuzzleKind, int]
    game_types: dict[str, int]


class Puzzle(PuzzleSummary):
    """A puzzle to solve: its board, and how many own moves are to be found."""

    moves: int
    expansions: str
    position: str  # its notation
    turn: Turn
    last: PlayedMove | None
    score: PuzzleScore


class SayPuzzleMove(Message):
    """A move that the person made earlier in the puzzle; nothing is a pass."""

    piece: PieceName | None = None
    to: HexPair | None = None


class SayPuzzleTry(Message):
    """What has been found so far, and a move to try: a piece and a hex, or nothing to pass.

    A piece alone asks why it cannot move.
    """

    moves: list[SayPuzzleMove] = Field(default_factory=list, max_length=4)
    piece: PieceName | None = None
    to: HexPair | None = None


class PuzzleAnswer(Message):
    """What came of a try. `why` is set if the rules forbid it, `miss` if it is not good enough.

    `played` is the move with the reply to it, or with what refutes it; `turn` the position after
    all of it. `open` are the hexes that are still free around the queen in question.
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
    score: PuzzleScore | None  # when the puzzle has just counted


class PuzzleHint(Message):
    """The piece to move next; the way is in the solution."""

    piece: str | None
    score: PuzzleScore | None


class PuzzleSolution(Message):
    """A way to solve what is left, and every first move that would do."""

    line: list[PlayedMove]
    first: list[PlayedMove]
    turn: Turn
    score: PuzzleScore | None
