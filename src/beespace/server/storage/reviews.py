"""Reviews of games in the database, finished and unfinished. Deleting a game deletes its review."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from beespace.server.storage.database import Database
from beespace.server.storage.tables import GAMES, REVIEWS


@dataclass(frozen=True, slots=True)
class StoredReview:
    """What the engine has found so far. `fingerprint` identifies the moves and the settings."""

    game: str
    fingerprint: str
    total: int
    evaluations: list[dict[str, Any]]

    def row(self) -> dict[str, Any]:
        """Return the values of the table's columns."""
        return {
            "game": self.game,
            "fingerprint": self.fingerprint,
            "total": self.total,
            "done": len(self.evaluations),
            "evaluations": json.dumps(self.evaluations),
        }


class StoredReviews:
    """The reviews of all games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, game: str) -> StoredReview | None:
        """Return the review of a game, or None."""
        query = sa.select(REVIEWS).where(REVIEWS.c.game == game)

        def work(connection: sa.Connection) -> StoredReview | None:
            row = connection.execute(query).first()
            if row is None:
                return None
            return StoredReview(game, row.fingerprint, row.total, json.loads(row.evaluations))

        return await self._database.read(work)

    async def unfinished(self) -> dict[str, int]:
        """Return the games with an unfinished review, and the number of positions of each."""
        is_unfinished = REVIEWS.c.done < REVIEWS.c.total
        query = sa.select(REVIEWS.c.game, REVIEWS.c.total).where(is_unfinished)

        def work(connection: sa.Connection) -> dict[str, int]:
            rows = connection.execute(query.order_by(REVIEWS.c.game))
            return {row.game: row.total for row in rows}

        return await self._database.read(work)

    async def keep(self, review: StoredReview) -> bool:
        """Store a review, replacing an earlier one. Return False if the game was deleted."""
        values = review.row()
        is_there = sa.select(GAMES.c.id).where(GAMES.c.id == review.game)
        change = REVIEWS.update().where(REVIEWS.c.game == review.game).values(values)

        def work(connection: sa.Connection) -> bool:
            if connection.scalar(is_there) is None:
                return False
            if not connection.execute(change).rowcount:
                connection.execute(REVIEWS.insert(), values)
            return True

        return await self._database.write(work)
