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
    Remark,
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
    """The game type and options."""
    start: Annotated[str, Field(max_length=2000)] = ""
    """Where the moves start, in position notation; empty for a new game."""
    moves: Annotated[list[MoveText], Field(default_factory=list, max_length=MOST_MOVES)]
    """The moves since, in UHP notation."""


class SayTurn(SayPosition):
    """Ask for the legal moves in a position, optionally after one more move."""

    piece: PieceName | None = None
    """A piece to move."""
    to: HexPair | None = None
    """Where to."""
    text: MoveText | None = None
    """Or a move in UHP notation."""


class StudyTurn(Message):
    """A position with its legal moves, and the last move that led there."""

    turn: Turn
    """The position, with its legal moves."""
    played: PlayedMove | None
    """The last move, if there was one."""
    ending: Ending | None
    """How the game ended, if it did."""
    position: str
    """The position in position notation."""


class SayWhyNot(SayPosition):
    """Ask why a piece can't move to a hex or, without a hex, can't move at all."""

    piece: PieceName
    """The piece in question."""
    to: HexPair | None = None
    """The hex in question."""


class SayStack(Message):
    """The pieces set up on one hex, bottom to top."""

    hex: HexPair
    """Where they are."""
    pieces: Annotated[list[PieceName], Field(min_length=1, max_length=30)]
    """Their names, bottom to top."""


class SaySetUp(Message):
    """A position set up by hand."""

    ruleset: Annotated[str, Field(max_length=60)]
    """The game type and options."""
    color: ColorLetter
    """The player to move."""
    stacks: Annotated[list[SayStack], Field(max_length=MOST_PIECES)]
    """The pieces on the board."""

    @field_validator("stacks")
    @classmethod
    def _has_few_pieces(cls, stacks: list[SayStack]) -> list[SayStack]:
        if sum(len(stack.pieces) for stack in stacks) > MOST_PIECES:
            raise ValueError(f"a position has at most {MOST_PIECES} pieces")
        return stacks


class PositionFlaw(Message):
    """Why a position is impossible: a code to translate, its values, and the text in English."""

    code: str
    """The flaw as a code."""
    values: dict[str, str]
    """What to put into a translation, by name."""
    text: str
    """The flaw in English."""


class SetUp(Message):
    """The notation of a position set up by hand, or why it is impossible."""

    position: str | None
    """The position in position notation; null if it is impossible."""
    flaws: list[PositionFlaw]
    """Why it is impossible; empty if it isn't."""


class FairPlay(Message):
    """Whether you may analyse a position on your own device."""

    has_games: bool
    """Whether you have running games with a friend. Without any, you needn't ask for a while."""
    is_own_game: bool
    """Whether the position continues one of them: then you may not analyse it."""


# Studies


class StudyMove(Message):
    """A move of a study. `variations` are other lines from the position before it."""

    played: PlayedMove
    """The move."""
    comment: str
    """What is said about it."""
    glyph: str
    """Its mark: one of `beespace.formats.GLYPHS`, or empty."""
    variations: list[list[StudyMove]]
    """Lines that replace it."""


class Study(Message):
    """A game as a study: a start and a tree of moves."""

    title: str
    """The title; may be empty."""
    white: str
    """White's name."""
    black: str
    """Black's name."""
    ruleset: str
    """The game type and options."""
    start: str
    """Where it starts, in position notation; empty for a new game."""
    expansions: str
    """The letters of the expansions, such as `MLP`."""
    comment: str
    """What is said about the start."""
    line: list[StudyMove]
    """The main line."""


class SayStudyText(Message):
    """A text to open as a study: games in any supported format, or a position."""

    text: Annotated[str, Field(max_length=2_000_000)]
    """The text."""


class ReadStudy(Message):
    """The first game of a text, how many others it has, and why some were skipped."""

    study: Study
    """The first game."""
    others: int
    """How many others there are."""
    skipped: list[str]
    """Why each of the skipped games was skipped."""


class SayStudy(Message):
    """A study as a JSON record, to be saved or written to a file."""

    record: Annotated[str, Field(max_length=400_000)]
    """The study as a JSON record."""
    title: Annotated[str, Field(max_length=100), AfterValidator(one_line)] = ""
    """The title; may be empty."""


class SayStudyChange(SayStudy):
    """A study that replaces what was saved."""

    seen: Annotated[str, Field(max_length=40)]
    """The `updated` of the version that was changed. If it isn't the last one, nothing is saved."""


class KeptStudy(Message):
    """A study that was saved."""

    id: str
    """The study's id, as in its link."""
    updated: str
    """When it was saved (ISO 8601, UTC)."""


