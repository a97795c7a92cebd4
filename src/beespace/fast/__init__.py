"""The board in C++, many times faster than the reference board; see `native/`.

Importing this package raises `ImportError` if the C++ core was not built.
"""

from beespace.fast.board import Board, PortableBoard
from beespace.fast.counting import Playouts, perft, random_playouts

__all__ = ["Board", "Playouts", "PortableBoard", "perft", "random_playouts"]
