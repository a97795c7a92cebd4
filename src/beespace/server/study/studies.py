"""Studies: games as trees of moves, read from text, written to files, saved and shared by link."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

from beespace import formats
from beespace.backend import Board
from beespace.errors import BeespaceError, InvalidNotationError, InvalidPositionError, RecordError
from beespace.formats import GameRecord, PlayedMove
from beespace.formats.writing import replay_of
from beespace.rules import BaseBoard
from beespace.server.boards.turns import played_move
from beespace.server.people.client import Client, Owner
from beespace.server.people.ids import new_id
from beespace.server.people.quota import StorageQuota
from beespace.server.play.playing import MOST_PLIES, now
from beespace.server.play.records import Download, file_of
from beespace.server.problems import Problem, ProblemError
from beespace.server.storage.guests.studies import StoredStudies, StoredStudy
from beespace.server.study.messages import (
    KeptStudy,
    OwnStudy,
    ReadStudy,
    SayStudy,
    SayStudyChange,
    SharedStudy,
    Study,
    StudyMove,
)
from beespace.server.work.service import Workers

MOST_KEPT = 100_000
MOST_OF_ONE = 1000
_MOST_SKIPPED = 20
# Far more than anyone enters by hand.
_MOST_MOVES = 10_000


class Studies:
    """The studies of one server. It raises a ProblemError for requests it refuses."""

    def __init__(self, stored: StoredStudies, workers: Workers, quota: StorageQuota) -> None:
        self._stored = stored
        self._quota = quota
        self._workers = workers

    async def read(self, text: str, client: Client) -> str:
        """Parse a text as a study: its first game, or a position. Returns a `ReadStudy` as JSON."""
        return await self._workers.run(client.names, _read, text, chars=len(text))

    async def write(self, said: SayStudy, format: str, client: Client) -> Download:
        """Return a study as a file. A UHP game string holds only the main line."""
        chars = len(said.record)
        return await self._workers.run(client.names, _write, said.record, format, chars=chars)

    async def keep(self, said: SayStudy, client: Owner) -> KeptStudy:
        """Save a new study that belongs to the client."""
        chars = len(said.record)
        record = await self._workers.run(client.names, checked_record, said.record, chars=chars)
        await self._quota.check(client, len(record))
        time = now()
        study = StoredStudy(new_id(), client.guest, said.title, time, time, record)
        if not await self._stored.create(study, MOST_KEPT, MOST_OF_ONE):
            raise ProblemError(
                "full", "there is no room for more saved analyses; delete some first"
            )
        return KeptStudy(id=study.id, updated=time)

    async def change(self, study_id: str, said: SayStudyChange, client: Owner) -> KeptStudy:
        """Replace the version that the client has seen of one of its studies."""
        found = await self._own(study_id, client.guest)
        if found.updated != said.seen:
            raise _study_changed()
        chars = len(said.record)
        record = await self._workers.run(client.names, checked_record, said.record, chars=chars)
        await self._quota.check(client, len(record), instead_of=len(found.record))
        changed = replace(found, title=said.title, updated=now(), record=record)
        if not await self._stored.replace(changed, found.updated):
            await self._found(study_id)
            raise _study_changed()
        return KeptStudy(id=study_id, updated=changed.updated)

    async def delete(self, study_id: str, guest: str) -> None:
        """Delete one of the guest's studies."""
        found = await self._own(study_id, guest)
        await self._stored.delete(found, now())

    async def shared(self, study_id: str, client: Owner) -> str:
        """Return a study to anyone who has its link, as a `SharedStudy` in JSON."""
        found = await self._found(study_id)
        is_yours = found.owner == client.guest
        chars = len(found.record)
        return await self._workers.run(client.names, _shared, found, is_yours, chars=chars)

    async def of(self, guest: str) -> list[OwnStudy]:
        """Return a guest's studies, most recently changed first."""
        return [
            OwnStudy(id=one.id, title=one.title, updated=one.updated)
            for one in await self._stored.of(guest)
        ]

    async def _own(self, study_id: str, guest: str) -> StoredStudy:
        found = await self._found(study_id)
        if found.owner != guest:
            raise ProblemError("not-yours", "only its owner can change this analysis")
        return found

    async def _found(self, study_id: str) -> StoredStudy:
        # PostgreSQL refuses texts with the character 0.
        found = await self._stored.get(study_id) if study_id.isprintable() else None
        if found is None:
            raise _no_such_study(study_id)
        return found


