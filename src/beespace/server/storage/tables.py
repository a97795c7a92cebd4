"""The tables in which games are kept: a game is its list of moves, one row a move.

What stands here is what the newest migration leaves behind; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()

# Times are ISO 8601 in UTC, which sorts as text.
GAMES = Table(
    "games",
    METADATA,
    Column("id", String, primary_key=True),
    Column("created", String, nullable=False),
    Column("updated", String, nullable=False),
    Column("ruleset", String, nullable=False),  # as Ruleset.parse reads it
    Column("white_kind", String, nullable=False),
    Column("white_name", String, nullable=False),
    Column("white_level", Integer),
    Column("black_kind", String, nullable=False),
    Column("black_name", String, nullable=False),
    Column("black_level", Integer),
    # How many moves there are; whoever adds one must know it.
    Column("plies", Integer, nullable=False),
    # "w", "b" or "draw"; empty while the game goes on.
    Column("result", String),
    Column("end_reason", String),
    # The record that an imported game came from, as our JSON: players' notes, times, variations.
    Column("source", Text),
    Index("games_by_update", "updated", "id"),
)

MOVES = Table(
    "moves",
    METADATA,
    Column("game", String, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("text", Text, nullable=False),  # as in the Universal Hive Protocol
    Column("spent_ms", Integer),
)
