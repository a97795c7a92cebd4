"""Inserts many rows with few statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

# How many rows one statement inserts. SQLite allows 32,766 values in one.
_ROWS_AT_ONCE = 1000


def insert_rows(connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows, which all have the same columns."""
    if connection.dialect.name != "sqlite":
        if rows:
            connection.execute(table.insert(), rows)
        return
    # After each statement, the driver waits for the interpreter. With a statement for each of
    # thousands of rows, moves of running games would wait for all of that.
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        some = rows[start : start + _ROWS_AT_ONCE]
        columns = ", ".join(some[0])
        row = f"({', '.join('?' * len(some[0]))})"
        statement = f"INSERT INTO {table.name} ({columns}) VALUES {', '.join([row] * len(some))}"
        values = tuple(value for one in some for value in one.values())
        connection.exec_driver_sql(statement, values)
