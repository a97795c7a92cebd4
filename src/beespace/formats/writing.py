"""Checks that every writer makes before it writes a record."""

from __future__ import annotations

from beespace.errors import (
    IllegalMoveError,
    InvalidNotationError,
    InvalidPositionError,
    RecordError,
)
from beespace.formats.record import GLYPHS, GameRecord, PlayedMove, settle
from beespace.formats.replay import Replay
from beespace.rules import BaseBoard, EndReason, Result

# Writers and readers reject deeper variations.
MAX_DEPTH = 32


def check(record: GameRecord) -> None:
    """Check that a record can be written and read back unchanged.

    Raises:
        RecordError: a move is illegal, a time is negative, a text is not valid Unicode, or the
            result contradicts the final position.
    """
    replay = replay_of(record)
    _check_line(replay, record.line, depth=0)
    _check_result(record, replay.board)
    texts = (record.white, record.black, record.date, record.time, record.event, record.site)
    for text in (*texts, record.round, record.comment, *record.tags, *record.tags.values()):
        _check_text(text)


def replay_of(record: GameRecord) -> Replay:
    """Return a replay at the start of the record.

    Raises:
        RecordError: the record's start is not a valid position of its game.
    """
    try:
        return Replay(record.ruleset, infer_queen_first=False, start=record.start)
    except (InvalidNotationError, InvalidPositionError) as error:
        raise RecordError(f"invalid start position: {error}") from None


def _check_line(replay: Replay, line: list[PlayedMove], depth: int) -> None:
    if depth > MAX_DEPTH:
        raise RecordError(f"variations are nested more than {MAX_DEPTH} deep")
    for played in line:
        ply = replay.ply
        for variation in played.variations:
            if not variation:
                raise RecordError(f"a variation at move {ply + 1} is empty")
            _check_line(replay, variation, depth + 1)
            replay.undo_to(ply)
        _check_text(played.comment)
        if played.glyph and played.glyph not in GLYPHS:
            raise RecordError(f"move {ply + 1} has the unknown glyph {played.glyph!r}")
        for time_ms in (played.clock_ms, played.spent_ms):
            if time_ms is not None and time_ms < 0:
                raise RecordError(f"the time of move {ply + 1} is negative")
        try:
            replay.play(played.move)
        except IllegalMoveError as error:
            raise RecordError(f"move {ply + 1}: {error}") from None


def _check_result(record: GameRecord, board: BaseBoard) -> None:
    shown = settle(board, record.outcome)
    if shown == record.outcome:
        return
    if record.result is Result.UNFINISHED and board.outcome() is None:
        raise RecordError(f"the game is unfinished, but has the end reason {record.reason}")
    if record.reason is EndReason.SURROUND and board.outcome() is None:
        raise RecordError("the reason is surround, but no queen is surrounded")
    reason = f" ({record.reason})" if record.reason else ""
    raise RecordError(
        f"the moves end with {shown.result} ({shown.reason}), but the record says "
        f"{record.result}{reason}"
    )


def _check_text(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise RecordError(f"not valid Unicode: {text!r}") from None
