"""The board as JSON: a position, its legal moves, and the moves played so far.

All other messages are built from these.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from beespace.rules.box.pieces import PIECE_PATTERN
from beespace.study.remarks import Deed, Mood

# A hex as its two coordinates. The first piece of a game is on (0, 0), east is (1, 0) and
# south-east (0, 1). Real hives stay near the origin; the bounds reject bogus input.
Coordinate = Annotated[int, Field(ge=-1000, le=1000, strict=True)]
HexPair = tuple[Coordinate, Coordinate]
ColorLetter = Literal["w", "b"]
PieceName = Annotated[str, Field(pattern=f"^{PIECE_PATTERN}$")]
Ply = Annotated[int, Field(ge=0, le=100_000, strict=True)]


class Message(BaseModel):
    """Base class of all messages. Unknown fields are rejected, so misspelled ones are noticed.

    The docstrings of fields go into the OpenAPI document.
    """

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


# The board


class StackOfPieces(Message):
    """The pieces on one hex, bottom to top."""

    hex: HexPair
    """Where they are."""
    pieces: list[str]
    """Their names, bottom to top."""


class Way(Message):
    """A legal destination for a piece, the path to it, and the piece that throws it, if any.

    `path` starts at the piece's hex and ends at `to`. For a piece from the hand, it is just `to`.
    """

    to: HexPair
    """The destination."""
    path: list[HexPair]
    """The hexes on the way."""
    thrower: str | None = None
    """The pillbug or mosquito that throws the piece, if one does."""
    ends_by_repetition: bool = False
    """Whether this move would end the game as a draw by repetition."""


class MovablePiece(Message):
    """A piece that can be moved, thrown or placed this turn."""

    piece: str
    """Its name, such as `wA1`."""
    ways: list[Way]
    """Where it can go."""


class WhyNot(Message):
    """Why a move isn't allowed: a code to translate, and the pieces and hexes to highlight.

    `code` is one of `beespace.rules.ReasonCode`; `text` is the reason in English.
    """

    code: str
    """The reason as a code."""
    text: str
    """The reason in English."""
    pieces: list[str] = []
    """The pieces that cause it."""
    hexes: list[HexPair] = []
    """The hexes it is about."""
    parts: list[list[str]] = []
    """The parts that the hive would break into, as names of pieces."""


class ImmobilePiece(Message):
    """A piece that the player to move can't use this turn, and why."""

    piece: str
    """Its name, such as `wA1`."""
    why: WhyNot
    """Why it can't be used."""


class Turn(Message):
    """The position after `ply` moves, and everything the player to move can do.

    The messages of a game have `movable` and `immobile` only for those who can make the next move.
    """

    ply: Ply
    """How many moves have been played."""
    color: ColorLetter
    """The player to move."""
    number: int
    """The number of the turn, which both players share; the first is 1."""
    stacks: list[StackOfPieces]
    """The pieces on the board."""
    hands: dict[ColorLetter, list[str]]
    """The pieces that each player hasn't placed yet."""
    movable: list[MovablePiece]
    """The pieces that can be used, and where they can go."""
    immobile: list[ImmobilePiece]
    """The other pieces, and why they can't be used."""
    stunned: str | None
    """The piece that was just moved or thrown and can't be used this turn, if any."""
    queen_due_in: dict[ColorLetter, int | None]
    """How many turns each player has left to place the queen, including the current one. Null once
    it is placed.
    """
    repetitions: int
    """How many times this position has come up in the game."""


class PlayedMove(Message):
    """A move that was played, with everything needed to show it. A pass has no piece."""

    text: str
    """The move in the notation of the Universal Hive Protocol."""
    piece: str | None = None
    """The piece that moved."""
    origin: HexPair | None = None
    """Where it came from; null if it was placed from the hand."""
    to: HexPair | None = None
    """Where it went."""
    path: list[HexPair] = []
    """The hexes on the way."""
    thrower: str | None = None
    """The piece that threw it, if one did."""
    spent_ms: int | None = None
    """How long the player thought."""
    clock_ms: int | None = None
    """The player's clock after the move."""


class DiagramWhy(Message):
    """Why a move isn't allowed; null if it is."""

    why: WhyNot | None
    """The reason, if there is one."""


class Remark(Message):
    """What a move does, misses or allows, to be put into a sentence; checked on the board."""

    mood: Mood
    """Whether it is what the move allows the opponent, what a better move does, or its own."""
    deed: Deed
    """What is done."""
    piece: PieceName
    """The piece that does it."""
    origin: HexPair | None
    """Where that piece comes from; null if it is in the hand."""
    to: HexPair
    """Where it goes."""
    thrower: PieceName | None
    """The piece that throws it, if it doesn't move itself."""
    pieces: list[PieceName]
    """The pieces it is about."""
    hexes: list[HexPair]
    """The hexes it is about."""
    count: int
    """A number that the deed needs, such as how many hexes around a queen are taken."""
