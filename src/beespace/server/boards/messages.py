"""The board as JSON: a position, its legal moves, and the moves played so far.

All other messages are built from these.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from beespace.rules.box.pieces import PIECE_PATTERN

# A hex as its two coordinates. The first piece of a game is on (0, 0), east is (1, 0) and
# south-east (0, 1). Real hives stay near the origin; the bounds reject bogus input.
Coordinate = Annotated[int, Field(ge=-1000, le=1000, strict=True)]
HexPair = tuple[Coordinate, Coordinate]
ColorLetter = Literal["w", "b"]
PieceName = Annotated[str, Field(pattern=f"^{PIECE_PATTERN}$")]
Ply = Annotated[int, Field(ge=0, le=100_000, strict=True)]


class Message(BaseModel):
    """Base class of all messages. Unknown fields are rejected, so misspelled ones are noticed."""

    model_config = ConfigDict(extra="forbid")


# The board


class StackOfPieces(Message):
    """The pieces on one hex, bottom to top."""

    hex: HexPair
    pieces: list[str]


class Way(Message):
    """A legal destination for a piece, the path to it, and the piece that throws it, if any.

    `path` starts at the piece's hex and ends at `to`. For a piece from the hand, it is just `to`.
    """

    to: HexPair
    path: list[HexPair]
    thrower: str | None = None
    # Whether this move would end the game as a draw by repetition.
    ends_by_repetition: bool = False


class MovablePiece(Message):
    """A piece that can be moved, thrown or placed this turn."""

    piece: str
    ways: list[Way]


class WhyNot(Message):
    """Why a move isn't allowed: a code to translate, and the pieces and hexes to highlight.

    `code` is one of `beespace.rules.ReasonCode`; `text` is the reason in English.
    """

    code: str
    text: str
    pieces: list[str] = []
    hexes: list[HexPair] = []
    parts: list[list[str]] = []


class ImmobilePiece(Message):
    """A piece that the player to move can't use this turn, and why."""

    piece: str
    why: WhyNot


class Turn(Message):
    """The position after `ply` moves, and everything the player to move can do.

    The messages of a game have `movable` and `immobile` only for those who can make the next move.
    """

    ply: Ply
    color: ColorLetter
    number: int
    stacks: list[StackOfPieces]
    hands: dict[ColorLetter, list[str]]
    movable: list[MovablePiece]
    immobile: list[ImmobilePiece]
    stunned: str | None
    # How many turns each player has left to place the queen, including the current one. Null once
    # it is placed.
    queen_due_in: dict[ColorLetter, int | None]
    # How many times this position has come up in the game.
    repetitions: int


class PlayedMove(Message):
    """A move that was played, with everything needed to show it. A pass has no piece."""

    text: str  # in the notation of the Universal Hive Protocol
    piece: str | None = None
    origin: HexPair | None = None  # null: placed from the hand
    to: HexPair | None = None
    path: list[HexPair] = []
    thrower: str | None = None
    spent_ms: int | None = None
    clock_ms: int | None = None  # the player's clock after the move


class DiagramWhy(Message):
    """Why a move isn't allowed; null if it is."""

    why: WhyNot | None