class OwnStudy(Message):
    """A study in the list of its owner."""

    id: str
    """The study's id, as in its link."""
    title: str
    """The title; may be empty."""
    updated: str
    """When it last changed (ISO 8601, UTC)."""


class SharedStudy(Message):
    """A shared study. Only its owner can change it."""

    id: str
    """The study's id, as in its link."""
    study: Study
    """The study."""
    is_yours: bool
    """Whether you can change it."""
    updated: str
    """When it last changed (ISO 8601, UTC)."""


# Reviews


class ReviewedPosition(Message):
    """The engine's evaluation of a position."""

    score: int
    """White's score."""
    win_in: int | None
    """White's moves to win; negative: Black's moves to win; 0: the game is over."""
    chance: float
    """White's winning chance."""
    depth: int
    """How many plies the engine looked ahead."""


class ReviewedPly(Message):
    """A move with the chances before and after it. `better` is the line to play instead."""

    ply: int
    """The number of the move, from 1."""
    color: ColorLetter
    """The player who made it."""
    before: float
    """The player's winning chance before it."""
    after: float
    """The player's winning chance after it."""
    judgement: Literal["inaccuracy", "mistake", "blunder"] | None
    """How bad the move is; null if it isn't."""
    missed_win: int | None
    """In how many moves the player could have won, if the move missed that."""
    better: list[PlayedMove]
    """The line to play instead; may be empty."""
    remark: Remark | None
    """Why the move is worse, if that is certain."""
    spent_ms: int | None
    """How long the player thought."""


class GameReview(Message):
    """The review of a game: its positions, its moves, and each player's accuracy."""

    positions: list[ReviewedPosition]
    """The positions, from the start to the end."""
    moves: list[ReviewedPly]
    """The moves."""
    accuracy: dict[ColorLetter, float | None]
    """Each player's accuracy, from 0 to 100; null without moves."""


class ReviewState(Message):
    """The progress of a game's review, and the review once it is done.

    While it is running, `positions` has the positions evaluated so far, from number `first` on.
    """

    state: Literal["none", "waiting", "running", "done", "failed"]
    """How far it is."""
    done: int
    """How many positions are evaluated."""
    total: int
    """How many positions there are."""
    first: int = 0
    """The number of the first one in `positions`."""
    positions: list[ReviewedPosition] = Field(default_factory=list)
    """Positions evaluated so far."""
    review: GameReview | None = None
    """The review, once it is done."""


# The analysis WebSocket: messages from the client


class SayThink(Message):
    """Start analysing a position, replacing any earlier one. `id` identifies the replies."""

    type: Literal["think"]
    id: Annotated[int, Field(ge=0, le=1_000_000_000)]
    """A number of your choice, which the replies repeat."""
    position: SayPosition
    """The position."""
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1
    """How many lines to return."""
    threat: bool = False
    """Whether to show what the other side would play if it were its turn."""


class SayStopThinking(Message):
    """Stop analysing."""

    type: Literal["stop"]


AnalysisPageMessage = Annotated[SayThink | SayStopThinking, Field(discriminator="type")]


# Messages from the server


class LineMove(Message):
    """A move of a line, with everything needed to draw it as an arrow. A pass has no piece."""

    text: str
    """The move in UHP notation."""
    piece: str | None
    """The piece that moves."""
    origin: HexPair | None
    """Where it comes from; null if it is placed from the hand."""
    to: HexPair | None
    """Where it goes."""


class ThoughtLine(Message):
    """A line of moves and its evaluation."""

    score: int
    """White's score."""
    win_in: int | None
    """White's moves to win; negative: Black's moves to win; 0: the game is over."""
    chance: float
    """White's winning chance."""
    moves: list[LineMove]
    """The moves."""
    remark: Remark | None
    """What its first move does, if there is something to say; only for the best line."""


class TellThought(Message):
    """The engine's findings so far, best line first."""

    type: Literal["thought"] = "thought"
    id: int
    """The number from `think`."""
    color: ColorLetter
    """The player to move first in these lines."""
    depth: int
    """How many plies the engine looked ahead."""
    nodes: int
    """How many positions it searched."""
    nodes_per_s: int
    """How many it searches per second."""
    time_ms: int
    """How long it has searched."""
    lines: list[ThoughtLine]
    """The lines, best first."""
    is_threat: bool
    """Whether these lines are the other side's threats."""


class TellThinkingEnded(Message):
    """The analysis ended or couldn't start, for the given reason."""

    type: Literal["ended"] = "ended"
    id: int
    """The number from `think`."""
    reason: Literal["game-over", "no-threat", "complete", "full", "own-game"]
    """Why it ended."""


AnalysisServerMessage = Annotated[
    TellThought | TellThinkingEnded | TellProblem, Field(discriminator="type")
]
