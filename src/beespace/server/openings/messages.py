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
    """The piece that moved."""
    to: HexPair | None = None
    """Where it went."""


class SayOpening(Message):
    """A position, given by the moves that lead to it, and the game type to count."""

    game_type: Annotated[str, Field(pattern=_COUNTED)] = "all"
    """The game type to count, or `all`."""
    moves: list[SayOpeningMove] = Field(default_factory=list, max_length=200)
    """The moves from the start."""


class OpeningTally(Message):
    """How games ended. `other` counts unfinished games and unknown results."""

    white: int
    """White's wins."""
    draw: int
    """Draws."""
    black: int
    """Black's wins."""
    other: int
    """Unfinished games and unknown results."""


class OpeningMove(Message):
    """A move that was played. `twins` is how many moves lead to the same position by symmetry."""

    move: PlayedMove
    """The move."""
    twins: int
    """How many moves lead to the same position by symmetry."""
    tally: OpeningTally
    """How the games with it ended."""


OpeningResult = Literal["w", "draw", "b", ""]


class OpeningGame(Message):
    """A game that reached the position."""

    id: int
    """The game's number, to open it."""
    ruleset: str
    """The game type and options."""
    white: str
    """White's name."""
    black: str
    """Black's name."""
    date: str
    """When it was played; may be empty."""
    result: OpeningResult
    """Who won; empty if unknown."""
    plies: int
    """How many moves it has."""


class OpeningAnswer(Message):
    """A position and the moves played in it, most frequent first."""

    turn: Turn
    """The position."""
    last: PlayedMove | None
    """The last move, if there was one."""
    line: list[str]
    """The moves so far, in UHP notation."""
    expansions: str
    """The letters of the expansions, such as `MLP`."""
    tally: OpeningTally
    """How the games with this position ended."""
    moves: list[OpeningMove]
    """The moves played here."""
    games: list[OpeningGame]
    """Some of the games."""
    has_games: bool
    """Whether the explorer knows any games at all."""
    is_counting: bool
    """Whether finished games are still being counted."""


class OpeningScore(Message):
    """White's score in hundredths of a free ant. `win_in` is set if a side has a forced win."""

    value: int
    """The score."""
    win_in: int | None
    """White's moves to win; negative: Black's moves to win."""


class OpeningScores(Message):
    """The known scores, by the notation of the moves."""

    scores: dict[str, OpeningScore]
    """The scores, by the move in UHP notation."""
    is_complete: bool
    """Whether every move has a score."""


class OpenedGame(Message):
    """The id under which a game can be opened."""

    id: str
    """The game's id, as in its link."""
