"""Exchanges rows with guests' pages, so that all devices of a guest have the same games.

The server stores what the pages send and doesn't read it, except for studies, which others may
open. Pages merge: see decision 0039.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing

from beespace.puzzles import shelf
from beespace.server.people.client import Owner
from beespace.server.people.quota import StorageQuota
from beespace.server.problems import Problem, ProblemError
from beespace.server.refusals import LimitName, Refusals
from beespace.server.settings import Settings
from beespace.server.storage import Database
from beespace.server.storage.guests.changes import EPOCH, STUDY_ROWS, SyncedRow
from beespace.server.storage.guests.puzzle_results import PuzzleResults
from beespace.server.storage.guests.synced import StudyLimits, SyncedRows
from beespace.server.study.studies import MOST_KEPT, MOST_OF_ONE, study_problems
from beespace.server.sync.messages import (
    LibraryChanged,
    RowChange,
    RowRefused,
    RowStored,
    SayRow,
    SaySync,
    Store,
    Synced,
)
from beespace.server.sync.watching import Watchers
from beespace.server.work.queue import Priority
from beespace.server.work.service import Workers
from beespace.server.work.slots import Slots

# How much of what has changed a page gets at once.
_MOST_CHARS = 500_000
# How long others have the database for themselves after an exchange, in times of that.
_PAUSE = 2
# What is written again counts this much less than what is new.
_REWRITTEN = 10
_PUZZLES = "puzzles"
_STORES: Mapping[str, Store] = {"games": "games", "studies": "studies", "progress": "progress"}


class Sync:
    """The libraries of a server's guests. It raises a ProblemError for requests it refuses."""

    def __init__(
        self,
        epoch: str,
        settings: Settings,
        database: Database,
        workers: Workers,
        quota: StorageQuota,
        refusals: Refusals,
    ) -> None:
        self._epoch = epoch
        self._stored = SyncedRows(database, StudyLimits(MOST_KEPT, MOST_OF_ONE))
        self._results = PuzzleResults(database)
        self._workers = workers
        self._quota = quota
        self._refusals = refusals
        self._watchers = Watchers()
        self._turns = Slots(
            1,
            settings.computations_per_client,
            most_waiting=settings.most_waiting_computations,
            when_refused=self._note,
        )

    @classmethod
    async def of(
        cls,
        settings: Settings,
        database: Database,
        workers: Workers,
        quota: StorageQuota,
        refusals: Refusals,
    ) -> Sync:
        """Return the libraries in a database."""
        epoch = await database.server_value(EPOCH, lambda: secrets.token_hex(8))
        return cls(epoch, settings, database, workers, quota, refusals)

    async def exchange(self, said: SaySync, client: Owner) -> Synced:
        """Store what has changed on a page, and return what has changed elsewhere."""
        rows, refused = await self._checked(said.rows, client)
        # One page at a time, addresses in turn, and most of the time none: moves of running games
        # must get in between.
        async with self._turns.taken(Priority.HELP, client.names):
            began_s = time.monotonic()
            result = await self._exchange(said, rows, refused, client)
            if result.stored:
                latest = max(one.revision for one in result.stored)
                self._watchers.note(client.guest, latest)
            await asyncio.sleep(_PAUSE * (time.monotonic() - began_s))
            return result

    async def changes(self, guest: str, browser: str) -> AsyncGenerator[LibraryChanged, None]:
        """Yield the library's revision, and again whenever a device has changed something."""
        async with aclosing(self._watchers.changes(guest, browser)) as changes:
            async for noted in changes:
                revision = await self._stored.revision(guest) if noted is None else noted
                yield LibraryChanged(revision=revision)

    def end_streams(self, guest: str, browser: str) -> None:
        """End the streams of a browser that isn't one of a guest's devices any more."""
        self._watchers.end(guest, browser)

    def _note(self) -> None:
        self._refusals.note(LimitName.COMPUTATIONS)

    async def _exchange(
        self, said: SaySync, rows: list[SyncedRow], refused: list[RowRefused], client: Owner
    ) -> Synced:
        library = self._library_of(client.guest)
        is_other = bool(said.library) and said.library != library
        if is_other or said.since > await self._stored.revision(client.guest):
            return Synced(
                library=library,
                revision=0,
                is_complete=False,
                rows=[],
                stored=[],
                refused=[],
                has_other_devices=bool(client.devices),
            )
        if said.since == 0:
            await self._take_in_old_results(client.guest)
        rows, only, too_much = await self._within_quota(rows, client)
        done = await self._stored.exchange(client.guest, said.since, rows, _MOST_CHARS, only)
        refused = [
            *refused,
            *too_much,
            *(_refused_study(one, "taken", "someone else has this id") for one in done.taken),
            *(
                _refused_study(one, "full", "there is no room for more studies")
                for one in done.full
            ),
        ]
        return Synced(
            library=library,
            revision=done.revision,
            is_complete=done.is_complete,
            rows=[_told(row) for row in done.rows],
            stored=[
                RowStored(store=_STORES[store], id=row_id, revision=revision)
                for (store, row_id), revision in done.stored.items()
            ],
            refused=refused,
            has_other_devices=bool(client.devices),
        )

    def _library_of(self, guest: str) -> str:
        """Return the public name of a guest's library."""
        return hashlib.sha256(f"{self._epoch} {guest}".encode()).hexdigest()[:24]

    async def _checked(
        self, said: list[SayRow], client: Owner
    ) -> tuple[list[SyncedRow], list[RowRefused]]:
        """Return the rows that others can open, and those that they can't.

        They are stored as they are, so that pages recognize them.
        """
        rows = [
            SyncedRow(
                one.store, one.id, one.revision, one.changed, one.is_deleted, one.content, one.title
            )
            for one in said
        ]
        studies = [row for row in rows if row.store == STUDY_ROWS and not row.is_deleted]
        if not studies:
            return rows, []
        records = [row.content or "" for row in studies]
        chars = sum(map(len, records))
        try:
            found = await self._workers.run(client.names, study_problems, records, chars=chars)
        except ProblemError as error:
            if error.problem.code == "too-costly":
                found = [error.problem] * len(studies)
            else:
                # That isn't the fault of these studies: the page sends them again.
                text = error.problem.text
                found = [ProblemError("busy", text).problem] * len(studies)
        wrong = {
            row.id: problem
            for row, problem in zip(studies, found, strict=True)
            if problem is not None
        }
        is_wrong = [row.store == STUDY_ROWS and row.id in wrong for row in rows]
        refused = [_refused_study(one, it.code, it.text) for one, it in wrong.items()]
        return [row for row, wrong in zip(rows, is_wrong, strict=True) if not wrong], refused

    async def _within_quota(
        self, rows: list[SyncedRow], client: Owner
    ) -> tuple[list[SyncedRow], Sequence[SyncedRow], list[RowRefused]]:
        """Return the rows that aren't refused, which of them there is room for, and the others."""
        replaced = await self._stored.replaced(client.guest, rows) if rows else None
        if replaced is None or not replaced.rows:
            return rows, (), []
        size, before = replaced.bytes, replaced.bytes_before
        # A game is sent whole after every few moves. Only what is new takes room.
        written = max(size - before, 0) + size // _REWRITTEN
        try:
            await self._quota.check(client, size, instead_of=before, written=written)
        except ProblemError as error:
            # Deleting makes room, unless there was nothing: that would be stored, too.
            gone = [row for row in replaced.rows if row.is_deleted and row.revision]
            others = [row for row in replaced.rows if not (row.is_deleted and row.revision)]
            full = {(row.store, row.id) for row in others}
            left = [row for row in rows if (row.store, row.id) not in full]
            return left, gone, [_refused(row, error.problem) for row in others]
        return rows, replaced.rows, []

    async def _take_in_old_results(self, guest: str) -> None:
        """Store the puzzle results of earlier versions, which counted on the server."""
        results = await self._results.all(guest)
        if not results or await self._stored.has(guest, "progress", _PUZZLES):
            return
        shipped = shelf.shipped()
        counted = [
            [puzzle, shipped[puzzle].grade, is_solved, at]
            for puzzle, is_solved, at in results
            if puzzle in shipped
        ]
        latest = max(at for _, _, at in results)
        content = json.dumps(counted, separators=(",", ":"))
        row = SyncedRow("progress", _PUZZLES, 0, latest, is_deleted=False, content=content)
        await self._stored.exchange(guest, 0, [row], 0)


def _refused(row: SyncedRow, problem: Problem) -> RowRefused:
    return RowRefused(store=_STORES[row.store], id=row.id, code=problem.code, text=problem.text)


def _refused_study(study_id: str, code: str, text: str) -> RowRefused:
    return RowRefused(store="studies", id=study_id, code=code, text=text)


def _told(row: SyncedRow) -> RowChange:
    return RowChange(
        store=_STORES[row.store],
        id=row.id,
        revision=row.revision,
        changed=row.changed,
        is_deleted=row.is_deleted,
        content="" if row.is_deleted else row.content or "",
        title=row.title,
    )
