"""Puzzles, tries and scores as JSON."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from beespace.server.boards.messages import (
    HexPair,
    Message,
    PieceName,
    PlayedMove,
    Remark,
    Turn,
    WhyNot,
)

PuzzleKind = Literal["win-in-1", "win-in-2", "win-in-3", "win-in-4", "only-defence"]


class PuzzleScore(Message):
    """A guest's puzzle rating and results. `change` is how the last puzzle changed the rating."""

    rating: int
    """The rating."""
    tried: int
    """How many puzzles counted."""
    solved: int
    """How many of them were solved."""
    streak: int
    """How many were solved in a row, up to now."""
    best_streak: int
    """The longest streak."""
    change: int | None = None
    """How the last puzzle changed the rating, if it did."""


class PuzzleSummary(Message):
    """A puzzle in a list. `rating` is its difficulty on the same scale as a guest's rating."""

    id: str
    """The puzzle's id."""
    kind: PuzzleKind
    """What to find."""
    game_type: str
    """The game type."""
    grade: int
    """How hard it is, from 1 to 10."""
    rating: int
    """How hard it is, on the scale of ratings."""
    was_solved: bool | None
    """Whether you solved it when it counted; null if it hasn't counted yet."""


class PuzzleIndex(Message):
    """The available puzzles, today's puzzle and the guest's score."""

    score: PuzzleScore
    """Your score."""
    daily: PuzzleSummary
    """Today's puzzle."""
    counts: dict[PuzzleKind, int]
    """How many puzzles there are of each kind."""
    game_types: dict[str, int]
    """How many puzzles there are of each game type."""


class Puzzle(PuzzleSummary):
    """A puzzle to solve: its board, and how many moves to find."""

    moves: int
    """How many moves to find."""
    expansions: str
    """The letters of the expansions, such as `MLP`."""
    position: str
    """The position in position notation."""
    turn: Turn
    """The position, with its legal moves."""
    last: PlayedMove | None
    """The last move, if there was one."""
    score: PuzzleScore
    """Your score."""


class SayPuzzleMove(Message):
    """An earlier move in the puzzle. A pass has neither piece nor hex."""

    piece: PieceName | None = None
    """The piece that moved."""
    to: HexPair | None = None
    """Where it went."""


class SayPuzzleTry(Message):
    """The moves found so far, and a move to try: a piece and a hex, or neither to pass.

    A piece alone asks why it can't move.
    """

    moves: list[SayPuzzleMove] = Field(default_factory=list, max_length=4)
    """The moves found so far."""
    piece: PieceName | None = None
    """The piece to move."""
    to: HexPair | None = None
    """Where to."""


class PuzzleAnswer(Message):
    """The result of a try. `why` is set if the move is illegal, `miss` if it isn't good enough.

    `played` is the move with the reply or refutation that follows, and `turn` the position after
    those moves. `open` lists the hexes that are still free around the queen in question.
    """

    is_right: bool
    """Whether the try was right."""
    is_solved: bool
    """Whether the puzzle is solved."""
    why: WhyNot | None
    """The rule that forbids the move."""
    miss: Literal["not-surrounded", "refuted", "loses", "draws"] | None
    """Why a legal move isn't good enough."""
    loses_in: int
    """In how many moves the opponent then wins; 0 if it doesn't."""
    open: list[HexPair]
    """The hexes still free around the queen in question."""
    played: list[PlayedMove]
    """The move, with the reply to it."""
    moves_left: int
    """How many moves are left to find."""
    turn: Turn
    """The position now."""
    remark: Remark | None
    """Why a legal move isn't good enough, if there is more to say."""
    score: PuzzleScore | None
    """Your score, if the puzzle has just counted."""


class PuzzleHint(Message):
    """The piece to move next. The solution has the full move."""

    piece: str | None
    """The piece; null to pass."""
    score: PuzzleScore | None
    """Your score, if the puzzle has just counted."""


class PuzzleSolution(Message):
    """A line that solves the rest of the puzzle, and every first move that works."""

    line: list[PlayedMove]
    """The moves of both sides."""
    first: list[PlayedMove]
    """Every first move that works."""
    turn: Turn
    """The position after the line."""
    remark: Remark | None
    """What its first move does, if there is something to say."""
    score: PuzzleScore | None
    """Your score, if the puzzle has just counted."""
