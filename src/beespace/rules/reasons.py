"""Why a move is illegal or a piece can't move: a code, its data and a sentence.

The code and the data are for programs: the page marks the pieces and translates. The sentence is
for people. `explain.py` finds the reasons.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from beespace.rules.box.pieces import Piece
from beespace.rules.hexgrid import Hex


class ReasonCode(StrEnum):
    """The kind of a reason; the comments list the data that comes with it."""

    # about the turn
    GAME_OVER = "game-over"
    MUST_PLAY = "must-play"  # a pass while there is a legal move
    QUEEN_DUE = "queen-due"  # the queen has to be placed now; pieces: the queen
    QUEEN_TOO_EARLY = "queen-too-early"  # the queen on a player's first turn
    QUEEN_NOT_PLACED = "queen-not-placed"  # no moves before the own queen; pieces: the queen

    # about the piece
    NOT_IN_BOX = "not-in-box"
    NOT_YOUR_PIECE = "not-your-piece"
    ALREADY_PLACED = "already-placed"  # hexes: where it is
    IN_HAND = "in-hand"
    NUMBER_ORDER = "number-order"  # pieces: the one to place first
    # Of an opponent's piece that nothing is on: its thrower is covered. pieces: those on top
    COVERED = "covered"
    # Of an opponent's piece: its thrower is resting. pieces: who may have thrown it; hexes: the
    # way it was thrown, as far as known
    STUNNED = "stunned"
    JUST_MOVED = "just-moved"  # a throw of the piece that the opponent has just moved
    PINNED = "pinned"  # parts: the pieces of each part that the hive would split into
    IN_STACK = "in-stack"  # a throw; pieces: those below it
    CANNOT_THROW = "cannot-throw"  # pieces: the one that was named as the thrower
    NOTHING_TO_COPY = "nothing-to-copy"  # pieces: the mosquitoes it touches
    ENCLOSED = "enclosed"  # pieces: the tops of the six hexes around it

    # about the destination
    SAME_HEX = "same-hex"
    FIRST_HEX = "first-hex"  # the first piece goes to the origin
    OCCUPIED = "occupied"  # pieces: the top of the stack there
    NOT_TOUCHING_HIVE = "not-touching-hive"
    TOUCHES_OPPONENT = "touches-opponent"  # pieces: the opponent's it touches
    NO_SPACE = "no-space"  # for a new piece, or for a throw (pieces: the throwers)

    # about the path: Freedom to Move, contact with the hive, the bug's way of moving
    # pieces: those that form the gate; hexes: the steps it blocks, from and to. With a single
    # hex: pieces all around close off that hex or close in the piece on it
    GATE = "gate"
    NO_CONTACT = "no-contact"  # hexes: the step on which the piece would leave the hive
    WRONG_DISTANCE = "wrong-distance"

    # about the text of a move
    UNKNOWN_REFERENCE = "unknown-reference"  # pieces: the reference, which isn't on the board
    MISSING_REFERENCE = "missing-reference"
    MARKED_OCCUPIED = "marked-occupied"  # pieces: the top of the stack the marker points at
    COVERED_REFERENCE = "covered-reference"  # pieces: the top of the stack, to be named instead


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something isn't allowed.

    `text` is in English, without a capital or a period, so that it fits into a sentence. `pieces`
    and `hexes` are those that cause it, `parts` the parts that the hive would split into.
    """

    code: ReasonCode
    text: str
    pieces: tuple[Piece, ...] = ()
    hexes: tuple[Hex, ...] = ()
    parts: tuple[tuple[Piece, ...], ...] = ()

    def __str__(self) -> str:
        return self.text


# Words for the sentences
