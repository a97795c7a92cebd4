"""Every code of a reason, with the data that goes with it, in a position drawn for it."""

from __future__ import annotations

from typing import NamedTuple

from beespace.rules import (
    Hex,
    Move,
    Piece,
    Place,
    ReasonCode,
    Relocate,
)


class Told(NamedTuple):
    """What is asked in a position, and the reason that is to be told.

    Asked is the text of a move, or a move where no text can say it, or a piece alone, and then
    why it cannot move.
    """

    code: ReasonCode
    asked: str | Move | Piece
    picture: str
    pieces: str = ""
    hexes: tuple[tuple[int, int], ...] = ()
    parts: tuple[str, ...] = ()
    ruleset: str = "Base+MLP"
    turn: str = "White[20]"
    stunned: str = "-"


LINE = """
    wA1 wQ  bQ  bA1
"""
PILLBUG = """
        bQ  bA1
      wQ  wP
"""
CLOSED = """
        wS1
          wG1 bG1
    wA1 wQ  x   bA1 wM
          bS1 bQ
        bB1
      bB2
    wS2
"""
RING = """
      wG1 bG1
    wQ  x   wB1
      bS1 bQ
"""
TOLD = [
    Told(ReasonCode.GAME_OVER, "wA1 -wQ", "  wS1 wS2\nwQ  bQ  wA1\n  bS1 bS2"),
    Told(ReasonCode.MUST_PLAY, "pass", LINE),
    Told(ReasonCode.QUEEN_DUE, "wB1 -wG1", "wG1 wA1 bA1 bQ", "wQ", turn="White[4]"),
    Told(ReasonCode.QUEEN_TOO_EARLY, "bQ wA1-", "wA1", turn="Black[1]"),
    Told(ReasonCode.QUEEN_NOT_PLACED, "wG1 bQ-", "wG1 wA1 bA1 bQ", "wQ", turn="White[3]"),
    Told(ReasonCode.QUEEN_NOT_PLACED, "bQ wP\\", "wA1 wP  bQ  bA1", "wQ", turn="White[3]"),
    Told(ReasonCode.NOT_IN_BOX, "wM -wA1", LINE, ruleset="Base+LP"),
    Told(ReasonCode.NOT_IN_BOX, Relocate(Piece.parse("wM"), Hex(5, 5)), LINE, ruleset="Base"),
    Told(ReasonCode.NOT_IN_BOX, Piece.parse("bP"), LINE, ruleset="Base+ML"),
    Told(ReasonCode.NOT_YOUR_PIECE, "bA1 /wA1", LINE),
    Told(ReasonCode.NOT_YOUR_PIECE, "bB1 bA1-", LINE),
    Told(ReasonCode.NOT_YOUR_PIECE, Piece.parse("bA1"), LINE),
    Told(
        ReasonCode.ALREADY_PLACED,
        Place(Piece.parse("wQ"), Hex(-1, 0)),
        LINE,
        hexes=((1, 0),),
    ),
    Told(ReasonCode.IN_HAND, Relocate(Piece.parse("wG1"), Hex(-1, 0)), LINE),
    Told(ReasonCode.NUMBER_ORDER, "wB2 -wA1", LINE, "wB1"),
    Told(ReasonCode.NUMBER_ORDER, Piece.parse("wG3"), LINE, "wG1"),
    Told(ReasonCode.COVERED, "wA1 /wQ", "bB1 wQ  bQ\nbB1 on wA1", "bB1"),
    Told(
        ReasonCode.COVERED,
        Piece.parse("wA1"),
        "bB1 wQ  bQ\nbB1 on wB1 on wA1",
        "wB1 bB1",
    ),
    # The pillbug that could throw it is covered.
    Told(
        ReasonCode.COVERED,
        "bA1 bB1\\",
        "wQ  bB1 bA1 bQ\nbB1 on wP",
        "bB1",
    ),
    Told(
        ReasonCode.JUST_MOVED,
        "bA1 wP\\",
        PILLBUG,
        hexes=((1, 0),),
        stunned="bA1",
    ),
    Told(
        ReasonCode.PINNED,
        "wQ \\wA1",
        "wA1 wQ  bQ  bA1\n  wS1",
        parts=("wA1 wS1", "bQ bA1"),
    ),
    Told(
        ReasonCode.PINNED,
        Piece.parse("wG1"),
        "      wQ\nbQ  wG1\n      bA1",
        parts=("bQ", "wQ", "bA1"),
    ),
    Told(ReasonCode.IN_STACK, "bB1 /wP", "wQ  wP  bB1 bQ\nbB1 on bA1", "bA1"),
    Told(
        ReasonCode.NOTHING_TO_COPY,
        "wM \\bM",
        "wM  bM  bQ  wQ",
        "bM",
    ),
    Told(ReasonCode.NOTHING_TO_COPY, Piece.parse("wM"), "wM  bM  bQ  wQ", "bM"),
    Told(
        ReasonCode.ENCLOSED,
        Piece.parse("wA1"),
        "  wS1 wS2\nwQ  wA1 bA1\n  bS1 bS2\nbQ",
        "bA1 bS2 bS1 wQ wS1 wS2",
    ),
    Told(ReasonCode.SAME_HEX, "wA1 wA1", LINE, hexes=((0, 0),)),
    Told(
        ReasonCode.FIRST_HEX,
        Place(Piece.parse("wA1"), Hex(3, 0)),
        "",
        hexes=((0, 0),),
        turn="White[1]",
    ),
    Told(ReasonCode.OCCUPIED, "wA1 wQ", LINE, "wQ", ((1, 0),)),
    Told(ReasonCode.OCCUPIED, "wB1 wQ", LINE, "wQ", ((1, 0),)),
    Told(ReasonCode.OCCUPIED, "bA1 wP", PILLBUG, "wP", ((0, 1),)),
    Told(ReasonCode.NOT_TOUCHING_HIVE, Place(Piece.parse("wB1"), Hex(9, 9)), LINE, "", ((9, 9),)),
    Told(ReasonCode.TOUCHES_OPPONENT, "wB1 wQ/", LINE, "bQ", ((2, -1),)),
    Told(ReasonCode.TOUCHES_OPPONENT, "wB1 bA1/", LINE, "bA1", ((4, -1),)),
    Told(
        ReasonCode.NO_SPACE,
        Piece.parse("wS1"),
        "  bS1\nbQ  wQ  bB1\n      bA1\nbB1 on wA1",
    ),
    # Nobody can be thrown where no hex is free.
    Told(
        ReasonCode.NO_SPACE,
        Piece.parse("bA1"),
        "  bA2 bQ\nwQ  wP  bA1\n  wS1 wS2",
        "wP",
    ),
    Told(
        ReasonCode.GATE,
        "wQ wS1\\",
        "  wG1 bA1\nwS1 wQ  bQ\n      bS1",
        "bS1 wS1",
        ((0, 1), (-1, 2)),
    ),
    # A gate of stacks: between bB1 and wB1 no beetle climbs down.
    Told(
        ReasonCode.GATE,
        "wB2 bB1-",
        "bB1 x\n  wB2 wB1\nbB1 on bQ\nwB2 on wQ\nwB1 on bA1",
        "bB1 wB1",
        ((0, 1), (1, 0)),
    ),
    Told(
        ReasonCode.NO_CONTACT,
        "wQ \\bA1",
        "  wQ  wS1\nx       bG1\n  bA1 bQ",
        hexes=((0, 0), (-1, 1)),
    ),
    Told(ReasonCode.WRONG_DISTANCE, "wQ bA1-", "wQ  wA1 bQ  bA1"),
    Told(ReasonCode.WRONG_DISTANCE, "wS1 \\wQ", "wS1 wQ  bQ  bA1"),
    # A gate keeps the ant out of a hole with a gap in its wall, and the wall itself out of a
    # closed one: both are Freedom to Move.
    Told(
        ReasonCode.GATE,
        "wA1 wQ-",
        "      wG1 bG1\nwA1 wQ  x\n      bS1 bQ",
        "bG1 bQ",
    ),
    Told(ReasonCode.GATE, "wA1 wQ-", CLOSED, "wG1 bG1 wQ bA1 bS1 bQ", ((0, 2),)),
    Told(ReasonCode.GATE, "wS1 wQ-", CLOSED, "wG1 bG1 wQ bA1 bS1 bQ", ((0, 2),)),
    Told(ReasonCode.GATE, "wM wQ-", CLOSED, "wG1 bG1 wQ bA1 bS1 bQ", ((0, 2),)),
    # An open wall would not help a spider that is four hexes away, nor a queen that is two.
    Told(ReasonCode.WRONG_DISTANCE, "wS2 wQ-", CLOSED),
    Told(ReasonCode.WRONG_DISTANCE, "wQ wA1-", "      wG1 bG1\nwQ  wA1 x   bA1\n      bS1 bQ"),
    # A piece of the wall that would step into the hole.
    Told(ReasonCode.GATE, "wQ wQ-", RING, "wG1 bS1", ((-1, 1), (0, 1))),
    Told(ReasonCode.GATE, "wB1 -wB1", RING, "bG1 bQ", ((1, 1), (0, 1))),
    # Out of a room of two hexes.
    Told(
        ReasonCode.GATE,
        "wA1 bQ-",
        "    wG1 wG2 wG3\n  bG1 wA1 y   wQ\n    bG2 bS1 bQ",
        "wG1 wG2 wG3 bG1 wQ bG2 bS1 bQ",
        ((0, 1),),
    ),
    # In such a room a spider can't take three steps.
    Told(
        ReasonCode.WRONG_DISTANCE,
        Piece.parse("wS1"),
        "    wG1 wG2 wG3\n  bG1 wS1 y   wQ\n    bG2 bS1 bQ",
    ),
    # A mosquito that can climb is not refused because a piece is there.
    Told(ReasonCode.WRONG_DISTANCE, "wM bQ", "wM  bB1 bQ  wQ  bS1"),
    Told(ReasonCode.OCCUPIED, "wM bQ", "wM  bS1 bQ  wQ", "bQ"),
    # Nothing is thrown out of a stack, so no gate is in the way of that either.
    Told(ReasonCode.WRONG_DISTANCE, "wB1 /wP", "wQ  wP  wB1 bQ\nwB1 on bA1"),
    Told(ReasonCode.UNKNOWN_REFERENCE, "wA1 bS1-", LINE, "bS1"),
    Told(ReasonCode.MISSING_REFERENCE, "wB1", LINE),
    Told(ReasonCode.MARKED_OCCUPIED, "wB1 wA1-", LINE, "wQ", ((1, 0),)),
    Told(
        ReasonCode.COVERED_REFERENCE,
        "wB1 bA1",
        "wB1 bB1 wQ  bQ\nbB1 on bA1",
        "bB1",
        ((1, 0),),
    ),
]
# Players can't cause these by pointing: there is no such piece or hex to point at, or pointing
# there means something else. For typed moves the page shows the server's text.
NOT_BY_POINTING = {
    ReasonCode.GAME_OVER,
    ReasonCode.MUST_PLAY,
    ReasonCode.NOT_IN_BOX,
    ReasonCode.ALREADY_PLACED,
    ReasonCode.IN_HAND,
    ReasonCode.NUMBER_ORDER,
    ReasonCode.CANNOT_THROW,
    ReasonCode.SAME_HEX,
    ReasonCode.FIRST_HEX,
    ReasonCode.NOT_TOUCHING_HIVE,
    ReasonCode.UNKNOWN_REFERENCE,
    ReasonCode.MISSING_REFERENCE,
    ReasonCode.MARKED_OCCUPIED,
    ReasonCode.COVERED_REFERENCE,
}
