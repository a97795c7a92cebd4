"""The tables of the opening database, in a file of its own and in the server's database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)

METADATA = MetaData()

# SQLite numbers rows by itself only if the type is exactly INTEGER.
_NUMBER = BigInteger().with_variant(Integer, "sqlite")


def _where(condition: str) -> dict[str, Any]:
    """Return the options of an index that has only some of the rows."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


# Which moves were played, and the results of those games. The primary key is the order of the rows,
# so that the moves from a position are next to each other. Keys of positions are signed.
OPENING_MOVES = Table(
    "opening_moves",
    METADATA,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("game_type", SmallInteger, primary_key=True, autoincrement=False),
    # The position that the move leads to.
    Column("child", BigInteger, primary_key=True, autoincrement=False),
    Column("white", Integer, nullable=False),
    Column("draw", Integer, nullable=False),
    Column("black", Integer, nullable=False),
    Column("other", Integer, nullable=False),
    # The newest game in which the move was played.
    Column("game", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

OPENING_GAMES = Table(
    "opening_games",
    METADATA,
    Column("id", _NUMBER, primary_key=True),
    # A hash of everything that makes two games the same.
    Column("fingerprint", BigInteger, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("white", Text, nullable=False),
    Column("black", Text, nullable=False),
    Column("date", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("moves", Text, nullable=False),
    # The id of a game that was played on the server, and when it last changed.
    Column("server_game", Text),
    Column("updated", Text, nullable=False),
    # The id of the server's copy of an imported game.
    Column("copy", Text),
    Index("opening_games_by_fingerprint", "fingerprint", unique=True),
    Index(
        "opening_games_by_server_game",
        "server_game",
        unique=True,
        **_where("server_game IS NOT NULL"),
    ),
    Index("opening_games_by_copy", "copy", **_where("copy IS NOT NULL")),
)

# The engine's scores of positions.
OPENING_SCORES = Table(
    "opening_scores",
    METADATA,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("game_type", SmallInteger, primary_key=True, autoincrement=False),
    Column("score", Integer, nullable=False),
    Column("depth", Integer, nullable=False),
    sqlite_with_rowid=False,
)
