"""Transfers the data of a guest whose browser was added to another guest's devices.

A library can have many rows, and moves of running games wait for each change. So it is transferred
in parts. If the server stops in between, it continues when it starts again.
"""

from __future__ import annotations

import sqlalchemy as sa

from beespace.server.storage.guests.changes import STUDY_ROWS, revision_of, set_revision
from beespace.server.storage.tables import (
    LIBRARIES,
    PUZZLE_RESULTS,
    PUZZLE_SCORES,
    STUDIES,
    SYNCED_ROWS,
)

# How much is handed over at once.
_MOST_ROWS = 500
_MOST_CHARS = 1_000_000


def hand_over_results(connection: sa.Connection, before: str, after: str) -> None:
    """Give a guest's puzzle results to another guest, except those that the other one has."""
    results = PUZZLE_RESULTS.alias()
    is_known = sa.exists().where(
        results.c.guest == after, results.c.puzzle == PUZZLE_RESULTS.c.puzzle
    )
    new = PUZZLE_RESULTS.update().where(PUZZLE_RESULTS.c.guest == before, ~is_known)
    connection.execute(new.values(guest=after))
    for table in (PUZZLE_RESULTS, PUZZLE_SCORES):
        connection.execute(table.delete().where(table.c.guest == before))


def hand_over_some(connection: sa.Connection, before: str, after: str) -> bool:
    """Give the first rows of one guest's library to another. Returns whether none are left.

    Nothing of the other is replaced: where both have a row, the pages of the devices merge them,
    because they have them, too.
    """
    last, is_complete = _end_of_part(connection, before)
    rows = SYNCED_ROWS.c
    part = rows.guest == before, rows.revision <= last
    studies = sa.select(rows.id).where(*part, rows.store == STUDY_ROWS, ~rows.is_deleted)
    own = STUDIES.update().where(STUDIES.c.owner == before, STUDIES.c.id.in_(studies))
    connection.execute(own.values(owner=after))
    # The other guest may have deleted a study with this id.
    theirs = SYNCED_ROWS.alias()
    deleted = sa.select(theirs.c.id).where(
        theirs.c.guest == before,
        theirs.c.revision <= last,
        theirs.c.store == STUDY_ROWS,
        ~theirs.c.is_deleted,
    )
    is_replaced = rows.guest == after, rows.store == STUDY_ROWS, rows.id.in_(deleted)
    connection.execute(SYNCED_ROWS.delete().where(*is_replaced))
    is_known = sa.exists().where(
        theirs.c.guest == after, theirs.c.store == rows.store, theirs.c.id == rows.id
    )
    base = revision_of(connection, after)
    first = connection.scalar(sa.select(sa.func.min(rows.revision)).where(rows.guest == before))
    # The ids of deleted studies stay their owner's: links to them may be anywhere.
    is_kept = ~rows.is_deleted | (rows.store == STUDY_ROWS)
    moved = SYNCED_ROWS.update().where(*part, is_kept, ~is_known)
    shift = base + 1 - (first or 0)
    if connection.execute(moved.values(guest=after, revision=rows.revision + shift)).rowcount:
        set_revision(connection, after, last + shift)
    connection.execute(SYNCED_ROWS.delete().where(*part))
    if is_complete:
        connection.execute(LIBRARIES.delete().where(LIBRARIES.c.guest == before))
    return is_complete


def _end_of_part(connection: sa.Connection, guest: str) -> tuple[int, bool]:
    """Return the revision up to which rows are handed over at once, and whether that is all."""
    rows, chars, last = SYNCED_ROWS.c, 0, 0
    size = sa.func.coalesce(
        sa.func.length(rows.content), sa.func.length(STUDIES.c.record), sa.literal(0)
    )
    of_study = (rows.store == STUDY_ROWS) & (STUDIES.c.id == rows.id)
    query = (
        sa.select(rows.revision, size)
        .select_from(SYNCED_ROWS.outerjoin(STUDIES, of_study))
        .where(rows.guest == guest)
        .order_by(rows.revision)
        .limit(_MOST_ROWS + 1)
    )
    found = connection.execute(query).all()
    for number, (revision, length) in enumerate(found):
        chars += length
        if number == _MOST_ROWS or (number and chars > _MOST_CHARS):
            return last, False
        last = revision
    return last, True
