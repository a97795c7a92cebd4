"""The board as JSON: a position, all that can be done in it, and what has been played.

Every other message is made of these.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

# A hex as its two coordinates; the first piece of a game stands on (0, 0), east is (1, 0) and
# south-east (0, 1). Real hives stay near the origin; the bounds keep junk out.
Coordinate = Annotated[int, Field(ge=-1000, le=1000, strict=True)]
HexPair = tuple[Coordinate, Coordinate]
ColorLetter = Literal["w", "b"]
PieceName = Annotated[str, Field(pattern=r"^[wb](?:[QMLP]|[SB][12]|[GA][123])$")]
Ply = Annotated[int, Field(ge=0, le=100_000, strict=True)]


class Message(BaseModel):
    """The base of all: unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


# The board


class StackOfPieces(Message):
    """The pieces on one hex, from the bottom up."""

    hex: HexPair
    pieces: list[str]


class Way(Message):
    """A legal destination of a piece, how it gets there, and who throws it, if it is thrown.

    `path` begins at the piece's hex and ends at `to`; a new piece's is `to` alone.
    """

    to: HexPair
    path: list[HexPair]
    thrower: str | None = None
    # Whether it would end the game as a draw by repetition.
    ends_by_repetition: bool = False


class MovablePiece(Message):
    """A piece that can be moved, thrown or placed this turn."""

    piece: str
    ways: list[Way]


class WhyNot(Message):
    """Why something is not allowed: a code to translate, and the pieces and hexes to mark.

    `code` is one of `beespace.rules.ReasonCode`, `text` the English sentence.
    """

    code: str
    text: str
    pieces: list[str] = []
    hexes: list[HexPair] = []
    parts: list[list[str]] = []


class ImmobilePiece(Message):
    """A piece of the player to move that can do nothing this turn, and why."""

    piece: str
    why: WhyNot


class Turn(Message):
    """The position after `ply` moves, and everything the player to move can do."""

    ply: Ply
    color: ColorLetter
    number: int
    stacks: list[StackOfPieces]
    hands: dict[ColorLetter, list[str]]
    movable: list[MovablePiece]
    immobile: list[ImmobilePiece]
    stunned: str | None
    # In how many of their own turns, this one included, each player must place the queen.
    queen_due_in: dict[ColorLetter, int | None]
    # How often this position has stood in the game.
    repetitions: int


class PlayedMove(Message):
    """A move of the record, with what is needed to show it. A pass has no piece."""

    text: str  # as in the Universal Hive Protocol
    piece: str | None = None
    origin: HexPair | None = None  # None: it came from the hand
    to: HexPair | None = None
    path: list[HexPair] = []
    thrower: str | None = None
    spent_ms: int | None = None
    clock_ms: int | None = None  # what the mover's clock showed after it
