"""Revisions of what guests have stored: each change of a row gets the next one of its library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from beespace.server.storage.inserting import insert_rows
from beespace.server.storage.tables import LIBRARIES, STUDIES, SYNCED_ROWS

STUDY_ROWS = "studies"
# The row of the table `server_values` that names the revisions. A restored backup has revisions
# that pages have seen with other changes, so restoring removes it.
EPOCH = "sync epoch"


@dataclass(frozen=True, slots=True)
class SyncedRow:
    """A row of a library. `tables` explains the columns; `title` is that of a study."""

    store: str
    id: str
    revision: int
    changed: str
    is_deleted: bool
    content: str | None
    title: str = ""


def note_changes(
    connection: sa.Connection, guest: str, rows: Sequence[SyncedRow]
) -> dict[tuple[str, str], int]:
    """Give changed rows the next revisions of their library. Returns them by store and id.

    A library's rows are changed with a few statements, however many they are: moves of running
    games have to wait for each.
    """
    before = revision_of(connection, guest)
    set_revision(connection, guest, before + len(rows))
    ids: dict[str, list[str]] = {}
    for row in rows:
        ids.setdefault(row.store, []).append(row.id)
    for store, some in ids.items():
        connection.execute(SYNCED_ROWS.delete().where(*are_rows(guest, store, some)))
    revisions = {(row.store, row.id): before + n for n, row in enumerate(rows, 1)}
    values = [
        {
            "guest": guest,
            "store": row.store,
            "id": row.id,
            "revision": revisions[row.store, row.id],
            "changed": row.changed,
            "is_deleted": row.is_deleted,
            "content": None if row.is_deleted or row.store == STUDY_ROWS else row.content,
        }
        for row in rows
    ]
    insert_rows(connection, SYNCED_ROWS, values)
    return revisions


def note_study(
    connection: sa.Connection, guest: str | None, study_id: str, changed: str, *, is_deleted: bool
) -> None:
    """Note that a study has changed, for its owner's pages."""
    if guest is not None:
        row = SyncedRow(STUDY_ROWS, study_id, 0, changed, is_deleted, None)
        note_changes(connection, guest, [row])


def note_unknown_studies(connection: sa.Connection) -> None:
    """Note every study that was stored without noting it."""
    rows, studies = SYNCED_ROWS.c, STUDIES.c
    is_known = sa.exists().where(rows.store == STUDY_ROWS, rows.id == studies.id)
    query = sa.select(studies.owner, studies.id, studies.updated).where(~is_known)
    for owner, study_id, updated in connection.execute(query.order_by(studies.updated)).all():
        note_study(connection, owner, study_id, updated, is_deleted=False)


def are_rows(guest: str, store: str, ids: Sequence[str]) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the conditions for some rows of a guest's library."""
    rows = SYNCED_ROWS.c
    return rows.guest == guest, rows.store == store, rows.id.in_(ids)


def revision_of(connection: sa.Connection, guest: str) -> int:
    """Return the revision of a guest's library; 0 if it is empty."""
    query = sa.select(LIBRARIES.c.revision).where(LIBRARIES.c.guest == guest)
    return connection.scalar(query) or 0


def set_revision(connection: sa.Connection, guest: str, revision: int) -> None:
    """Set the revision of a guest's library."""
    change = LIBRARIES.update().where(LIBRARIES.c.guest == guest)
    if not connection.execute(change.values(revision=revision)).rowcount:
        connection.execute(LIBRARIES.insert().values(guest=guest, revision=revision))
