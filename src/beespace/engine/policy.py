"""How likely people are to play each move: a small network, fitted to recorded games of people.

It knows nothing about who plays. Opponents that play like people are built on it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from beespace.backend import BACKEND
from beespace.errors import BeespaceError
from beespace.rules import BaseBoard, Move

if TYPE_CHECKING:
    from beespace.fast import _native


def human_policy(board: BaseBoard) -> dict[Move, float]:
    """Return the probability that a person plays each of the legal moves.

    The probabilities add up to 1. Moves that lead to the same position, rotated or reflected, are
    equally likely. The result is the same on every machine, and takes about 10 ms.

    >>> from beespace import Board
    >>> board = Board("Base+MLP")
    >>> chances = human_policy(board)
    >>> likeliest = max(chances, key=chances.__getitem__)
    >>> board.uhp(likeliest), round(chances[likeliest], 2)
    ('wL', 0.51)

    Raises:
        BeespaceError: the game is over, or the C++ core isn't built.
    """
    if BACKEND != "native":
        raise BeespaceError("this needs the C++ core, which isn't built: see `beespace.BACKEND`")
    from beespace.engine.native import as_native

    moves = board.legal_moves
    if not moves:
        raise BeespaceError("the game is over, so there is no move to play")
    chances = {}
    for same, chance in policy().chances(as_native(board)):
        for index in same:
            chances[index] = chance / len(same)
    return {move: chances[index] for index, move in enumerate(moves)}


@cache
def policy() -> _native.Policy:
    """Return the core's policy, loading its weights the first time."""
    from beespace.fast import _native

    return _native.Policy(read_weights(), False)


def read_weights() -> bytes:
    """Return the network's weights as `native/policy/network.h` reads them.

    The file begins with a line that says where they come from.
    """
    file = files("beespace.engine") / "data" / "human_policy.bin"
    return file.read_bytes().partition(b"\n")[2]
