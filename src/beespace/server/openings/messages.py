"""The opening explorer as JSON."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field

from beespace.rules import GAME_TYPES
from beespace.server.boards.messages import HexPair, Message, PieceName, PlayedMove, Turn

_COUNTED = f"^({'|'.join(re.escape(name) for name in ('all', *GAME_TYPES))})$"


class SayOpeningMove(Message):
    """A move on the way to a position. A pass has neither piece nor hex."""

    piece: PieceName | None = None
    to: HexPair | None = None


class SayOpening(Message):
    """A position, given by the moves that lead to it, and the game type to count."""

    game_type: Annotated[str, Field(pattern=_COUNTED)] = "all"
    moves: list[SayOpeningMove] = Field(default_factory=list, max_length=200)


class OpeningTally(Message):
    """How games ended. `other` counts unfinished games and unknown results."""

    white: int
    draw: int
    black: int
    other: int


class OpeningMove(Message):
    """A move that was played. `twins` is how many moves lead to the same position by symmetry."""

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
    """A position and the moves played in it, most frequent first."""

    turn: Turn
    last: PlayedMove | None
    line: list[str]  # the moves so far, in UHP notation
    expansions: str
    tally: OpeningTally
    moves: list[OpeningMove]
    games: list[OpeningGame]
    has_games: bool  # whether the explorer knows any games at all
    is_counting: bool  # whether finished games are still being counted


class OpeningScore(Message):
    """White's score in hundredths of a free ant. `win_in` is set if a side has a forced win."""

    value: int
    win_in: int | None


class OpeningScores(Message):
    """The known scores, by the notation of the moves."""

    scores: dict[str, OpeningScore]
    is_complete: bool


class OpenedGame(Message):
    """The id under which a game can be opened."""

    id: str
