"""Why a move is illegal, or why a piece cannot move: codes, data and a sentence.

The codes are for programs (the page marks the pieces and translates), the sentence is for
people. `explain.py` finds the reasons.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from beespace.rules.hexgrid import Hex
from beespace.rules.pieces import Piece


class ReasonCode(StrEnum):
    """What kind of reason it is; the comments say what data comes with it."""

    # about the turn
    GAME_OVER = "game-over"
    MUST_PLAY = "must-play"  # a pass while something can be done
    QUEEN_DUE = "queen-due"  # the queen has to be placed now
    QUEEN_TOO_EARLY = "queen-too-early"
    QUEEN_NOT_PLACED = "queen-not-placed"  # nothing moves before the own queen is placed

    # about the piece
    NOT_IN_BOX = "not-in-box"
    NOT_YOUR_PIECE = "not-your-piece"
    ALREADY_PLACED = "already-placed"  # hexes: where it stands
    IN_HAND = "in-hand"
    NUMBER_ORDER = "number-order"  # pieces: the one that comes first
    COVERED = "covered"  # pieces: what stands on it
    STUNNED = "stunned"  # pieces: who may have thrown it; hexes: from where, to where
    JUST_MOVED = "just-moved"  # a throw of what the opponent has just moved
    PINNED = "pinned"  # parts: the pieces of each part the hive would fall into
    IN_STACK = "in-stack"  # a throw; pieces: the others of the stack
    CANNOT_THROW = "cannot-throw"  # pieces: the one that was asked to throw
    NOTHING_TO_COPY = "nothing-to-copy"  # pieces: the mosquitoes it touches
    ENCLOSED = "enclosed"  # pieces: the tops of the six hexes around it

    # about the destination
    SAME_HEX = "same-hex"
    FIRST_HEX = "first-hex"  # the first piece goes to the origin
    OCCUPIED = "occupied"  # pieces: the top of the stack there
    NOT_TOUCHING_HIVE = "not-touching-hive"
    TOUCHES_OPPONENT = "touches-opponent"  # pieces: the opponent's it touches
    NO_SPACE = "no-space"  # no hex is open to a new piece

    # about the way
    GATE = "gate"  # pieces: what forms the gate; hexes: the step it blocks
    NO_CONTACT = "no-contact"  # hexes: the step on which the piece would leave the hive
    WRONG_DISTANCE = "wrong-distance"  # not this creature's way of moving

    # about the text of a move
    UNKNOWN_REFERENCE = "unknown-reference"  # pieces: the reference, which is not on the board
    MISSING_REFERENCE = "missing-reference"
    MARKED_OCCUPIED = "marked-occupied"  # pieces: the top of the stack the marker points at
    COVERED_REFERENCE = "covered-reference"  # pieces: the top, which should have been named


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not allowed.

    `text` is an English sentence. `pieces` are those that cause it, `hexes` the places, and
    `parts` the pieces of the parts into which a hive would fall.
    """

    code: ReasonCode
    text: str
    pieces: tuple[Piece, ...] = ()
    hexes: tuple[Hex, ...] = ()
    parts: tuple[tuple[Piece, ...], ...] = ()

    def __str__(self) -> str:
        return self.text
