"""BoardSpace's SGF, read-only: it logs the players' clicks node by node, which become moves.

`nodes.py` parses the text, `actions.py` reads a player's action from a node, and `game.py` turns
the actions into a record.
"""

from beespace.formats.sgf.game import parse
from beespace.formats.sgf.nodes import looks_like_it, split

__all__ = ["looks_like_it", "parse", "split"]
