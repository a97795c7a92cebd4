"""Studies: games as trees of moves, read from texts, written as files, kept and shared by link."""

from __future__ import annotations

import hashlib
import hmac
import io
import secrets
from pathlib import Path

from beespace import formats
from beespace.backend import Board
from beespace.errors import BeespaceError, InvalidNotationError, InvalidPositionError, RecordError
from beespace.formats import GameRecord, PlayedMove
from beespace.formats.writing import replay_of
from beespace.rules import BaseBoard
from beespace.server.games.ids import new_id
from beespace.server.games.playing import MOST_PLIES, now
from beespace.server.games.problems import ProblemError
from beespace.server.games.records import Download
from beespace.server.games.turns import played_move
from beespace.server.study.files import Files
from beespace.server.study.messages import (
    KeptStudy,
    ReadStudy,
    SayStudy,
    SharedStudy,
    Study,
    StudyMove,
)

FOLDER = "studies"
_MOST_KEPT = 100_000
_MOST_SKIPPED = 20
# A tree as large as anybody makes by hand, many times over.
_MOST_MOVES = 10_000


class Studies:
    """Studies of one data folder. Whatever cannot be done is a ProblemError; all of it blocks."""

    def __init__(self, data: Path) -> None:
        self._files = Files(data / FOLDER)

    def read(self, text: str) -> ReadStudy:
        """The first game of a text, or the position that it is."""
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
            why = skipped[0] if skipped else "there is no game in it"
            raise ProblemError("unreadable", why, 422)
        study = study_of(records[0])
        return ReadStudy(study=study, others=len(records) - 1, skipped=skipped[:_MOST_SKIPPED])

    def write(self, said: SayStudy, format: str) -> Download:
        """A study as a file; a game string holds the main line only."""
        record = _record(said.record)
        try:
            text = formats.dumps(record, format)
        except RecordError as error:
            raise ProblemError("cannot-write", str(error), 422) from None
        media_type = "application/json" if format == "json" else "text/plain; charset=utf-8"
        ending = formats.FORMATS[format].extensions[0]
        return Download(f"beespace-study{ending}", media_type, (text.rstrip("\n") + "\n").encode())

    def keep(self, said: SayStudy) -> KeptStudy:
        """Keep a new study."""
        if len(self._files.names()) >= _MOST_KEPT:
            raise ProblemError("full", "no more studies can be kept here", 507)
        kept = KeptStudy(id=new_id(), key=secrets.token_urlsafe(24))
        self._write(kept.id, said, _hash(kept.key), now())
        return kept

    def change(self, study_id: str, said: SayStudy) -> KeptStudy:
        """Put another study in the place of one that was kept, for those who have its key."""
        found = self._found(study_id)
        if not hmac.compare_digest(str(found["key"]), _hash(said.key)):
            raise ProblemError("not-yours", "only who made the study can change it", 403)
        self._write(study_id, said, str(found["key"]), str(found["created"]))
        return KeptStudy(id=study_id, key=said.key)

    def shared(self, study_id: str) -> SharedStudy:
        """A study for anybody who has its link."""
        found = self._found(study_id)
        study = study_of(_record(str(found["record"])), str(found["title"]))
        return SharedStudy(id=study_id, study=study)

    def _found(self, study_id: str) -> dict[str, object]:
        found = self._files.read(study_id)
        if found is None:
            raise ProblemError("no-such-study", f"there is no study {study_id[:40]}", 404)
        return found

    def _write(self, study_id: str, said: SayStudy, key: str, created: str) -> None:
        record = formats.dumps(_record(said.record), "json")
        data = {
            "title": said.title,
            "key": key,
            "created": created,
            "updated": now(),
            "record": record,
        }
        self._files.write(study_id, data)


def study_of(record: GameRecord, title: str = "") -> Study:
    """A record as the page shows it."""
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
    """A line of moves from a position; the board is as before afterwards."""
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
    """A record that begins at a position, if the text is the notation of one."""
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


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
