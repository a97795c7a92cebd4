"""What guests' pages have stored: rows with revisions, which the pages exchange and merge.

Each guest has a library. Every change of a row gets the library's next revision, so a page that
knows one revision can ask for everything after it. The content of studies is in their own table,
because anyone with the link can read them; this table only has their revisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from beespace.server.storage.database import Database
from beespace.server.storage.guests.changes import (
    STUDY_ROWS,
    SyncedRow,
    are_rows,
    note_changes,
    revision_of,
)
from beespace.server.storage.inserting import insert_rows
from beespace.server.storage.tables import (
    STUDIES,
    SYNCED_BYTES,
    SYNCED_ROW_BYTES,
    SYNCED_ROWS,
)

# How many rows a page gets at once. Encoding more would hold up everything else.
_MOST_ROWS = 500
_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class StudyLimits:
    """How many studies there may be, in all and of one guest."""

    most: int
    most_of_one: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """Which of a page's rows would be stored now, and how many bytes they would take."""

    rows: Sequence[SyncedRow]
    bytes: int
    # What the stored versions of these rows take. The others' stay.
    bytes_before: int


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What happened in an exchange with a page."""

    # The rows that changed after the revision that the page knew, the earliest change first.
    rows: Sequence[SyncedRow] = ()
    # The revision up to which the page knows everything then, and whether it is the latest.
    revision: int = 0
    is_complete: bool = True
    # The revisions of the page's own rows that were stored.
    stored: dict[_Key, int] = field(default_factory=dict)
    # Studies whose ids belong to somebody else, and those for which there is no room.
    taken: Sequence[str] = ()
    full: Sequence[str] = ()


class SyncedRows:
    """The libraries of all guests."""

    def __init__(self, database: Database, limits: StudyLimits) -> None:
        self._database = database
        self._limits = limits

    async def revision(self, guest: str) -> int:
        """Return the revision of a guest's library."""
        return await self._database.read(lambda connection: revision_of(connection, guest))

    async def has(self, guest: str, store: str, row_id: str) -> bool:
        """Return whether a row has ever been stored."""
        query = sa.select(SYNCED_ROWS.c.revision).where(*are_rows(guest, store, [row_id]))
        return await self._database.read(lambda connection: connection.scalar(query) is not None)

    async def replaced(self, guest: str, rows: Sequence[SyncedRow]) -> Replaced:
        """Return which of a page's rows would be stored, and their sizes."""

        def work(connection: sa.Connection) -> Replaced:
            accepted = list(_sorted(connection, guest, rows).accepted.values())
            size = sum(_chars(row) for row in accepted)
            return Replaced(accepted, size, _stored_bytes(connection, guest, accepted))

        return await self._database.read(work)

    async def exchange(
        self,
        guest: str,
        since: int,
        rows: Sequence[SyncedRow],
        most_chars: int,
        only: Sequence[SyncedRow] | None = None,
    ) -> Exchanged:
        """Store a page's rows, and return what has changed since a revision.

        A row is stored if its `revision` is that of the stored one: then the page has seen the
        latest change. Otherwise the page gets that change, and has to merge it first. Returns about
        `most_chars` characters; the page asks again for the rest.

        With `only`, no other rows are stored, and none at all if some of these can't be any more:
        there may be no room for the others then.
        """

        def work(connection: sa.Connection) -> Exchanged:
            newer, end, is_complete = _newer(connection, guest, since, most_chars)
            done = Exchanged(newer, end, is_complete)
            if not rows:
                return done
            sorted_rows = _sorted(connection, guest, rows)
            if only is not None:
                sorted_rows.accept_only(only)
            return self._stored(connection, guest, sorted_rows, done, most_chars)

        # Most exchanges store nothing, and needn't wait for those that do.
        if not rows:
            return await self._database.read(work)
        return await self._database.write(work)

    def _stored(
        self,
        connection: sa.Connection,
        guest: str,
        rows: _Sorted,
        found: Exchanged,
        most_chars: int,
    ) -> Exchanged:
        """Store rows, and return what happened to them, with what was found before."""
        accepted = rows.accepted
        studies = [row for row in accepted.values() if row.store == STUDY_ROWS]
        full = self._too_many(connection, guest, studies, rows.own)
        for study_id in full:
            del accepted[STUDY_ROWS, study_id]
        _store_studies(connection, guest, [one for one in studies if one.id not in full])
        stored = note_changes(connection, guest, list(accepted.values())) if accepted else {}
        # The page may have lost what it knew of these rows.
        earlier = _earlier(connection, guest, rows.conflicts, found.rows, most_chars)
        end = found.revision
        if found.is_complete and stored:
            end = max(end, *stored.values())
        newer = [*found.rows, *earlier]
        return Exchanged(newer, end, found.is_complete, stored, sorted(rows.taken), sorted(full))

    def _too_many(
        self, connection: sa.Connection, guest: str, studies: Sequence[SyncedRow], own: set[str]
    ) -> set[str]:
        """Return the new studies for which there is no room."""
        new = [row.id for row in studies if row.id not in own and not row.is_deleted]
        if not new:
            return set()
        count = sa.select(sa.func.count()).select_from(STUDIES)
        of_one = connection.scalar(count.where(STUDIES.c.owner == guest)) or 0
        in_all = connection.scalar(count) or 0
        room = min(self._limits.most_of_one - of_one, self._limits.most - in_all)
        return set(new[max(room, 0) :])


