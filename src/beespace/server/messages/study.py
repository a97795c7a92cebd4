"""What page and server say about analysis, studies and reviews.

Scores are White's, in hundredths of a free ant; chances are those to win, from 0 to 1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from beespace.server.messages.board import (
    ColorLetter,
    HexPair,
    Message,
    PieceName,
    PlayedMove,
    Turn,
)
from beespace.server.messages.games import Ending
from beespace.server.messages.socket import TellProblem

MOST_LINES = 5
MOST_MOVES = 2000
MoveText = Annotated[str, Field(max_length=40)]


# Positions


class SayPosition(Message):
    """A position: a start (a position's notation, or a new game) and the moves since."""

    ruleset: Annotated[str, Field(max_length=60)] = "Base"
    start: Annotated[str, Field(max_length=2000)] = ""
    moves: Annotated[list[MoveText], Field(default_factory=list, max_length=MOST_MOVES)]


class SayTurn(SayPosition):
    """Ask what can be done in a position, after one more move if one is named."""

    piece: PieceName | None = None
    to: HexPair | None = None
    text: MoveText | None = None


class StudyTurn(Message):
    """A position with all that can be done in it, and the last move that led there."""

    turn: Turn
    played: PlayedMove | None
    ending: Ending | None
    position: str  # its notation


class SayWhyNot(SayPosition):
    """Ask why a piece may not go to a hex, or (without one) not move at all."""

    piece: PieceName
    to: HexPair | None = None


class SayStack(Message):
    """The pieces that somebody has put on one hex, from the bottom up."""

    hex: HexPair
    pieces: Annotated[list[PieceName], Field(min_length=1, max_length=30)]


class SaySetUp(Message):
    """A position that somebody has put together."""

    ruleset: Annotated[str, Field(max_length=60)]
    color: ColorLetter
    stacks: Annotated[list[SayStack], Field(max_length=60)]


class PositionFlaw(Message):
    """Why a position is impossible: a code to translate, what it names, the English sentence."""

    code: str
    values: dict[str, str]
    text: str


class SetUp(Message):
    """What came of it: a position, or why there is none."""

    position: str | None
    flaws: list[PositionFlaw]


# Studies


class StudyMove(Message):
    """A move of a study, and other ways to go on from the position before it."""

    played: PlayedMove
    comment: str
    glyph: str  # one of beespace.formats.GLYPHS, or empty
    variations: list[list[StudyMove]]


class Study(Message):
    """A game to be studied: a start, and a tree of moves."""

    title: str
    white: str
    black: str
    ruleset: str
    start: str
    expansions: str
    comment: str
    line: list[StudyMove]


class SayStudyText(Message):
    """A text to be studied: games in any format that is read, or the notation of a position."""

    text: Annotated[str, Field(max_length=2_000_000)]


class ReadStudy(Message):
    """The first game of a text, and what else there is in it."""

    study: Study
    others: int
    skipped: list[str]


class SayStudy(Message):
    """A study as our JSON record, to be written as a file or kept."""

    record: Annotated[str, Field(max_length=400_000)]
    title: Annotated[str, Field(max_length=100)] = ""


class KeptStudy(Message):
    """A study that was kept, for the guest who asked."""

    id: str


class OwnStudy(Message):
    """A study in the list of its guest."""

    id: str
    title: str
    updated: str


class SharedStudy(Message):
    """A study that somebody has shared; its guest may change it."""

    id: str
    study: Study
    is_yours: bool


# Reviews


class ReviewedPosition(Message):
    """What a position is worth."""

    score: int
    win_in: int | None  # White's own moves; negative: Black wins in so many
    chance: float
    depth: int


class ReviewedPly(Message):
    """A move and what it was worth; `better` is the line that should have been played."""

    ply: int
    color: ColorLetter
    before: float
    after: float
    judgement: Literal["inaccuracy", "mistake", "blunder"] | None
    missed_win: int | None
    better: list[PlayedMove]
    spent_ms: int | None


class GameReview(Message):
    """A reviewed game."""

    positions: list[ReviewedPosition]
    moves: list[ReviewedPly]
    accuracy: dict[ColorLetter, float | None]


class ReviewState(Message):
    """How far the review of a game is."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    done: int
    total: int
    review: GameReview | None


# The socket of an analysis: what the page says …


class SayThink(Message):
    """Think about a position from now on, and about nothing else; `id` names the question."""

    type: Literal["think"]
    id: Annotated[int, Field(ge=0, le=1_000_000_000)]
    position: SayPosition
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1
    # What the other side would do if it were its turn.
    threat: bool = False


class SayStopThinking(Message):
    """Stop thinking."""

    type: Literal["stop"]


AnalysisPageMessage = Annotated[SayThink | SayStopThinking, Field(discriminator="type")]


# … and what the server says.


class LineMove(Message):
    """A move of a line, with what is needed to draw it as an arrow. A pass has no piece."""

    text: str
    piece: str | None
    origin: HexPair | None
    to: HexPair | None


class ThoughtLine(Message):
    """A way to go on and what it is worth."""

    score: int
    win_in: int | None  # White's own moves; negative: Black wins in so many
    chance: float
    moves: list[LineMove]


class TellThought(Message):
    """What the engine has found so far; the best line comes first."""

    type: Literal["thought"] = "thought"
    id: int
    color: ColorLetter  # who moves in these lines
    depth: int
    nodes: int
    nodes_per_s: int
    time_ms: int
    lines: list[ThoughtLine]
    is_threat: bool


class TellThinkingEnded(Message):
    """The engine has stopped by itself."""

    type: Literal["ended"] = "ended"
    id: int
    reason: Literal["game-over", "no-threat", "complete", "full", "own-game"]


AnalysisServerMessage = Annotated[
    TellThought | TellThinkingEnded | TellProblem, Field(discriminator="type")
]
