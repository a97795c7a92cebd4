"""Writes PGN in one strict form, which Mzinga can read."""

from __future__ import annotations

import re

from beespace.errors import RecordError
from beespace.formats.pgn.comments import Note, VariationMove, write_comment
from beespace.formats.pgn.tags import REASON_TAG, RESERVED, RULESET_TAG, START_TAG
from beespace.formats.record import GameRecord, PlayedMove
from beespace.formats.replay import Replay, inferred_ruleset
from beespace.formats.writing import check, replay_of
from beespace.rules import EndReason


def write(record: GameRecord) -> str:
    """Return a game as PGN, with a trailing line break.

    Raises:
        RecordError: the record contradicts itself, or a value doesn't fit into a tag.
    """
    check(record)
    lines = [_tag(name, value) for name, value in _tags(record)]
    lines.append("")
    if record.comment:
        lines.append("{" + write_comment(Note(record.comment)) + "}")
    replay = replay_of(record)
    for number, played in enumerate(record.line, 1):
        note = _note(replay, played)
        lines.append(f"{number}. {replay.text(played.move)}")
        replay.play(played.move)
        if not played.is_bare:
            lines.append("{" + write_comment(note) + "}")
    if record.result.is_decided:
        lines += ["", record.result.value]
    return "\n".join(lines).rstrip("\n") + "\n"


def _tags(record: GameRecord) -> list[tuple[str, str]]:
    """Return Mzinga's tags in its order, then those that it treats as optional."""
    tags = [
        ("GameType", record.ruleset.game_type),
        ("Date", record.date),
        ("Event", record.event),
        ("Site", record.site),
        ("Round", record.round),
        ("White", record.white),
        ("Black", record.black),
        ("Result", record.result.value),
    ]
    if record.time:
        tags.append(("Time", record.time))
    if record.start:
        tags.append((START_TAG, record.start))
    if record.start or record.ruleset != inferred_ruleset(record.ruleset, record.moves):
        tags.append((RULESET_TAG, str(record.ruleset)))
    if record.reason is not None:
        tags.append((REASON_TAG, record.reason.value))
    for name, value in record.tags.items():
        is_reason = name == REASON_TAG and (record.reason or value in set(EndReason))
        if name in RESERVED or is_reason:
            raise RecordError(f"the tag {name} is reserved: set the record's own field instead")
        tags.append((name, value))
    return tags


def _tag(name: str, value: str) -> str:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        raise RecordError(f"{name!r} is not a valid tag name: use letters, digits and underscores")
    if re.search(r"[\x00-\x1f\x7f]", value):
        raise RecordError(f"the tag {name} contains a line break or another control character")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _note(replay: Replay, played: PlayedMove) -> Note:
    """Return the notes about a move, which is the next one to be played."""
    note = Note(played.comment, played.clock_ms, played.spent_ms, glyph=played.glyph)
    for variation in played.variations:
        ply = replay.ply
        moves = []
        for move in variation:
            nested = _note(replay, move)
            moves.append(VariationMove(replay.text(move.move), 0, nested))
            replay.play(move.move)
        note.variations.append(moves)
        replay.undo_to(ply)
    return note
