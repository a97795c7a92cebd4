"""Saved studies in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import sqlalchemy as sa

from beespace.server.storage.database import Database
from beespace.server.storage.guests.changes import note_study
from beespace.server.storage.tables import STUDIES


@dataclass(frozen=True, slots=True)
class StoredStudy:
    """A study. `tables` explains the columns."""

    id: str
    owner: str | None
    title: str
    created: str
    updated: str
    record: str

    def row(self) -> dict[str, str | None]:
        """Return the values of the table's columns."""
        # PostgreSQL can't store the character 0. JSON writes it as an escape sequence.
        return asdict(self) | {"title": self.title.replace("\0", "")}


@dataclass(frozen=True, slots=True)
class ListedStudy:
    """A study in the list of its owner."""

    id: str
    title: str
    updated: str


class StoredStudies:
    """The studies of all guests."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, study_id: str) -> StoredStudy | None:
        """Return a study, or None."""
        query = sa.select(STUDIES).where(STUDIES.c.id == study_id)

        def work(connection: sa.Connection) -> StoredStudy | None:
            row = connection.execute(query).first()
            return StoredStudy(**row._mapping) if row is not None else None

        return await self._database.read(work)

    async def of(self, owner: str) -> Sequence[ListedStudy]:
        """Return an owner's studies, most recently changed first."""
        columns = [STUDIES.c[name] for name in ListedStudy.__dataclass_fields__]
        newest = STUDIES.c.updated.desc(), STUDIES.c.created.desc(), STUDIES.c.id
        query = sa.select(*columns).where(STUDIES.c.owner == owner).order_by(*newest)

        def work(connection: sa.Connection) -> list[ListedStudy]:
            return [ListedStudy(*row) for row in connection.execute(query)]

        return await self._database.read(work)

    async def create(self, study: StoredStudy, most: int, most_of_one: int) -> bool:
        """Store a new study. Return False if there are too many, in all or of its owner."""
        count = sa.select(sa.func.count()).select_from(STUDIES)

        def work(connection: sa.Connection) -> bool:
            of_one = connection.scalar(count.where(STUDIES.c.owner == study.owner)) or 0
            if of_one >= most_of_one or (connection.scalar(count) or 0) >= most:
                return False
            connection.execute(STUDIES.insert(), study.row())
            note_study(connection, study.owner, study.id, study.updated, is_deleted=False)
            return True

        return await self._database.write(work)

    async def replace(self, study: StoredStudy, seen: str) -> bool:
        """Replace a study that was last changed at a time. Return False if there is none."""
        is_seen = sa.and_(STUDIES.c.id == study.id, STUDIES.c.updated == seen)
        change = STUDIES.update().where(is_seen).values(study.row())

        def work(connection: sa.Connection) -> bool:
            if not connection.execute(change).rowcount:
                return False
            note_study(connection, study.owner, study.id, study.updated, is_deleted=False)
            return True

        return await self._database.write(work)

    async def delete(self, study: StoredStudy, deleted: str) -> None:
        """Delete a study."""

        def work(connection: sa.Connection) -> None:
            connection.execute(STUDIES.delete().where(STUDIES.c.id == study.id))
            note_study(connection, study.owner, study.id, deleted, is_deleted=True)

        await self._database.write(work)
