"""Queries about finished games, for the opening explorer."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import sqlalchemy as sa

from beespace.server.storage.database import Database
from beespace.server.storage.tables import GAMES, KEYS


async def finished_games(database: Database) -> dict[str, str]:
    """Return the ids of all finished games, and when each was last changed."""
    # Aborted games have another result.
    query = sa.select(GAMES.c.id, GAMES.c.updated).where(GAMES.c.result.in_(("w", "draw", "b")))

    def work(connection: sa.Connection) -> dict[str, str]:
        return {row.id: row.updated for row in connection.execute(query)}

    return await database.read(work)


async def held_games(
    database: Database, names: Collection[str], hashes: Sequence[str], *, with_ownerless: bool
) -> set[str]:
    """Return which of the games have a seat held by these hashes or, if wanted, no owner."""
    seats = sa.select(KEYS.c.game, KEYS.c.hash).where(KEYS.c.game.in_(names))

    def work(connection: sa.Connection) -> set[str]:
        rows = connection.execute(seats).all()
        held = {row.game for row in rows if row.hash in hashes}
        return held | (set(names) - {row.game for row in rows} if with_ownerless else set())

    return await database.read(work)