@dataclass(slots=True)
class _Sorted:
    """A page's rows, by what can happen to them."""

    accepted: dict[_Key, SyncedRow] = field(default_factory=dict)
    # Those that have changed elsewhere.
    conflicts: list[SyncedRow] = field(default_factory=list)
    # Studies that are stored as the guest's, and those that belong to somebody else.
    own: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)

    def accept_only(self, rows: Sequence[SyncedRow]) -> None:
        """Accept only these rows, or none if any of them isn't accepted."""
        only = {(row.store, row.id): row for row in rows}
        are_there = all(self.accepted.get(key) == row for key, row in only.items())
        self.accepted = only if are_there else {}


def _sorted(connection: sa.Connection, guest: str, rows: Sequence[SyncedRow]) -> _Sorted:
    """Return which rows can be stored: those whose latest change the page has seen."""
    known = _known(connection, guest, rows)
    own, others = _studies(connection, guest, rows)
    found = _Sorted(own=own)
    for row in rows:
        key = row.store, row.id
        if row.store == STUDY_ROWS and row.id in others:
            found.taken.add(row.id)
        elif key in found.accepted:
            continue
        elif known.get(key, 0) == row.revision:
            found.accepted[key] = row
        else:
            found.conflicts.append(row)
    return found


def _stored_bytes(connection: sa.Connection, guest: str, rows: Sequence[SyncedRow]) -> int:
    """Return how many bytes the stored versions of some rows take."""
    ids = _by_store(rows)
    queries = [
        sa.select(sa.func.sum(SYNCED_BYTES)).where(*are_rows(guest, store, some))
        for store, some in ids.items()
    ]
    records = sa.func.sum(sa.func.length(STUDIES.c.record))
    are_studies = STUDIES.c.id.in_(ids.get(STUDY_ROWS, []))
    queries.append(sa.select(records).where(STUDIES.c.owner == guest, are_studies))
    return sum(connection.scalar(query) or 0 for query in queries)


def _by_store(rows: Sequence[SyncedRow]) -> dict[str, list[str]]:
    """Return the ids of rows by their store."""
    ids: dict[str, list[str]] = {}
    for row in rows:
        ids.setdefault(row.store, []).append(row.id)
    return ids


def _known(connection: sa.Connection, guest: str, rows: Sequence[SyncedRow]) -> dict[_Key, int]:
    """Return the stored revisions of rows, by store and id."""
    columns = SYNCED_ROWS.c.id, SYNCED_ROWS.c.revision
    return {
        (store, row_id): revision
        for store, ids in _by_store(rows).items()
        for row_id, revision in connection.execute(
            sa.select(*columns).where(*are_rows(guest, store, ids))
        )
    }


def _studies(
    connection: sa.Connection, guest: str, rows: Sequence[SyncedRow]
) -> tuple[set[str], set[str]]:
    """Return which of the studies in rows are stored as the guest's, and as somebody else's.

    The id of a deleted study stays its owner's: links to it may be anywhere.
    """
    ids = _by_store(rows).get(STUDY_ROWS)
    if ids is None:
        return set(), set()
    owners = connection.execute(
        sa.select(STUDIES.c.id, STUDIES.c.owner).where(STUDIES.c.id.in_(ids))
    ).all()
    # Not a parameter: SQLite would not use the index.
    is_study = SYNCED_ROWS.c.store == sa.literal_column(f"'{STUDY_ROWS}'")
    noted = is_study, SYNCED_ROWS.c.id.in_(ids)
    strangers = sa.select(SYNCED_ROWS.c.id).where(*noted, SYNCED_ROWS.c.guest != guest)
    own = {study_id for study_id, owner in owners if owner == guest}
    others = {study_id for study_id, owner in owners if owner != guest}
    return own, others | (set(connection.scalars(strangers)) - own)


