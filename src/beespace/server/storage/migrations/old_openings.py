"""Imports the openings of version 0.1, which were in a separate SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from beespace.errors import BeespaceError
from beespace.formats import GameRecord, PlayedMove, Result
from beespace.openings import writing
from beespace.openings.games import of_record, read_moves
from beespace.openings.rows import unsigned
from beespace.openings.tables import OPENING_GAMES, OPENING_MOVES, OPENING_SCORES
from beespace.rules import Ruleset
from beespace.server.errors import StorageError

# The names of the tables, by the form of the file.
_NAMES = {
    1: {"opening_moves": "moves", "opening_games": "games", "opening_scores": "scores"},
    2: {name: name for name in ("opening_moves", "opening_games", "opening_scores")},
}
_TABLES = (OPENING_GAMES, OPENING_MOVES, OPENING_SCORES)
_ROWS_AT_ONCE = 10_000


def import_openings(connection: sa.Connection, file: Path) -> tuple[int, list[str]]:
    """Import a file. Return the number of games, and what could not be imported.

    The rows are copied if there are no openings in the database yet. Otherwise, games that aren't
    known are added one by one.
    """
    before = _count(connection)
    try:
        # Nothing stays in the write-ahead log, so that the file can be moved by itself.
        with closing(sqlite3.connect(file)) as old:
            old.execute("PRAGMA journal_mode = DELETE")
            names = _NAMES[old.execute("PRAGMA user_version").fetchone()[0]]
            if before == 0:
                with connection.begin_nested():
                    _copy(connection, old, names)
                left_out = []
            else:
                left_out = _add(connection, old, names, file)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StorageError(f"another program is using {file}; start again later") from None
        return 0, [f"{file} ({error})"]
    except sqlite3.Error as error:
        return 0, [f"{file} ({error})"]
    except KeyError:
        return 0, [f"{file} (it is not an opening database of version 0.1)"]
    return _count(connection) - before, left_out


def _count(connection: sa.Connection) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(OPENING_GAMES)) or 0


def _copy(connection: sa.Connection, old: sqlite3.Connection, names: dict[str, str]) -> None:
    for table in _TABLES:
        for rows in _batches(old, table, names):
            writing.insert_rows(connection, table.insert(), rows)
    if connection.dialect.name == "postgresql":
        # The rows came with their numbers, and the next game needs a new one.
        last = sa.select(sa.func.max(OPENING_GAMES.c.id)).scalar_subquery()
        sequence = sa.func.pg_get_serial_sequence(OPENING_GAMES.name, "id")
        connection.execute(sa.select(sa.func.setval(sequence, sa.func.coalesce(last, 1))))


def _add(
    connection: sa.Connection, old: sqlite3.Connection, names: dict[str, str], file: Path
) -> list[str]:
    left_out = []
    for rows in _batches(old, OPENING_GAMES, names):
        for values in rows:
            row = dict(zip(OPENING_GAMES.c.keys(), values, strict=True))
            try:
                _add_game(connection, row)
            except BeespaceError as error:
                left_out.append(f"{file}: game {row['id']} ({error})")
    for rows in _batches(old, OPENING_SCORES, names):
        insert = writing.insert_or_ignore(connection, OPENING_SCORES)
        writing.insert_rows(connection, insert, rows)
    return left_out


def _add_game(connection: sa.Connection, row: dict[str, Any]) -> None:
    is_it = OPENING_GAMES.c.fingerprint == row["fingerprint"]
    if connection.scalar(sa.select(OPENING_GAMES.c.id).where(is_it)) is not None:
        return
    record = GameRecord(
        Ruleset.parse(row["ruleset"]),
        white=row["white"],
        black=row["black"],
        date=row["date"],
        result=Result.from_code(row["result"]),
        line=[PlayedMove(move) for move in read_moves(row["moves"])],
    )
    game = of_record(record, row["server_game"], row["updated"])
    writing.add(connection, [replace(game, fingerprint=unsigned(row["fingerprint"]))])
    connection.execute(OPENING_GAMES.update().where(is_it).values(copy=row["copy"]))


def _batches(
    old: sqlite3.Connection, table: sa.Table, names: dict[str, str]
) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows of an old table in the order of its key, with the columns of the new one."""
    columns = ", ".join(table.c.keys())
    keys = ", ".join(column.name for column in table.primary_key)
    cursor = old.execute(f"SELECT {columns} FROM {names[table.name]} ORDER BY {keys}")
    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
        if table is OPENING_GAMES:  # its texts; PostgreSQL can't store the character 0
            rows = [tuple(_without_zero(value) for value in row) for row in rows]
        yield rows


def _without_zero(value: object) -> object:
    return value.replace("\0", "") if isinstance(value, str) else value
