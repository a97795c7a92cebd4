"""The same board in C++, several times faster than any other; see `native/`.

Importing this package fails with `ImportError` where the core could not be built.
"""

from beespace.fast.board import Board, PortableBoard
from beespace.fast.counting import Playouts, perft, random_playouts

__all__ = ["Board", "Playouts", "PortableBoard", "perft", "random_playouts"]
