r"""Game strings of the Universal Hive Protocol, one per line.

    Base+MLP;InProgress;White[2];wS1;bG1 wS1-

A game string contains the game type, the state and the moves, but no other data of a record. Empty
lines and lines that start with `#` are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from beespace.errors import IllegalMoveError, InvalidNotationError, RecordError
from beespace.formats.record import GameRecord, PlayedMove, settle
from beespace.formats.replay import Replay
from beespace.formats.source import Chunk, Lines
from beespace.formats.writing import check
from beespace.rules import Outcome, Result, Ruleset
from beespace.rules.notation.uhp import (
    TOLERANT_GAME_TYPE,
    read_turn,
    split_game_string,
    write_turn,
)

_BEGINNING = re.compile(rf"\s*(?P<type>{TOLERANT_GAME_TYPE})\s*;", re.IGNORECASE)
_STATES = {state: Result(state) for state in ("WhiteWins", "BlackWins", "Draw", "InProgress")}


def looks_like_it(text: str) -> bool:
    """Return whether a line starts with a game string."""
    return _BEGINNING.match(text) is not None


def with_usual_letters(text: str) -> str:
    """Return a game string with its game type in the protocol's upper and lower case.

    >>> with_usual_letters("base+mlp;NotStarted;White[1]")
    'Base+MLP;NotStarted;White[1]'
    """
    match = _BEGINNING.match(text)
    if match is None:
        return text
    start, end = match.span("type")
    return f"{text[:start]}Base{text[start + 4 : end].upper()}{text[end:]}"


def split(lines: Lines) -> Iterator[Chunk | RecordError]:
    """Yield the games of a file."""
    for line in lines:
        if line.text.strip() and not line.text.startswith("#"):
            yield Chunk(lines.file, line.number, line.text)


def parse(chunk: Chunk) -> GameRecord:
    """Return the record of one game string.

    Raises:
        RecordError: the text isn't a game string, a move is illegal, or moves are missing.
    """
    text = with_usual_letters(chunk.text.rstrip())
    indent = len(text) - len(text.lstrip())
    try:
        fields = split_game_string(text, tolerant=True)
        replay = Replay(Ruleset(fields.game_type[5:]))
    except InvalidNotationError as error:
        # The record error has the column already.
        why = str(error).removesuffix(f" (column {error.column})")
        raise chunk.error(why, indent + error.column - 1) from None
    offset = indent + len(";".join(fields.head)) + 1
    line = []
    for number, move_text in enumerate(fields.moves, 1):
        try:
            line.append(PlayedMove(replay.read(move_text.strip())))
        except (InvalidNotationError, IllegalMoveError) as error:
            raise chunk.error(f"move {number}: {error}", offset) from None
        offset += len(move_text) + 1
    # The moves take precedence, so a turn that is too low is ignored; but a string whose turn is
    # too high was cut short.
    if read_turn(fields.turn) > len(line):
        raise chunk.error(
            f"the turn is {fields.turn}, but the moves end at {write_turn(len(line))}: moves seem "
            "to be missing",
            indent + len(fields.game_type) + len(fields.state) + 2,
        )
    record = GameRecord(replay.board.ruleset, line=line)
    claimed = _STATES.get(fields.state, Result.UNFINISHED)
    record.outcome = settle(replay.board, Outcome(claimed))
    return record


def write(record: GameRecord) -> str:
    """Return the game string of a record; `is_lossless` tells whether that drops data.

    Raises:
        RecordError: the record contradicts itself, or starts from a position.
    """
    check(record)
    if record.start:
        raise RecordError("a game string can't start from a position; use PGN or JSON instead")
    replay = Replay(record.ruleset, infer_queen_first=False)
    texts = []
    for played in record.line:
        texts.append(replay.text(played.move))
        replay.play(played.move)
    state = record.result.value if record.result.is_decided else "InProgress"
    if state == "InProgress" and not texts:
        state = "NotStarted"
    return ";".join([record.ruleset.game_type, state, write_turn(len(texts)), *texts])


def is_lossless(record: GameRecord) -> bool:
    """Return whether a game string can hold everything in a record.

    >>> is_lossless(GameRecord(white="Ann"))
    False
    """
    bare = GameRecord(record.ruleset, result=record.result, reason=record.reason)
    bare.line = [PlayedMove(move) for move in record.moves]
    kept = Ruleset(record.ruleset.expansions, queen_first=record.ruleset.queen_first)
    shown = record.board().outcome() is not None
    return record == bare and record.ruleset == kept and (record.reason is None or shown)