def _read(text: str) -> str:
    position = _as_position(text)
    if position is not None:
        return ReadStudy(study=study_of(position), others=0, skipped=[]).model_dump_json()
    first: GameRecord | None = None
    others = 0
    try:
        reader = formats.read_games(io.StringIO(text), name="line")
        for record in reader:
            if first is None:
                first = record
            else:
                others += 1
    except RecordError as error:
        raise ProblemError("unreadable", str(error)) from None
    skipped = [str(error) for error in reader.skipped[:_MOST_SKIPPED]]
    if first is None:
        why = skipped[0] if skipped else "there is no game in this text"
        raise ProblemError("unreadable", why)
    return ReadStudy(study=study_of(first), others=others, skipped=skipped).model_dump_json()


def _write(record: str, format: str) -> Download:
    return file_of(_record(record), format, "beespace-study")


def _shared(found: StoredStudy, is_yours: bool) -> str:
    study = study_of(_record(found.record), found.title)
    shown = SharedStudy(id=found.id, study=study, is_yours=is_yours, updated=found.updated)
    return shown.model_dump_json()


def study_text(record: GameRecord) -> str:
    """Return a record as a `Study` in JSON."""
    return study_of(record).model_dump_json()


def _no_such_study(study_id: str) -> ProblemError:
    return ProblemError("no-such-study", f"there is no study {study_id[:40]}")


def _study_changed() -> ProblemError:
    text = "this analysis has changed since you opened it; save yours as a new one"
    return ProblemError("study-changed", text)


def study_of(record: GameRecord, title: str = "") -> Study:
    """Return a record as a study."""
    board = record.board(0)
    return Study(
        title=title,
        white=record.white,
        black=record.black,
        ruleset=str(record.ruleset),
        start=record.start,
        expansions=record.ruleset.expansions,
        comment=record.comment,
        line=_line(board, record.line),
    )


def _line(board: BaseBoard, line: list[PlayedMove]) -> list[StudyMove]:
    """Return a line of moves from a position. The board is restored afterwards."""
    found = []
    for played in line:
        variations = [_line(board, variation) for variation in played.variations]
        found.append(
            StudyMove(
                played=played_move(board, played.move, played.spent_ms),
                comment=played.comment,
                glyph=played.glyph,
                variations=variations,
            )
        )
        board.push_unchecked(played.move)
    for _ in line:
        board.pop()
    return found


def _as_position(text: str) -> GameRecord | None:
    """Return a record that starts from a position, if the text is one."""
    line = text.strip()
    if "\n" in line or ";" in line or line.count(" ") < 2 or not line.lower().startswith("base"):
        return None
    try:
        board = Board.from_position(line)
    except InvalidPositionError as error:
        raise ProblemError("invalid-position", str(error)) from None
    except InvalidNotationError as error:
        raise ProblemError("unreadable", str(error)) from None
    return GameRecord(board.ruleset, start=board.position())


def checked_record(text: str) -> str:
    """Return a study's record as it is stored.

    Raises:
        ProblemError: it can't be read.
    """
    return formats.dumps(_record(text), "json")


def study_problems(records: Sequence[str]) -> list[Problem | None]:
    """Return for each record why it can't be a study, or None."""
    found: list[Problem | None] = []
    for record in records:
        try:
            _record(record)
        except ProblemError as error:
            found.append(error.problem)
        else:
            found.append(None)
    return found


def _record(text: str) -> GameRecord:
    try:
        record = formats.loads(text, "json")
        replay_of(record)
    except BeespaceError as error:
        raise ProblemError("unreadable", str(error)) from None
    if len(record.line) > MOST_PLIES or _count(record.line) > _MOST_MOVES:
        raise ProblemError("too-long", f"an analysis has at most {_MOST_MOVES} moves")
    return record


def _count(line: list[PlayedMove]) -> int:
    return len(line) + sum(_count(variation) for one in line for variation in one.variations)