def _newer(
    connection: sa.Connection, guest: str, since: int, most_chars: int
) -> tuple[list[SyncedRow], int, bool]:
    """Return the rows after a revision, where they end, and whether these are all of them."""
    later = _whole_rows(guest).where(SYNCED_ROWS.c.revision > since).limit(_MOST_ROWS + 1)
    found, is_complete = _some(connection, later, _MOST_ROWS, most_chars)
    end = revision_of(connection, guest) if is_complete else found[-1].revision
    return found, end, is_complete


def _earlier(
    connection: sa.Connection,
    guest: str,
    rows: Sequence[SyncedRow],
    known: Sequence[SyncedRow],
    most_chars: int,
) -> list[SyncedRow]:
    """Return the stored versions of rows, unless they are known; at least one, and not too many."""
    keys = {(row.store, row.id) for row in known}
    room = most_chars - sum(_chars(row) for row in known)
    found: list[SyncedRow] = []
    for store, ids in _by_store([row for row in rows if (row.store, row.id) not in keys]).items():
        query = _whole_rows(guest).where(*are_rows(guest, store, ids))
        some, is_complete = _some(connection, query, _MOST_ROWS, room)
        found += some
        room -= sum(_chars(row) for row in some)
        if not is_complete or room <= 0:
            break
    return found


def _chars(row: SyncedRow) -> int:
    return len(row.content or "") + SYNCED_ROW_BYTES


def _some(
    connection: sa.Connection, query: sa.Select[Any], most: int, most_chars: int
) -> tuple[list[SyncedRow], bool]:
    """Return the first rows of a query, but at least one, and whether these are all of them."""
    found: list[SyncedRow] = []
    chars = 0
    # Otherwise PostgreSQL's driver reads everything before the first row.
    streamed = {"stream_results": True, "max_row_buffer": 10}
    with connection.execute(query, execution_options=streamed) as rows:
        for one in rows:
            row = _synced_row(one)
            chars += _chars(row)
            if found and (chars > most_chars or len(found) == most):
                return found, False
            found.append(row)
    return found, True


def _whole_rows(guest: str) -> sa.Select[Any]:
    """Return the query for a guest's rows, with the content of studies, the earliest first."""
    rows, studies = SYNCED_ROWS.c, STUDIES.c
    columns = rows.store, rows.id, rows.revision, rows.changed, rows.is_deleted, rows.content
    of_study = (rows.store == STUDY_ROWS) & (studies.id == rows.id) & (studies.owner == rows.guest)
    return (
        sa.select(*columns, studies.record, studies.title)
        .select_from(SYNCED_ROWS.outerjoin(STUDIES, of_study))
        .where(rows.guest == guest)
        .order_by(rows.revision)
    )


def _synced_row(row: sa.Row[Any]) -> SyncedRow:
    content = row.record if row.store == STUDY_ROWS else row.content
    is_gone = row.is_deleted or content is None
    return SyncedRow(
        row.store, row.id, row.revision, row.changed, is_gone, content, row.title or ""
    )


def _store_studies(connection: sa.Connection, guest: str, rows: Sequence[SyncedRow]) -> None:
    if not rows:
        return
    mine = STUDIES.c.id.in_([row.id for row in rows])
    columns = STUDIES.c.id, STUDIES.c.created
    found = connection.execute(sa.select(*columns).where(mine))
    created = {row.id: row.created for row in found}
    connection.execute(STUDIES.delete().where(mine))
    values = [
        {
            "id": row.id,
            "owner": guest,
            # PostgreSQL can't store the character 0. JSON writes it as an escape sequence.
            "title": row.title.replace("\0", ""),
            "created": created.get(row.id, row.changed),
            "updated": row.changed,
            "record": row.content,
        }
        for row in rows
        if not row.is_deleted
    ]
    insert_rows(connection, STUDIES, values)
