"""Beespace implements the rules of Hive: boards, records, engines and a place to play.

>>> import beespace
>>> board = beespace.Board("Base+MLP")
>>> len(board.legal_moves)
7
"""

from beespace.backend import BACKEND, Board, perft
from beespace.errors import (
    BeespaceError,
    EngineStoppedError,
    IllegalMoveError,
    InvalidNotationError,
    InvalidPositionError,
    ProtocolError,
)
from beespace.rules import (
    PIECES,
    RULESETS,
    BaseBoard,
    Bug,
    Color,
    Direction,
    Ending,
    Hex,
    LegalMoves,
    Move,
    Outcome,
    Pass,
    Piece,
    Place,
    Reason,
    ReasonCode,
    Relocate,
    Ruleset,
)

__version__ = "0.1.0"

__all__ = [
    "BACKEND",
    "PIECES",
    "RULESETS",
    "BaseBoard",
    "BeespaceError",
    "Board",
    "Bug",
    "Color",
    "Direction",
    "Ending",
    "EngineStoppedError",
    "Hex",
    "IllegalMoveError",
    "InvalidNotationError",
    "InvalidPositionError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Pass",
    "Piece",
    "Place",
    "ProtocolError",
    "Reason",
    "ReasonCode",
    "Relocate",
    "Ruleset",
    "perft",
]
