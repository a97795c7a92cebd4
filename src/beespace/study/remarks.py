"""Remarks: what a move does, misses or allows, by the engine's lines, and checked on the board.

The C++ core chooses them (native/explain/remarks), for the page as well; without it there are none.
`remark_words.py` says them in words.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from beespace.backend import BACKEND
from beespace.rules import BaseBoard, Color, Hex, Piece


class Mood(StrEnum):
    """How a remark is about a move."""

    ALLOWS = "allows"  # what the opponent can do because of it
    MISSES = "misses"  # what a better move would have done
    FIRST = "first"  # what a better move does that the engine would play next anyway
    DOES = "does"  # how it helps the opponent by itself
    CAN = "can"  # what a recommended move does


class Deed(StrEnum):
    """What a move does; the comments list the pieces and hexes it is about, and what is counted."""

    # Good for the player who moves
    WIN = "win"  # the enemy queen; where her last place was taken
    FORCE = "force"  # a win that nothing stops; the enemy queen; in how many own moves
    DRAW = "draw"  # both queens are surrounded: the queens
    THREATEN = "threaten"  # a win with the next move; the enemy queen
    PARRY = "parry"  # the opponent could have won with the next move; the own queen
    COVER_QUEEN = "cover-queen"  # the enemy queen
    LOCK_QUEEN = "lock-queen"  # she could move, and can't any more; the enemy queen
    NO_MOVES = "no-moves"  # the opponent has to pass
    SURROUND = "surround"  # the enemy queen; the place; how many are taken now
    FREE_QUEEN = "free-queen"  # she couldn't move, and now can; the own queen
    STEP_AWAY = "step-away"  # the own queen moves; how many places around her are taken now
    RELIEVE = "relieve"  # the own queen; the place that is free now; how many are taken now
    PIN = "pin"  # enemy pieces that could move; how many
    COVER = "cover"  # the enemy piece below
    UNPIN = "unpin"  # own pieces that couldn't move; how many
    CLOSE_GATE = "close-gate"  # the own queen; places nothing can slide into now; how many

    KEEP_AWAY = "keep-away"  # enemy pieces that could get next to the own queen; how many
    APPROACH = "approach"  # the piece can get next to the enemy queen with its next move; she
    OPEN_WAY = "open-way"  # other own pieces that now can get next to the enemy queen; how many
    CRAMP = "cramp"  # where the few enemy pieces are that can move now; how many
    CROWD = "crowd"  # the few places left for new enemy pieces; how many
    HEAD_FOR = (
        "head-for"  # the piece climbs onto the enemy queen later in the line; in how many moves
    )

    # Good for the opponent
    LOSE = "lose"  # surrounds the own queen
    FILL_OWN = "fill-own"  # the own queen; the place; how many are taken now
    LOCK_OWN = "lock-own"  # the own queen could move, and can't any more
    RELEASE = "release"  # the enemy queen; the place that is free now; how many are taken now
    FREE_THEIRS = "free-theirs"  # enemy pieces that couldn't move; how many
    PIN_OWN = "pin-own"  # own pieces that could move; how many
    LET_IN = "let-in"  # enemy pieces that now can get next to the own queen; how many
    BAR_OWN = "bar-own"  # own pieces that could get next to the enemy queen; how many
    CRAMP_OWN = "cramp-own"  # where the few own pieces are that can move now; how many
    CROWD_OWN = "crowd-own"  # the few places left for new own pieces; how many
    COVER_OWN = "cover-own"  # the own piece below, which could move
    TAKE_BACK = "take-back"  # the piece, which goes back to where it was a move ago
    DETOUR = "detour"  # the piece; where its next move takes it, and this one could have


# What doesn't explain a mistake that loses a lot.
MINOR = frozenset(
    {
        Deed.KEEP_AWAY,
        Deed.APPROACH,
        Deed.OPEN_WAY,
        Deed.CRAMP,
        Deed.CROWD,
        Deed.LET_IN,
        Deed.BAR_OWN,
        Deed.CRAMP_OWN,
        Deed.CROWD_OWN,
        Deed.COVER_OWN,
        Deed.TAKE_BACK,
        Deed.DETOUR,
    }
)


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that a move does, misses or allows.

    `piece` makes the move from `origin` (None: from the hand) to `to`, thrown by `thrower` if that
    isn't None. `pieces`, `hexes` and `count` depend on the deed.
    """

    mood: Mood
    deed: Deed
    piece: Piece
    origin: Hex | None
    to: Hex
    thrower: Piece | None = None
    pieces: tuple[Piece, ...] = ()
    hexes: tuple[Hex, ...] = ()
    count: int = 0

    @property
    def color(self) -> Color:
        """The player who makes the move."""
        return self.thrower.color if self.thrower is not None else self.piece.color


def about_move(board: BaseBoard, line: Sequence[str]) -> Remark | None:
    r"""Return what is worth saying about a move that the engine recommends; None if nothing is.

    `line` is the engine's line in UHP notation, and begins with the move.

    >>> from beespace import Board
    >>> board = Board.from_game_string(
    ...     "Base;InProgress;White[6];wG1;bG1 /wG1;wB1 wG1-;bB1 bG1\\;wQ \\wB1;bQ bB1-;"
    ...     "wA1 wQ-;bQ bG1-;wA2 \\wQ;bG2 bB1-")
    >>> about_move(board, ["wA1 bQ-"]).deed
    <Deed.WIN: 'win'>
    """
    if BACKEND != "native":
        return None
    from beespace.engine.native import as_native
    from beespace.fast import _native

    return _read(_native.about_move_json(as_native(board), tuple(line)))


def about_mistake(
    board: BaseBoard, played: str, better: Sequence[str], reply: Sequence[str]
) -> Remark | None:
    """Return why a move is worse than another; None if nothing is certain.

    `better` is the engine's line before the move `played`, and `reply` the one after it.
    """
    if BACKEND != "native":
        return None
    from beespace.engine.native import as_native
    from beespace.fast import _native

    found = _native.about_mistake_json(as_native(board), played, tuple(better), tuple(reply))
    return _read(found)


def _read(text: str) -> Remark | None:
    found: dict[str, Any] | None = json.loads(text)
    if found is None:
        return None
    return Remark(
        mood=Mood(found["mood"]),
        deed=Deed(found["deed"]),
        piece=Piece.parse(found["piece"]),
        origin=None if found["origin"] is None else Hex(*found["origin"]),
        to=Hex(*found["to"]),
        thrower=None if found["thrower"] is None else Piece.parse(found["thrower"]),
        pieces=tuple(map(Piece.parse, found["pieces"])),
        hexes=tuple(Hex(*hex) for hex in found["hexes"]),
        count=found["count"],
    )
