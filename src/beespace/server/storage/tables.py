"""The database tables for everything the server stores.

A game is stored as its list of moves, one row per move. `beespace.openings` declares the tables of
the opening explorer. All of them match the result of the latest migration; a test compares the two.
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
    func,
)

from beespace.openings.tables import METADATA as OPENINGS

METADATA = MetaData()
for _table in OPENINGS.sorted_tables:
    _table.to_metadata(METADATA)

# Times are ISO 8601 in UTC, which sorts as text. Clock times are milliseconds since 1970.
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
    # The number of moves.
    Column("plies", Integer, nullable=False),
    # "w", "b", "draw", or "none" for aborted games; null while the game is running.
    Column("result", String),
    Column("end_reason", String),
    # The record of an imported game, as JSON, with its comments, times and variations.
    Column("source", Text),
    # "board": one device. "friend": two people with a seat each.
    Column("mode", String, nullable=False),
    # Whether the friend hasn't joined yet.
    Column("is_waiting", Boolean, nullable=False),
    # "300+3": five minutes plus three seconds per move; "3d": three days per move; null: no clock.
    Column("clock", String),
    # When the current turn began. The moves store the time left before it.
    Column("turn_began", BigInteger),
    # When the flag of the player to move falls; null if no clock is running.
    Column("deadline", BigInteger),
    # The clock of the player to move when the game ended without a move.
    Column("stopped_ms", BigInteger),
    # The number of changes to the game so far.
    Column("revision", Integer, nullable=False),
    # The offers of both players, as `play.offers` writes them.
    Column("offers", String, nullable=False),
    # The id of the rematch.
    Column("rematch", String),
    Index("games_by_update", "updated", "id"),
    Index("games_by_deadline", "deadline"),
)

MOVES = Table(
    "moves",
    METADATA,
    Column("game", String, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("text", Text, nullable=False),  # in the notation of the Universal Hive Protocol
    Column("spent_ms", Integer),
    # The player's clock after the move.
    Column("clock_ms", Integer),
)

# The keys to seats: a client that knows the secret of a hash has the seat. The kinds are "guest" (a
# cookie), "token" (for a program), and two that work once: "invitation" and "device".
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

# What the server keeps about itself: the version that last upgraded the database ("upgraded by"),
# and the key that signs the cookies of guests ("guest key").
SERVER_VALUES = Table(
    "server_values",
    METADATA,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
)

# One row: when the server was last up, so that downtime costs no player time.
PULSE = Table(
    "pulse",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Each guest's puzzle rating and results.
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

# A puzzle counts once per guest: at the first wrong move, the first help, or when it is solved.
PUZZLE_RESULTS = Table(
    "puzzle_results",
    METADATA,
    Column("guest", String, primary_key=True),
    Column("puzzle", String, primary_key=True),
    Column("is_solved", Boolean, nullable=False),
    Column("at", String, nullable=False),
)

# Games as trees of moves, saved by a guest. Anyone who knows the id can read a study.
STUDIES = Table(
    "studies",
    METADATA,
    Column("id", String, primary_key=True),
    Column("owner", String),
    Column("title", Text, nullable=False),
    Column("created", String, nullable=False),
    Column("updated", String, nullable=False),
    # The game record, as JSON.
    Column("record", Text, nullable=False),
    Index("studies_by_owner", "owner", "updated"),
)

# What the engine found in each position of a game, also while the review is running.
REVIEWS = Table(
    "reviews",
    METADATA,
    Column("game", String, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    # A hash of the moves and the number of nodes, because moves can be taken back.
    Column("fingerprint", String, nullable=False),
    # The number of positions to evaluate, and of those that were.
    Column("total", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    # The evaluations so far, as JSON.
    Column("evaluations", Text, nullable=False),
)
# The server continues these when it starts, and doesn't have to look at all the others.
_UNFINISHED = REVIEWS.c.done < REVIEWS.c.total
Index(
    "reviews_unfinished",
    REVIEWS.c.game,
    sqlite_where=_UNFINISHED,
    postgresql_where=_UNFINISHED,
)

# What a guest's pages have stored, so that all of their devices have it. A library's revision is
# that of its latest change.
LIBRARIES = Table(
    "libraries",
    METADATA,
    Column("guest", String, primary_key=True),
    Column("revision", BigInteger, nullable=False),
)

SYNCED_ROWS = Table(
    "synced_rows",
    METADATA,
    Column("guest", String, primary_key=True),
    Column("store", String, primary_key=True),  # "games", "studies" or "progress"
    Column("id", String, primary_key=True),
    # The library's revision when this row changed.
    Column("revision", BigInteger, nullable=False),
    # When the page changed it.
    Column("changed", String, nullable=False),
    Column("is_deleted", Boolean, nullable=False),
    # What the page stored, which the server doesn't read. Null for deleted rows, and for studies,
    # which are in their own table.
    Column("content", Text),
    Index("synced_rows_by_revision", "guest", "revision"),
)

# Ids of studies are unique among all guests.
_IS_STUDY = SYNCED_ROWS.c.store == "studies"
Index(
    "synced_studies_by_id",
    SYNCED_ROWS.c.id,
    sqlite_where=_IS_STUDY,
    postgresql_where=_IS_STUDY,
)

# About how many bytes a synced row takes, with its indexes and without those of a study.
SYNCED_ROW_BYTES = 500
SYNCED_BYTES = func.coalesce(func.length(SYNCED_ROWS.c.content), 0) + SYNCED_ROW_BYTES

# The browsers of guests who use more than one. `hash` is the hash of the browser's own cookie.
DEVICES = Table(
    "devices",
    METADATA,
    Column("hash", String, primary_key=True),
    Column("guest", String, nullable=False),
    Column("name", String, nullable=False),
    Column("added", String, nullable=False),
    Index("devices_by_guest", "guest"),
)

# Links that let another browser become one of a guest's devices, once.
DEVICE_LINKS = Table(
    "device_links",
    METADATA,
    Column("hash", String, primary_key=True),  # of the link's secret
    Column("guest", String, nullable=False),
    Column("name", String, nullable=False),  # of the device that made the link
    Column("expires", BigInteger, nullable=False),
    Index("device_links_by_guest", "guest"),
    Index("device_links_by_expiry", "expires"),
)
