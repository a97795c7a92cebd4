"""Read and write game records, and draw boards as text.

>>> from beespace import formats
>>> game = formats.GameRecord.from_moves("Base", ["wS1", "bG1 wS1-"], white="Ann", black="Bo")
>>> formats.loads(formats.dumps(game, "pgn")) == game
True
"""

from beespace.formats.collection import (
    FORMATS,
    Format,
    GameReader,
    GameWriter,
    dumps,
    loads,
    read_game,
    read_games,
    write_games,
)
from beespace.formats.record import GLYPHS, GameRecord, PlayedMove
from beespace.rules import EndReason, Result

__all__ = [
    "FORMATS",
    "GLYPHS",
    "EndReason",
    "Format",
    "GameReader",
    "GameRecord",
    "GameWriter",
    "PlayedMove",
    "Result",
    "dumps",
    "loads",
    "read_game",
    "read_games",
    "write_games",
]
