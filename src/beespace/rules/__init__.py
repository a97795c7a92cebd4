"""The rules of Hive in readable Python: the reference for every other board.

Uses only the standard library. To compare it with a rulebook, start at `movement.py`.
"""

from beespace.rules.base_board import BaseBoard, Ending, LegalMoves, Outcome
from beespace.rules.board import Board
from beespace.rules.editions import (
    EDITIONS,
    TOURNAMENT,
    Difference,
    Edition,
    differences,
    edition_of,
)
from beespace.rules.hexgrid import Direction, Hex
from beespace.rules.moves import Move, Pass, Place, Relocate
from beespace.rules.perft import perft
from beespace.rules.pieces import PIECES, Bug, Color, Piece
from beespace.rules.reasons import Reason, ReasonCode
from beespace.rules.ruleset import RULESETS, Ruleset

__all__ = [
    "EDITIONS",
    "PIECES",
    "RULESETS",
    "TOURNAMENT",
    "BaseBoard",
    "Board",
    "Bug",
    "Color",
    "Difference",
    "Direction",
    "Edition",
    "Ending",
    "Hex",
    "LegalMoves",
    "Move",
    "Outcome",
    "Pass",
    "Piece",
    "Place",
    "Reason",
    "ReasonCode",
    "Relocate",
    "Ruleset",
    "differences",
    "edition_of",
    "perft",
]
