r"""PGN: the format in which most sites and programs give games away.

Three dialects are read: hivegame.com's, Mzinga's, and that of converted BoardSpace games. One
form is written, which Mzinga reads: a move on each line, numbered by ply, and a comment on lines
of its own behind the move it is about. What has no place there goes into comments, see
`comments.py`.
"""

from beespace.formats.pgn.reader import looks_like_it, parse, split
from beespace.formats.pgn.writer import write

__all__ = ["looks_like_it", "parse", "split", "write"]
