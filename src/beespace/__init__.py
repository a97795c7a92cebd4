"""Everything for the board game Hive: boards, game records, engines and a server to play on.

>>> import beespace
>>> board = beespace.Board("Base+MLP")
>>> len(board.legal_moves)
7
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from beespace.backend import BACKEND, Board, perft
from beespace.errors import (
    BeespaceError,
    EngineStoppedError,
    IllegalMoveError,
    InvalidNotationError,
    InvalidPositionError,
    MissingExtraError,
    ProtocolError,
    RecordError,
)
from beespace.rules import (
    EDITIONS,
    PIECES,
    RULESETS,
    BaseBoard,
    Bug,
    Color,
    Direction,
    Edition,
    EndReason,
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
    Result,
    Ruleset,
    Way,
)

if TYPE_CHECKING:
    from beespace import formats, svg

__version__ = "0.2.0.dev0"

__all__ = [
    "BACKEND",
    "EDITIONS",
    "PIECES",
    "RULESETS",
    "BaseBoard",
    "BeespaceError",
    "Board",
    "Bug",
    "Color",
    "Direction",
    "Edition",
    "EndReason",
    "EngineStoppedError",
    "Hex",
    "IllegalMoveError",
    "InvalidNotationError",
    "InvalidPositionError",
    "LegalMoves",
    "MissingExtraError",
    "Move",
    "Outcome",
    "Pass",
    "Piece",
    "Place",
    "ProtocolError",
    "Reason",
    "ReasonCode",
    "RecordError",
    "Relocate",
    "Result",
    "Ruleset",
    "Way",
    "formats",
    "perft",
    "svg",
]


def __getattr__(name: str) -> ModuleType:
    """Import `beespace.svg` and `beespace.formats` on first use."""
    if name in ("formats", "svg"):
        return import_module(f"beespace.{name}")
    raise AttributeError(f"module 'beespace' has no attribute {name!r}")


def _draw_for_notebooks(board: BaseBoard) -> str:
    """Return a board as SVG; set here because `beespace.rules` must not import the layer above."""
    drawing: str = import_module("beespace.svg").board(board)
    return drawing


BaseBoard._repr_svg_ = _draw_for_notebooks
