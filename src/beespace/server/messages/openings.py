"""The explorer of openings as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from beespace.server.messages.board import HexPair, Message, PieceName, PlayedMove, Turn


class SayOpeningMove(Message):
    """A move on the way to a position; nothing is a pass."""

    piece: PieceName | None = None
    to: HexPair | None = None


class SayOpening(Message):
    """The position to look at, by the moves that lead there, and which games count."""

    game_type: Annotated[str, Field(pattern=r"^(all|Base(\+(M|L|P|ML|MP|LP|MLP))?)$")] = "all"
    moves: list[SayOpeningMove] = Field(default_factory=list, max_length=200)


class OpeningTally(Message):
    """How games ended; `other`: not known, or not at all."""

    white: int
    draw: int
    black: int
    other: int


class OpeningMove(Message):
    """A move that was played; so many `twins` lead to the same position, turned or mirrored."""

    move: PlayedMove
    twins: int
    tally: OpeningTally


OpeningResult = Literal["w", "draw", "b", ""]


class OpeningGame(Message):
    """A game that reached the position."""

    id: int
    ruleset: str
    white: str
    black: str
    date: str
    result: OpeningResult
    plies: int


class OpeningAnswer(Message):
    """A position, and what was played in it, the most frequent move first."""

    turn: Turn
    last: PlayedMove | None
    line: list[str]  # how the moves so far are written
    expansions: str
    tally: OpeningTally
    moves: list[OpeningMove]
    games: list[OpeningGame]
    has_games: bool  # whether any game at all is known
    is_counting: bool  # whether games that have ended are still being counted


class OpeningScore(Message):
    """What the engine thinks for White, in hundredths; or after how many moves somebody wins."""

    value: int
    win_in: int | None


class OpeningScores(Message):
    """Scores of moves by their texts, as far as they are known."""

    scores: dict[str, OpeningScore]
    is_complete: bool


class OpenedGame(Message):
    """Where a game can be looked at."""

    id: str
