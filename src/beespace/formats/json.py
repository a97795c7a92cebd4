r"""Records as JSON: a complete record in a format of our own.

A file holds one object, or one per line. Empty fields are left out, and a move without notes is
just its text:

    {"format": "beespace-game", "version": 1, "ruleset": "Base", "white": "Ann",
     "result": "WhiteWins", "reason": "resign",
     "moves": ["wS1", {"move": "bG1 wS1-", "clock_ms": 598000, "comment": "As usual.",
                       "glyph": "!?", "variations": [["bA1 wS1-", "wQ -wS1"]]}]}

A study that starts from a position stores the position's notation in `start`.

The reader also accepts the objects that machine-readable collections use, one game per line, and
ignores their other keys. They are never written:

    {"game_type": "Base+MLP", "result": "1-0", "reason": "resign", "moves": ["wS1", "bG1 wS1-"]}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from beespace.errors import (
    IllegalMoveError,
    InvalidNotationError,
    InvalidPositionError,
    RecordError,
)
from beespace.formats.dates import read_date
from beespace.formats.record import GLYPHS, GameRecord, PlayedMove, settle
from beespace.formats.replay import Replay
from beespace.formats.source import Chunk, ChunkBuilder, Lines
from beespace.formats.writing import MAX_DEPTH, check, replay_of
from beespace.rules import EndReason, Outcome, Result, Ruleset

FORMAT = "beespace-game"
VERSION = 1

_TEXTS = ("start", "white", "black", "date", "time", "event", "site", "round", "comment")
_KEYS = {"format", "version", "ruleset", "result", "reason", "tags", "moves", *_TEXTS}
_PLAIN_RESULTS = {
    "1-0": Result.WHITE_WINS,
    "0-1": Result.BLACK_WINS,
    "1/2-1/2": Result.DRAW,
    **{result.value: result for result in Result},
}
_MOVE_KEYS = {"move", "glyph", "comment", "clock_ms", "spent_ms", "variations"}


# Keys and indices that lead from the outermost value to one inside.
Path = tuple[str | int, ...]

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


# Reading


def looks_like_it(text: str) -> bool:
    """Return whether a line starts a JSON object."""
    return re.match(r"\s*\{\s*(\"|$)", text) is not None


def split(lines: Lines) -> Iterator[Chunk | RecordError]:
    """Yield the objects of a file; each ends where its first brace is closed.

    After a broken object, the next one starts at the first line that begins with a brace.
    """
    game = ChunkBuilder(lines.file)
    depth, in_string = 0, False
    for line in lines:
        if game and line.text.startswith("{"):
            yield game.take()
            depth, in_string = 0, False
        if not game and not line.text.strip():
            continue
        game.add(line)
        depth, in_string = _depth_after(line.text, depth, in_string)
        if depth <= 0:
            yield game.take()
            depth, in_string = 0, False
    if game:
        yield game.take(is_last=True)


def _depth_after(text: str, depth: int, in_string: bool) -> tuple[int, bool]:
    for mark in re.findall(r'\\.|["{}]', text):
        if mark == '"':
            in_string = not in_string
        elif not in_string and len(mark) == 1:
            depth += 1 if mark == "{" else -1
    return depth, in_string


class _PlaceError(Exception):
    """An error at a path into the object."""

    def __init__(self, reason: str, *path: str | int) -> None:
        super().__init__(reason)
        self.path: Path = path


def parse(chunk: Chunk) -> GameRecord:
    """Return the record in one object.

    Raises:
        RecordError: the object isn't a valid record; the error has the place and the reason.
    """
    try:
        data = json.loads(chunk.text, object_pairs_hook=_without_repeats, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise chunk.error(f"invalid JSON: {error.msg}", error.pos) from None
    except _PlaceError as error:
        raise chunk.error(str(error)) from None
    except (ValueError, RecursionError) as error:
        raise chunk.error(f"not a game record: {error}") from None
    try:
        return _record(data)
    except _PlaceError as error:
        raise chunk.error(str(error), _place_of(chunk.text, error.path)) from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise _PlaceError(f"duplicate key {repeated!r}")
    return found


def _refuse(constant: str) -> None:
    raise _PlaceError(f"{constant} is not allowed in a record")


def _record(data: Any) -> GameRecord:
    if isinstance(data, dict) and "format" not in data and {"game_type", "moves"} <= data.keys():
        return _plain_record(data)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _PlaceError(f'not a game: expected an object with "format": "{FORMAT}"')
    version = data.get("version")
    if version != VERSION or isinstance(version, bool):
        raise _PlaceError(f"unsupported version {version!r}; expected {VERSION}", "version")
    if unknown := sorted(data.keys() - _KEYS):
        raise _PlaceError(f"unknown key {unknown[0]!r}", unknown[0])
    texts = {name: _text(data, name) for name in _TEXTS}
    try:
        ruleset = Ruleset.parse(_text(data, "ruleset"))
    except InvalidNotationError as error:
        raise _PlaceError(str(error), "ruleset") from None
    record = GameRecord(ruleset, **texts)  # type: ignore[arg-type]  # these fields are strings
    date, time = read_date(record.date)
    record.date, record.time = date, record.time or time
    tags = data.get("tags", {})
    if not isinstance(tags, dict):
        raise _PlaceError("tags must be an object", "tags")
    record.tags = {name: _text(tags, name, "tags") for name in tags}
    try:
        replay = Replay(ruleset, infer_queen_first=False, start=record.start)
    except (InvalidNotationError, InvalidPositionError) as error:
        raise _PlaceError(str(error), "start") from None
    record.line = _line(replay, data.get("moves", []), ("moves",), depth=0)
    claimed = _word(data, "result", Result, Result.UNFINISHED)
    reason = _word(data, "reason", EndReason, None)
    record.outcome = settle(replay.board, Outcome(claimed, reason))
    return record


def _plain_record(data: dict[str, Any]) -> GameRecord:
    """Return a game of a machine-readable collection: its type, moves and result."""
    try:
        ruleset = Ruleset.parse(_text(data, "game_type"))
    except InvalidNotationError as error:
        raise _PlaceError(str(error), "game_type") from None
    if not isinstance(data["moves"], list) or not all(isinstance(m, str) for m in data["moves"]):
        raise _PlaceError("moves must be a list of strings", "moves")
    replay = Replay(ruleset)
    line = _line(replay, data["moves"], ("moves",), depth=0)
    known = {name: data[name] for name in ("white", "black") if isinstance(data.get(name), str)}
    record = GameRecord(replay.board.ruleset, line=line, **known)
    claimed = _PLAIN_RESULTS.get(str(data.get("result")), Result.UNKNOWN)
    reason = next((one for one in EndReason if one == data.get("reason")), None)
    record.outcome = settle(replay.board, Outcome(claimed, reason))
    return record


def _text(data: dict[str, Any], name: str, *path: str | int) -> str:
    value = data.get(name, "")
    if not isinstance(value, str):
        raise _PlaceError(f"{name} must be a string, not {value!r}", *path, name)
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise _PlaceError(f"{name} is not valid Unicode", *path, name) from None
    return value


def _word(data: dict[str, Any], name: str, words: Any, default: Any) -> Any:
    if name not in data:
        return default
    # Lists and objects aren't hashable, so they can't be looked up in a set.
    if not isinstance(data[name], str) or data[name] not in set(words):
        raise _PlaceError(f"{name} must be one of {', '.join(words)}, not {data[name]!r}", name)
    return words(data[name])


def _line(replay: Replay, data: Any, path: Path, depth: int) -> list[PlayedMove]:
    if not isinstance(data, list) or (depth and not data):
        raise _PlaceError("moves must be a list, and a variation must not be empty", *path)
    if depth > MAX_DEPTH:
        raise _PlaceError(f"variations are nested more than {MAX_DEPTH} deep", *path)
    return [_move(replay, move, (*path, i), depth) for i, move in enumerate(data)]


def _move(replay: Replay, data: Any, path: Path, depth: int) -> PlayedMove:
    fields: Any = {"move": data} if isinstance(data, str) else data
    if not isinstance(fields, dict) or not isinstance(fields.get("move"), str):
        raise _PlaceError('a move must be a string or an object with a "move" string', *path)
    if unknown := sorted(fields.keys() - _MOVE_KEYS):
        raise _PlaceError(f"unknown key {unknown[0]!r}", *path, unknown[0])
    variations = fields.get("variations", [])
    if not isinstance(variations, list):
        raise _PlaceError("variations must be a list", *path, "variations")
    ply = replay.ply
    lines = []
    for i, variation in enumerate(variations):
        lines.append(_line(replay, variation, (*path, "variations", i), depth + 1))
        replay.undo_to(ply)
    try:
        move = replay.read(fields["move"])
    except (InvalidNotationError, IllegalMoveError) as error:
        place = path if isinstance(data, str) else (*path, "move")
        raise _PlaceError(f"move {ply + 1}: {error}", *place) from None
    comment, glyph = _text(fields, "comment", *path), _text(fields, "glyph", *path)
    if glyph and glyph not in GLYPHS:
        raise _PlaceError(f"glyph must be one of {' '.join(GLYPHS)}", *path, "glyph")
    times = _time(fields, "clock_ms", path), _time(fields, "spent_ms", path)
    return PlayedMove(move, comment, *times, lines, glyph)


def _time(fields: dict[str, Any], name: str, path: Path) -> int | None:
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _PlaceError(
            f"{name} must be a whole number of milliseconds, not {value!r}", *path, name
        )
    return value


# Where a value is in the text, so that errors can point to it


def _place_of(text: str, path: Path) -> int:
    """Return the offset of the value at a path in valid JSON, or of its nearest parent.

    >>> text = '{"moves": ["wS1", {"move": "bG1 wS1-"}]}'
    >>> text[_place_of(text, ("moves", 1, "move")):]
    '"bG1 wS1-"}]}'
    """
    position = _skip(text, 0)
    for step in path:
        inner = _step(text, position, step)
        if inner is None:
            break
        position = inner
    return position


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    assert match is not None
    return match.end()


def _step(text: str, position: int, step: str | int) -> int | None:
    """Return the offset of one member of the object or list that starts at a position."""
    closing = {"{": "}", "[": "]"}.get(text[position : position + 1])
    if closing is None:
        return None
    index = 0
    position = _skip(text, position + 1)
    while text[position : position + 1] != closing:
        key: str | int = index
        if closing == "}":
            key, position = _DECODER.raw_decode(text, position)
            position = _skip(text, _skip(text, position) + 1)
        if key == step:
            return position
        _, position = _DECODER.raw_decode(text, position)
        position = _skip(text, position)
        if text[position : position + 1] == ",":
            position = _skip(text, position + 1)
        index += 1
    return None


# Writing


def write(record: GameRecord, *, indent: int | None = None) -> str:
    """Return a record as one object, without a trailing line break.

    Raises:
        RecordError: the record contradicts itself.
    """
    check(record)
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": str(record.ruleset),
    }
    for name in _TEXTS[:-1]:
        data[name] = getattr(record, name)
    data["result"] = record.result.value
    data["reason"] = record.reason.value if record.reason else ""
    data["tags"] = record.tags
    data["comment"] = record.comment
    data["moves"] = _written(replay_of(record), record.line)
    kept = {key: value for key, value in data.items() if value or key == "moves"}
    return json.dumps(kept, ensure_ascii=False, indent=indent)


def _written(replay: Replay, line: list[PlayedMove]) -> list[Any]:
    written: list[Any] = []
    for played in line:
        ply = replay.ply
        variations = []
        for variation in played.variations:
            variations.append(_written(replay, variation))
            replay.undo_to(ply)
        text = replay.text(played.move)
        replay.play(played.move)
        if played.is_bare:
            written.append(text)
            continue
        fields: dict[str, Any] = {"move": text}
        for name in ("clock_ms", "spent_ms"):
            if (time_ms := getattr(played, name)) is not None:
                fields[name] = time_ms
        if played.glyph:
            fields["glyph"] = played.glyph
        if played.comment:
            fields["comment"] = played.comment
        if variations:
            fields["variations"] = variations
        written.append(fields)
    return written
