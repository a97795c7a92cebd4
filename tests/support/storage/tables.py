"""Compares the tables of a database with those that the server declares."""

from __future__ import annotations

import sqlalchemy as sa

from beespace.server.storage.tables import METADATA


def assert_as_declared(engine: sa.Engine) -> None:
    """Check that a database has exactly the declared tables, columns, keys and indexes."""
    with engine.connect() as connection:
        found = sa.inspect(connection)
        assert set(found.get_table_names()) == {*METADATA.tables, "alembic_version"}
        for name, table in METADATA.tables.items():
            columns = {column["name"]: column for column in found.get_columns(name)}
            assert set(columns) == set(table.columns.keys())
            for column in table.columns:
                stored = columns[column.name]
                assert stored["nullable"] == column.nullable
                types = [one.compile(engine.dialect) for one in (stored["type"], column.type)]
                assert types[0] == types[1], (name, column.name)
            key = found.get_pk_constraint(name)["constrained_columns"]
            assert key == [column.name for column in table.primary_key]
            assert {i["name"] for i in found.get_indexes(name)} == {i.name for i in table.indexes}
