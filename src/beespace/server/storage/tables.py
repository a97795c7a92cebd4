"""The tables in which games are kept: a game is its list of moves, one row a move.

What stands here is what the newest migration leaves behind; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

# Times are ISO 8601 in UTC, which sorts as text; those of clocks are milliseconds since 1970.
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
    # "board": one device. "friend": two people with a seat each.
    Column("mode", String, nullable=False),
    # Whether the friend's seat is still free.
    Column("is_waiting", Boolean, nullable=False),
    # "300+3": five minutes and three seconds a move; "3d": three days a move; empty: no clock.
    Column("clock", String),
    # When the present turn began; what is left of the time then stands with the moves.
    Column("turn_began", BigInteger),
    # When the flag of the player to move falls; empty if no clock is running.
    Column("deadline", BigInteger),
    # What the clock of the player to move showed when the game ended without a move.
    Column("stopped_ms", BigInteger),
    # Counts all that happens in the game.
    Column("revision", Integer, nullable=False),
    # What each player has offered, as `games.offers` writes it.
    Column("offers", String, nullable=False),
    # The game that followed this one.
    Column("rematch", String),
    Index("games_by_update", "updated", "id"),
    Index("games_by_deadline", "deadline"),
)

MOVES = Table(
    "moves",
    METADATA,
    Column("game", String, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("text", Text, nullable=False),  # as in the Universal Hive Protocol
    Column("spent_ms", Integer),
    # What the mover's clock showed after the move.
    Column("clock_ms", Integer),
)

# Who may do what: whoever knows the secret that a hash was made of has that seat. The kinds are
# "guest" (a cookie), "token" (a program's), and those that work once: "invitation" and "device".
KEYS = Table(
    "keys",
    METADATA,
    Column("game", String, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("color", String, primary_key=True),
    Column("hash", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("created", String, nullable=False),
    Index("keys_by_hash", "hash", "game"),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("game", String, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("color", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("time", String, nullable=False),
)

# One row: when the server was last at work, so that its absence costs no player time.
PULSE = Table(
    "pulse",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# How a guest does with puzzles.
PUZZLE_SCORES = Table(
    "puzzle_scores",
    METADATA,
    Column("guest", String, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
)

# A puzzle counts once for a guest: at the first wrong move, the first help, or when it is solved.
PUZZLE_RESULTS = Table(
    "puzzle_results",
    METADATA,
    Column("guest", String, primary_key=True),
    Column("puzzle", String, primary_key=True),
    Column("is_solved", Boolean, nullable=False),
    Column("at", String, nullable=False),
)
