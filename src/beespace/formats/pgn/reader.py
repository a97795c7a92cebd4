"""Reads PGN: splits a file into games and parses each into a record."""

from __future__ import annotations

import re
from collections.abc import Iterator

from beespace.errors import InvalidNotationError, InvalidPositionError, RecordError
from beespace.formats.pgn.movetext import MoveText
from beespace.formats.pgn.tags import RESULTS, Head, is_tag_line, names_of
from beespace.formats.record import GameRecord, settle
from beespace.formats.replay import Replay
from beespace.formats.source import Chunk, ChunkBuilder, Lines
from beespace.rules import EndReason, Outcome, Result
from beespace.rules.box.pieces import LOOSE_PIECE_PATTERN

_FIRST_MOVE = re.compile(rf"\s*1\s*\.+\s*{LOOSE_PIECE_PATTERN}")


def looks_like_it(text: str) -> bool:
    """Return whether a line starts a PGN game."""
    return is_tag_line(text) or _FIRST_MOVE.match(text) is not None


def split(lines: Lines) -> Iterator[Chunk | RecordError]:
    """Yield the games of a file; a tag after moves starts the next one.

    An unclosed comment would swallow all following games, so a tag after an empty line ends it.
    """
    game = ChunkBuilder(lines.file)
    seen: set[str] = set()
    has_moves = in_comment = after_blank = False
    for line in lines:
        is_blank = not line.text.strip()
        if is_tag_line(line.text) and (not in_comment or after_blank):
            names = names_of(line.text)
            if has_moves or (after_blank and names & seen):
                yield game.take()
                seen, has_moves = set(), False
            in_comment = False
            seen |= names
        elif not is_blank:
            has_moves = True
            in_comment = _is_open(line.text, in_comment)
        if game or not is_blank:
            game.add(line)
        after_blank = is_blank
    if game:
        yield game.take(is_last=True)


def _is_open(line: str, in_comment: bool) -> bool:
    """Return whether a comment is open at the end of a line."""
    for brace in re.findall("[{}]", line):
        in_comment = brace == "{"
    return in_comment


def parse(chunk: Chunk) -> GameRecord:
    """Return the record of one game.

    Raises:
        RecordError: the game can't be read; the error has the place and the reason.
    """
    head = Head(chunk)
    moves = MoveText(chunk, head.end, end_words={*RESULTS, head.values.get("Result", "").strip()})
    ruleset, may_infer = head.ruleset(moves.bugs_seen())
    record = GameRecord()
    record.start, start_at = head.start()
    try:
        replay = Replay(ruleset, infer_queen_first=may_infer, start=record.start)
    except (InvalidNotationError, InvalidPositionError) as error:
        raise chunk.error(str(error), start_at) from None
    moves.play(record, replay)
    record.ruleset = replay.board.ruleset
    claimed = head.claimed_outcome()
    _see_that_it_ends(chunk, moves, claimed.result, replay.board.outcome() is not None)
    record.outcome = settle(replay.board, _at_end(moves.end_word, claimed))
    head.fill(record)
    return record


def _at_end(word: str | None, claimed: Outcome) -> Outcome:
    """Return the result after the moves if it is decisive, or else the one in the tags."""
    if word is None:
        return claimed
    result = RESULTS.get(word, claimed.result)
    reason = EndReason.ADJUDICATION if word == "Adjudicated" else None
    return Outcome(result if result.is_decided else claimed.result, claimed.reason or reason)


def _see_that_it_ends(chunk: Chunk, moves: MoveText, claimed: Result, is_over: bool) -> None:
    """Reject a game at the end of a file if it claims a result but the result is missing there.

    Such a file was cut short. A game that is over on the board doesn't need the result.
    """
    if claimed.is_decided and moves.end_word is None and not is_over and chunk.is_last:
        raise chunk.error(
            f"the game is cut short: its Result tag is {claimed}, but no result follows the moves",
            len(chunk.text),
        )
