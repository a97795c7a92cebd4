"""Studies: games as trees of moves, read from text, written to files, and shared by link."""

from __future__ import annotations

import io
import threading
from pathlib import Path
from typing import Any

from beespace import formats
from beespace.backend import Board
from beespace.errors import BeespaceError, InvalidNotationError, InvalidPositionError, RecordError
from beespace.formats import GameRecord, PlayedMove
from beespace.formats.writing import replay_of
from beespace.rules import BaseBoard
from beespace.server.boards.turns import played_move
from beespace.server.people.ids import new_id
from beespace.server.play.playing import MOST_PLIES, now
from beespace.server.play.records import Download, file_of
from beespace.server.problems import ProblemError
from beespace.server.study.files import Files
from beespace.server.study.messages import (
    KeptStudy,
    OwnStudy,
    ReadStudy,
    SayStudy,
    SharedStudy,
    Study,
    StudyMove,
)

FOLDER = "studies"
# The owners of studies: one file per guest, so that listing needs no search.
_OWNERS = "study-owners"
_MOST_KEPT = 100_000
_MOST_OF_ONE = 1000
_MOST_SKIPPED = 20
# Far more than anyone enters by hand.
_MOST_MOVES = 10_000


class Studies:
    """The studies of one data folder. Methods block, and raise a ProblemError if they fail."""

    def __init__(self, data: Path) -> None:
        self._files = Files(data / FOLDER)
        self._owners = Files(data / _OWNERS)
        # Held while changing a guest's list.
        self._listing = threading.Lock()

    def read(self, text: str) -> ReadStudy:
        """Parse a text as a study: its first game, or a position."""
        position = _as_position(text)
        if position is not None:
            return ReadStudy(study=study_of(position), others=0, skipped=[])
        records = []
        try:
            reader = formats.read_games(io.StringIO(text), name="line")
            records = list(reader)
        except RecordError as error:
            raise ProblemError("unreadable", str(error), 422) from None
        skipped = [str(error) for error in reader.skipped]
        if not records:
            why = skipped[0] if skipped else "there is no game in this text"
            raise ProblemError("unreadable", why, 422)
        study = study_of(records[0])
        return ReadStudy(study=study, others=len(records) - 1, skipped=skipped[:_MOST_SKIPPED])

    def write(self, said: SayStudy, format: str) -> Download:
        """Return a study as a file. A UHP game string holds only the main line."""
        return file_of(_record(said.record), format, "beespace-study")

    def keep(self, said: SayStudy, guest: str) -> KeptStudy:
        """Save a new study that belongs to the guest."""
        is_full = len(self._files.names()) >= _MOST_KEPT
        if is_full or len(self.of(guest)) >= _MOST_OF_ONE:
            raise ProblemError("full", "there is no room for more studies; delete some first", 507)
        study_id = new_id()
        self._write(study_id, said, guest, now())
        return KeptStudy(id=study_id)

    def change(self, study_id: str, said: SayStudy, guest: str) -> KeptStudy:
        """Replace one of the guest's studies."""
        found = self._own(study_id, guest)
        self._write(study_id, said, guest, str(found["created"]))
        return KeptStudy(id=study_id)

    def delete(self, study_id: str, guest: str) -> None:
        """Delete one of the guest's studies."""
        self._own(study_id, guest)
        self._files.delete(study_id)
        self._list(guest, study_id, None)

    def shared(self, study_id: str, guest: str) -> SharedStudy:
        """Return a study to anyone who has its link."""
        found = self._found(study_id)
        study = study_of(_record(str(found["record"])), str(found["title"]))
        return SharedStudy(id=study_id, study=study, is_yours=found.get("owner") == guest)

    def of(self, guest: str) -> list[OwnStudy]:
        """Return a guest's studies, most recently changed first."""
        listed = (self._owners.read(guest) or {}).get("studies", [])
        own = [OwnStudy.model_validate(one) for one in listed]
        return sorted(own, key=lambda one: one.updated, reverse=True)

    def _own(self, study_id: str, guest: str) -> dict[str, object]:
        found = self._found(study_id)
        if found.get("owner") != guest:
            raise ProblemError("not-yours", "only its owner can change this study", 403)
        return found

    def _found(self, study_id: str) -> dict[str, object]:
        found = self._files.read(study_id)
        if found is None:
            raise ProblemError("no-such-study", f"there is no study {study_id[:40]}", 404)
        return found

    def _write(self, study_id: str, said: SayStudy, guest: str, created: str) -> None:
        record = formats.dumps(_record(said.record), "json")
        updated = now()
        data = {
            "title": said.title,
            "owner": guest,
            "created": created,
            "updated": updated,
            "record": record,
        }
        self._files.write(study_id, data)
        self._list(guest, study_id, OwnStudy(id=study_id, title=said.title, updated=updated))

    def _list(self, guest: str, study_id: str, entry: OwnStudy | None) -> None:
        with self._listing:
            listed: list[dict[str, Any]] = [
                one.model_dump() for one in self.of(guest) if one.id != study_id
            ]
            if entry is not None:
                listed.insert(0, entry.model_dump())
            self._owners.write(guest, {"studies": listed})


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
        raise ProblemError("invalid-position", str(error), 422) from None
    except InvalidNotationError as error:
        raise ProblemError("unreadable", str(error), 422) from None
    return GameRecord(board.ruleset, start=board.position())


def _record(text: str) -> GameRecord:
    try:
        record = formats.loads(text, "json")
        replay_of(record)
    except BeespaceError as error:
        raise ProblemError("unreadable", str(error), 422) from None
    if len(record.line) > MOST_PLIES or _count(record.line) > _MOST_MOVES:
        raise ProblemError("too-long", f"a study has at most {_MOST_MOVES} moves", 422)
    return record


def _count(line: list[PlayedMove]) -> int:
    return len(line) + sum(_count(variation) for one in line for variation in one.variations)
