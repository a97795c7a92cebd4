"""Changes to the opening database, each within the transaction of a connection.

A game is counted together with the row that remembers it, so it is counted completely or not at
all, and never twice.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from beespace.openings.rows import STORED_GAME_TYPES, NewGame, signed
from beespace.openings.tables import OPENING_GAMES, OPENING_MOVES, OPENING_SCORES
from beespace.rules import Result

# The number of each result, and the newest game, by position, game type and child.
_Counts = dict[tuple[int, int, int], list[int]]

_KEY = tuple(OPENING_MOVES.primary_key.columns)
# All results but these count as other.
_RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
_TALLY = tuple(OPENING_MOVES.c[name] for name in ("white", "draw", "black", "other"))
# Names of bind parameters that are not columns.
_PARAMETERS = tuple(f"this_{column.name}" for column in _KEY)
_IS_ROW = sa.and_(
    *(column == sa.bindparam(name) for column, name in zip(_KEY, _PARAMETERS, strict=True))
)
_SUBTRACT = (
    OPENING_MOVES.update()
    .where(_IS_ROW)
    .values({column: column - sa.bindparam(f"less_{column.name}") for column in _TALLY})
)
_DELETE_EMPTY = OPENING_MOVES.delete().where(_IS_ROW, sum(_TALLY[1:], _TALLY[0] + 0) <= 0)


def add(connection: sa.Connection, games: Sequence[NewGame]) -> int:
    """Add the games that aren't known yet, and return how many those were."""
    if not games:
        return 0
    insert = insert_or_ignore(connection, OPENING_GAMES)
    wanted = insert.returning(OPENING_GAMES.c.fingerprint, OPENING_GAMES.c.id)
    rows = connection.execute(wanted, [_row(game) for game in games])
    numbers = {row.fingerprint: row.id for row in rows}
    added = len(numbers)
    counts: _Counts = {}
    for game in games:
        number = numbers.pop(signed(game.fingerprint), None)
        if number is not None:
            _count(counts, game, number)
    _write(connection, counts)
    return added


def remove(connection: sa.Connection, game: NewGame) -> None:
    """Remove a game of the server; `game` must be the same as when it was added."""
    gone = OPENING_GAMES.delete().where(OPENING_GAMES.c.server_game == game.server_game)
    if not connection.execute(gone).rowcount:
        return
    counts: _Counts = {}
    _count(counts, game, 0)
    keys = [dict(zip(_PARAMETERS, key, strict=True)) for key in sorted(counts)]
    counted = _TALLY[_column(game)]
    less = {f"less_{column.name}": int(column is counted) for column in _TALLY}
    if keys:
        connection.execute(_SUBTRACT, [key | less for key in keys])
        connection.execute(_DELETE_EMPTY, keys)


def keep_copy(connection: sa.Connection, number: int, name: str) -> None:
    """Store the ID of the server's copy of a game."""
    change = OPENING_GAMES.update().where(OPENING_GAMES.c.id == number).values(copy=name)
    connection.execute(change)


def keep_scores(connection: sa.Connection, scores: Iterable[tuple[int, str, int, int]]) -> None:
    """Store the engine's scores of positions: position, game type, score and depth of each."""
    insert = _insert(connection.dialect.name, OPENING_SCORES)
    upsert = insert.on_conflict_do_update(
        index_elements=list(OPENING_SCORES.primary_key.columns),
        set_={"score": insert.excluded.score, "depth": insert.excluded.depth},
    )
    rows = [
        {
            "position": signed(position),
            "game_type": STORED_GAME_TYPES.index(game_type),
            "score": score,
            "depth": depth,
        }
        for position, game_type, score, depth in scores
    ]
    if rows:
        connection.execute(upsert, rows)


def _insert(dialect: str, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """Return an INSERT that can say what to do about rows that exist."""
    if dialect == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def insert_or_ignore(connection: sa.Connection, table: sa.Table) -> sa.Insert:
    """Return an INSERT that ignores rows that exist."""
    return _insert(connection.dialect.name, table).on_conflict_do_nothing()


def _row(game: NewGame) -> dict[str, Any]:
    return {
        "fingerprint": signed(game.fingerprint),
        "ruleset": game.ruleset,
        # PostgreSQL can't store the character 0.
        "white": game.white.replace("\0", ""),
        "black": game.black.replace("\0", ""),
        "date": game.date.replace("\0", ""),
        "result": game.result.code,
        "plies": game.plies,
        "moves": game.moves,
        "server_game": game.server_game,
        "updated": game.updated,
    }


def _column(game: NewGame) -> int:
    """Return which column of the tally counts a game's result."""
    return _RESULTS.index(game.result) if game.result.is_decided else len(_RESULTS)


def _count(counts: _Counts, game: NewGame, number: int) -> None:
    column = _column(game)
    kind = STORED_GAME_TYPES.index(game.game_type)
    # A game that repeats a move from the same position counts once.
    for before, after in set(zip(game.keys, game.keys[1:], strict=False)):
        row = counts.setdefault((signed(before), kind, signed(after)), [0, 0, 0, 0, 0])
        row[column] += 1
        row[4] = max(row[4], number)


def _write(connection: sa.Connection, counts: _Counts) -> None:
    """Add counts to the table, in the order of its rows, which is fastest."""
    if counts:
        upsert = _adding(connection.dialect.name)
        insert_rows(connection, upsert, [(*key, *counts[key]) for key in sorted(counts)])


@functools.cache
def _adding(dialect: str) -> sa.Insert:
    """Return an INSERT that adds to the counts of rows that exist."""
    insert = _insert(dialect, OPENING_MOVES)
    new, old = insert.excluded, OPENING_MOVES.c
    return insert.on_conflict_do_update(
        index_elements=list(_KEY),
        set_={
            **{column.name: column + new[column.name] for column in _TALLY},
            "game": sa.case((new.game > old.game, new.game), else_=old.game),
        },
    )


def insert_rows(
    connection: sa.Connection, insert: sa.Insert, rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert many rows, each with the values of all columns.

    SQLAlchemy would spend more time on each row than the database does. So SQLite's driver gets the
    rows as they are, and PostgreSQL gets one array per column, in a single statement.
    """
    if connection.dialect.name == "postgresql":
        columns = zip(insert.table.c.keys(), zip(*rows, strict=True), strict=True)
        connection.execute(_from_arrays(insert), {name: list(values) for name, values in columns})
    else:
        compiled = _compiled(insert, connection.dialect)
        assert compiled.positiontup == insert.table.c.keys()
        connection.exec_driver_sql(str(compiled), list(rows))


@functools.lru_cache(maxsize=16)
def _from_arrays(insert: sa.Insert) -> sa.Insert:
    """Return an INSERT that takes one array per column."""
    columns = list(insert.table.c)
    arrays = [sa.bindparam(one.name, type_=postgresql.ARRAY(one.type)) for one in columns]
    named = [sa.column(one.name, one.type) for one in columns]
    rows = sa.func.unnest(*arrays).table_valued(*named).render_derived(name="new_rows")
    return insert.from_select([one.name for one in columns], sa.select(*rows.c))


@functools.lru_cache(maxsize=16)
def _compiled(insert: sa.Insert, dialect: sa.Dialect) -> SQLCompiler:
    compiled = insert.compile(dialect=dialect, column_keys=insert.table.c.keys())
    assert isinstance(compiled, SQLCompiler)
    return compiled
