"""The rules of Hive in readable Python: the reference for every other board.

Uses only the standard library. To compare it with a rulebook, start at `movement.py`.
"""

from beespace.rules.board.base import BaseBoard
from beespace.rules.board.legal_moves import LegalMoves
from beespace.rules.board.reference import Board
from beespace.rules.board.ways import Way
from beespace.rules.box.editions import (
    EDITIONS,
    TOURNAMENT,
    Difference,
    Edition,
    differences,
    edition_of,
)
from beespace.rules.box.pieces import EXPANSIONS, PIECES, Bug, Color, Piece
from beespace.rules.box.ruleset import GAME_TYPES, RULESETS, Ruleset
from beespace.rules.hexgrid import Direction, Hex
from beespace.rules.moves import Move, Pass, Place, Relocate
from beespace.rules.perft import perft
from beespace.rules.reasons import Reason, ReasonCode
from beespace.rules.results import EndReason, Outcome, Result

__all__ = [
    "EDITIONS",
    "EXPANSIONS",
    "GAME_TYPES",
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
    "EndReason",
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
    "Result",
    "Ruleset",
    "Way",
    "differences",
    "edition_of",
    "perft",
]
