"""The opening explorer's tables in the database, and queries about the games it counts.

`beespace.openings` has the tables, the queries and the changes, because the library uses them in
its own files. Here the server's own thread writes, so that counting never competes with moves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import sqlalchemy as sa

from beespace.openings import Openings, writing
from beespace.openings.reading import OpeningReader
from beespace.openings.rows import NewGame
from beespace.server.errors import StorageError
from beespace.server.storage.connections import openings_engine, place_of
from beespace.server.storage.database import Database
from beespace.server.storage.rows import DECIDED
from beespace.server.storage.tables import GAMES, KEYS


class StoredOpenings:
    """The openings of one server: `reader` answers queries, in any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        engine = openings_engine(database.data, database.url, writes=False)
        place = place_of(database.data, database.url)
        self.reader = OpeningReader(engine, place, StorageError)

    def close(self) -> None:
        """Close the connection."""
        self.reader.close()

    async def add(self, games: Sequence[NewGame]) -> None:
        """Count finished games."""
        await self._database.write(lambda connection: writing.add(connection, games))

    async def remove(self, game: NewGame) -> None:
        """Stop counting a game; `game` must be the same as when it was added."""
        await self._database.write(lambda connection: writing.remove(connection, game))

    async def keep_copy(self, number: int, name: str) -> None:
        """Store the ID of the copy of an imported game."""
        await self._database.write(lambda connection: writing.keep_copy(connection, number, name))

    async def keep_scores(self, scores: Sequence[tuple[int, str, int, int]]) -> None:
        """Store the engine's scores of positions: position, game type, score and depth of each."""
        await self._database.write(lambda connection: writing.keep_scores(connection, scores))


def open_openings(data: Path, url: str | None) -> Openings:
    """Open the openings for another program than the server, which may be running."""
    return Openings.in_database(
        openings_engine(data, url, writes=False),
        openings_engine(data, url, writes=True),
        place_of(data, url),
    )


async def finished_games(database: Database) -> dict[str, str]:
    """Return the ids of all finished games, and when each was last changed."""
    query = sa.select(GAMES.c.id, GAMES.c.updated).where(GAMES.c.result.in_(DECIDED))

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
