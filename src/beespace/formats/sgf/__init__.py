"""BoardSpace's SGF, read only: what its players clicked, node by node, becomes moves.

`nodes.py` takes the text apart, `actions.py` says what a player did in a node, and `game.py` makes
a record of it.
"""

from beespace.formats.sgf.game import parse
from beespace.formats.sgf.nodes import looks_like_it, split

__all__ = ["looks_like_it", "parse", "split"]
