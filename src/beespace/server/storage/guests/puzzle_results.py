"""Guests' puzzle results: ratings, streaks, and which puzzles have counted."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

import sqlalchemy as sa

from beespace.puzzles.rating import FIRST_RATING, new_rating
from beespace.server.storage.database import Database
from beespace.server.storage.tables import PUZZLE_RESULTS, PUZZLE_SCORES


@dataclass(frozen=True, slots=True)
class StoredScore:
    """A guest's puzzle rating and results."""

    rating: float = FIRST_RATING
    tried: int = 0
    solved: int = 0
    streak: int = 0
    best_streak: int = 0

    def after(self, grade: int, is_solved: bool) -> StoredScore:
        """Return the score after another puzzle has counted."""
        streak = self.streak + 1 if is_solved else 0
        return StoredScore(
            new_rating(self.rating, self.tried, grade, is_solved),
            self.tried + 1,
            self.solved + is_solved,
            streak,
            max(streak, self.best_streak),
        )


class PuzzleResults:
    """The puzzle results of all guests."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def score(self, guest: str) -> StoredScore:
        """Return a guest's score. New guests start with an average rating."""
        return await self._database.read(lambda connection: _score(connection, guest))

    async def done(self, guest: str) -> dict[str, bool]:
        """Return the puzzles that have counted for a guest, and whether each was solved."""
        columns = PUZZLE_RESULTS.c.puzzle, PUZZLE_RESULTS.c.is_solved
        query = sa.select(*columns).where(PUZZLE_RESULTS.c.guest == guest)

        def work(connection: sa.Connection) -> dict[str, bool]:
            return {row.puzzle: row.is_solved for row in connection.execute(query)}

        return await self._database.read(work)

    async def all(self, guest: str) -> list[tuple[str, bool, str]]:
        """Return every puzzle that has counted, whether it was solved, and when."""
        columns = PUZZLE_RESULTS.c.puzzle, PUZZLE_RESULTS.c.is_solved, PUZZLE_RESULTS.c.at
        query = sa.select(*columns).where(PUZZLE_RESULTS.c.guest == guest)
        order = PUZZLE_RESULTS.c.at, PUZZLE_RESULTS.c.puzzle

        def work(connection: sa.Connection) -> list[tuple[str, bool, str]]:
            found = connection.execute(query.order_by(*order))
            return [(puzzle, is_solved, at) for puzzle, is_solved, at in found]

        return await self._database.read(work)

    async def count(
        self, guest: str, puzzle: str, grade: int, is_solved: bool, at: str
    ) -> tuple[StoredScore, StoredScore] | None:
        """Count a puzzle. Return the scores before and after, or None if it already counted."""
        key = PUZZLE_RESULTS.c.guest == guest, PUZZLE_RESULTS.c.puzzle == puzzle
        result = {"guest": guest, "puzzle": puzzle, "is_solved": is_solved, "at": at}

        def work(connection: sa.Connection) -> tuple[StoredScore, StoredScore] | None:
            if connection.scalar(sa.select(PUZZLE_RESULTS.c.at).where(*key)) is not None:
                return None
            before = _score(connection, guest)
            after = before.after(grade, is_solved)
            connection.execute(PUZZLE_RESULTS.insert().values(**result))
            connection.execute(PUZZLE_SCORES.delete().where(PUZZLE_SCORES.c.guest == guest))
            connection.execute(PUZZLE_SCORES.insert().values(guest=guest, **asdict(after)))
            return before, after

        return await self._database.write(work)


def _score(connection: sa.Connection, guest: str) -> StoredScore:
    row = connection.execute(sa.select(PUZZLE_SCORES).where(PUZZLE_SCORES.c.guest == guest)).first()
    if row is None:
        return StoredScore()
    return replace(StoredScore(), **{k: v for k, v in row._mapping.items() if k != "guest"})
