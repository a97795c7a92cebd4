"""Messages about analysis, studies and reviews.

Scores are White's, in hundredths of a free ant. Chances are winning chances from 0 to 1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator

from beespace.rules import PIECES
from beespace.server.boards.messages import (
    ColorLetter,
    HexPair,
    Message,
    PieceName,
    PlayedMove,
    Turn,
)
from beespace.server.play.messages.games import Ending
from beespace.server.problems import TellProblem
from beespace.server.text import one_line

MOST_LINES = 5
MOST_PIECES = len(PIECES)
MOST_MOVES = 2000
MoveText = Annotated[str, Field(max_length=40)]


# Positions


class SayPosition(Message):
    """A position: a start (in position notation; empty for a new game) and the moves since."""

    ruleset: Annotated[str, Field(max_length=60)] = "Base"
    start: Annotated[str, Field(max_length=2000)] = ""
    moves: Annotated[list[MoveText], Field(default_factory=list, max_length=MOST_MOVES)]


class SayTurn(SayPosition):
    """Ask for the legal moves in a position, optionally after one more move."""

    piece: PieceName | None = None
    to: HexPair | None = None
    text: MoveText | None = None


class StudyTurn(Message):
    """A position with its legal moves, and the last move that led there."""

    turn: Turn
    played: PlayedMove | None
    ending: Ending | None
    position: str  # in position notation


class SayWhyNot(SayPosition):
    """Ask why a piece can't move to a hex or, without a hex, can't move at all."""

    piece: PieceName
    to: HexPair | None = None


class SayStack(Message):
    """The pieces set up on one hex, bottom to top."""

    hex: HexPair
    pieces: Annotated[list[PieceName], Field(min_length=1, max_length=30)]


class SaySetUp(Message):
    """A position set up by hand."""

    ruleset: Annotated[str, Field(max_length=60)]
    color: ColorLetter
    stacks: Annotated[list[SayStack], Field(max_length=MOST_PIECES)]

    @field_validator("stacks")
    @classmethod
    def _has_few_pieces(cls, stacks: list[SayStack]) -> list[SayStack]:
        if sum(len(stack.pieces) for stack in stacks) > MOST_PIECES:
            raise ValueError(f"a position has at most {MOST_PIECES} pieces")
        return stacks


class PositionFlaw(Message):
    """Why a position is impossible: a code to translate, its values, and the text in English."""

    code: str
    values: dict[str, str]
    text: str


class SetUp(Message):
    """The notation of a position set up by hand, or why it is impossible."""

    position: str | None
    flaws: list[PositionFlaw]


# Studies


class StudyMove(Message):
    """A move of a study. `variations` are other lines from the position before it."""

    played: PlayedMove
    comment: str
    glyph: str  # one of beespace.formats.GLYPHS, or empty
    variations: list[list[StudyMove]]


class Study(Message):
    """A game as a study: a start and a tree of moves."""

    title: str
    white: str
    black: str
    ruleset: str
    start: str
    expansions: str
    comment: str
    line: list[StudyMove]


class SayStudyText(Message):
    """A text to open as a study: games in any supported format, or a position."""

    text: Annotated[str, Field(max_length=2_000_000)]


class ReadStudy(Message):
    """The first game of a text, how many others it has, and why some were skipped."""

    study: Study
    others: int
    skipped: list[str]


class SayStudy(Message):
    """A study as a JSON record, to be saved or written to a file."""

    record: Annotated[str, Field(max_length=400_000)]
    title: Annotated[str, Field(max_length=100), AfterValidator(one_line)] = ""


class KeptStudy(Message):
    """The id of a saved study."""

    id: str


class OwnStudy(Message):
    """A study in the list of its owner."""

    id: str
    title: str
    updated: str


class SharedStudy(Message):
    """A shared study. Only its owner can change it."""

    id: str
    study: Study
    is_yours: bool


# Reviews


class ReviewedPosition(Message):
    """The engine's evaluation of a position."""

    score: int
    win_in: int | None  # White's moves to win; negative: Black's moves to win
    chance: float
    depth: int


class ReviewedPly(Message):
    """A move with the chances before and after it. `better` is the line to play instead."""

    ply: int
    color: ColorLetter
    before: float
    after: float
    judgement: Literal["inaccuracy", "mistake", "blunder"] | None
    missed_win: int | None
    better: list[PlayedMove]
    spent_ms: int | None


class GameReview(Message):
    """The review of a game: its positions, its moves, and each player's accuracy."""

    positions: list[ReviewedPosition]
    moves: list[ReviewedPly]
    accuracy: dict[ColorLetter, float | None]


class ReviewState(Message):
    """The progress of a game's review, and the review once it is done.

    While it is running, `positions` has the positions evaluated so far, from number `first` on.
    """

    state: Literal["none", "waiting", "running", "done", "failed"]
    done: int
    total: int
    first: int = 0
    positions: list[ReviewedPosition] = Field(default_factory=list)
    review: GameReview | None = None


# The analysis WebSocket: messages from the client


class SayThink(Message):
    """Start analysing a position, replacing any earlier one. `id` identifies the replies."""

    type: Literal["think"]
    id: Annotated[int, Field(ge=0, le=1_000_000_000)]
    position: SayPosition
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1
    # Whether to show what the other side would play if it were its turn.
    threat: bool = False


class SayStopThinking(Message):
    """Stop analysing."""

    type: Literal["stop"]


AnalysisPageMessage = Annotated[SayThink | SayStopThinking, Field(discriminator="type")]


# Messages from the server


class LineMove(Message):
    """A move of a line, with everything needed to draw it as an arrow. A pass has no piece."""

    text: str
    piece: str | None
    origin: HexPair | None
    to: HexPair | None


class ThoughtLine(Message):
    """A line of moves and its evaluation."""

    score: int
    win_in: int | None  # White's moves to win; negative: Black's moves to win
    chance: float
    moves: list[LineMove]


class TellThought(Message):
    """The engine's findings so far, best line first."""

    type: Literal["thought"] = "thought"
    id: int
    color: ColorLetter  # the player to move first in these lines
    depth: int
    nodes: int
    nodes_per_s: int
    time_ms: int
    lines: list[ThoughtLine]
    is_threat: bool


class TellThinkingEnded(Message):
    """The analysis ended or couldn't start, for the given reason."""

    type: Literal["ended"] = "ended"
    id: int
    reason: Literal["game-over", "no-threat", "complete", "full", "own-game"]


AnalysisServerMessage = Annotated[
    TellThought | TellThinkingEnded | TellProblem, Field(discriminator="type")
]
