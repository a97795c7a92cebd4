r"""PGN, the format in which most sites and programs export games.

The reader accepts three dialects: hivegame.com's, Mzinga's, and that of converted BoardSpace
games. The writer uses one form, which Mzinga can read: one move per line, numbered by ply, with
each comment on its own lines after its move. Data that this form has no place for goes into
comments; see `comments.py`.
"""

from beespace.formats.pgn.reader import looks_like_it, parse, split
from beespace.formats.pgn.writer import write

__all__ = ["looks_like_it", "parse", "split", "write"]
