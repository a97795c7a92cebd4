"""Reads PGN move text: numbers, moves, comments, variations in parentheses and the result."""

from __future__ import annotations

import re
from typing import NamedTuple

from beespace.errors import IllegalMoveError, InvalidNotationError, RecordError
from beespace.formats.pgn.comments import CommentError, Note, VariationMove, read_comment
from beespace.formats.record import GLYPHS, GameRecord, PlayedMove
from beespace.formats.replay import LOOSE_MARK, Replay, Undone
from beespace.formats.source import Chunk
from beespace.formats.writing import MAX_DEPTH
from beespace.rules.box.pieces import LOOSE_PIECE_PATTERN

_REFERENCE = rf"{LOOSE_MARK}?{LOOSE_PIECE_PATTERN}{LOOSE_MARK}?"
_TOKEN = re.compile(
    rf"""
      (?P<space>\s+)
    | \{{(?P<comment>[^}}]*)\}}
    | (?P<open>\{{)
    | (?P<enter>\() | (?P<leave>\))
    | (?P<glyph>\$\d+|[!?]{{1,2}})
    | (?P<number>(?P<count>\d{{1,6}})(?:\s*\.+|(?=\s))|\.{{2,}})
    | (?P<move>(?:(?i:pass)|(?P<piece>{LOOSE_PIECE_PATTERN})(?:[ \t]+{_REFERENCE})?)(?![\w/\\-]))
    """,
    re.VERBOSE,
)
# The numbers that chess programs use (numeric annotation glyphs).
_NUMBERED_GLYPHS = {f"${number}": glyph for number, glyph in enumerate(GLYPHS, 1)}
_BUG = re.compile(rf"(?<!\w){LOOSE_MARK}?({LOOSE_PIECE_PATTERN})(?!\w)")


class _Opened(NamedTuple):
    """An open parenthesis: its place, and the state to restore when it closes."""

    offset: int
    ply: int
    undone: Undone


class MoveText:
    """The part of a game after its tags."""

    def __init__(self, chunk: Chunk, start: int, end_words: set[str]) -> None:
        self._chunk = chunk
        self._start = start
        self._end_words = sorted(filter(None, end_words), key=len, reverse=True)
        # Whether numbers count pairs of moves rather than plies; known from the second move on.
        self._counts_pairs: bool | None = None
        self.end_word: str | None = None

    def bugs_seen(self) -> set[str]:
        """Return the letters of all bugs that the moves name."""
        without_comments = re.sub(r"\{[^}]*\}", " ", self._chunk.text[self._start :])
        return {match[1][1].upper() for match in _BUG.finditer(without_comments)}

    def play(self, record: GameRecord, replay: Replay) -> None:
        """Play all moves, and add them and their notes to a record.

        Raises:
            RecordError: the move text is invalid; the error has the place and the reason.
        """
        lines: list[list[PlayedMove]] = [record.line]
        opened: list[_Opened] = []
        # The offset of a move number that has no move yet.
        number_at: int | None = None
        position, text = self._start, self._chunk.text
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                if opened or number_at is not None:
                    raise self._not_understood(position)
                self._read_end(position, record)
                return
            token, position, start = match.lastgroup, match.end(), match.start()
            if token == "space":
                continue
            if number_at is not None and token not in ("comment", "move", "number"):
                raise self._chunk.error("expected a move after the move number", number_at)
            match token:
                case "move":
                    number_at = None
                    position = self._play(replay, lines[-1], match)
                case "number":
                    self._check_number(match, replay.ply)
                    number_at = start
                case "comment":
                    start = match.start("comment")
                    if opened and not lines[-1]:
                        raise self._chunk.error("a variation can't start with a comment", start)
                    self._annotate(record, lines[-1], replay, match["comment"], start)
                case "glyph":
                    self._add_glyph(lines[-1], match)
                case "enter":
                    self._enter(replay, lines, opened, start)
                case "leave":
                    self._leave(replay, lines, opened, start)
                case _:
                    raise self._chunk.error("a comment is not closed", start)
        if opened:
            raise self._chunk.error("a variation is not closed", opened[-1].offset)
        if number_at is not None:
            raise self._chunk.error("expected a move after the move number", number_at)

    def _not_understood(self, position: int) -> RecordError:
        shown = self._chunk.text[position:].split("\n")[0][:20]
        return self._chunk.error(f"expected a move, a comment or a result, not {shown!r}", position)

    def _read_end(self, position: int, record: GameRecord) -> None:
        """Read the result; only comments may follow it."""
        text = self._chunk.text
        for word in self._end_words:
            end = position + len(word)
            if text.startswith(word, position) and (end == len(text) or not text[end].isalnum()):
                self.end_word, position = word, end
                break
        else:
            raise self._not_understood(position)
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None or match.lastgroup not in ("space", "comment"):
                raise self._chunk.error("unexpected text after the result of the game", position)
            if match["comment"] is not None:
                closing = match["comment"].strip()
                if record.line:
                    record.line[-1].comment = _joined(record.line[-1].comment, closing)
                else:
                    record.comment = _joined(record.comment, closing)
            position = match.end()

    def _play(self, replay: Replay, line: list[PlayedMove], match: re.Match[str]) -> int:
        """Play a move and return where it ends.

        A game's first move is just a piece; the next move, or a dot, may follow on the same line.
        """
        move_text, end = match["move"], match.end()
        if not replay.hive.stacks and match["piece"]:
            move_text, end = match["piece"], match.end("piece")
            if dot := re.compile(r"[ \t]+\.(?!\.)").match(self._chunk.text, end):
                end = dot.end()
        try:
            line.append(PlayedMove(replay.read(move_text)))
        except (InvalidNotationError, IllegalMoveError) as error:
            raise self._chunk.error(f"move {replay.ply + 1}: {error}", match.start()) from None
        return end

    def _check_number(self, match: re.Match[str], ply: int) -> None:
        """Check a move number, which counts plies or pairs of moves; a gap means missing moves."""
        if match["count"] is None:
            return
        number = int(match["count"])
        of_ply, of_pair = number == ply + 1, number == ply // 2 + 1
        if of_ply != of_pair and self._counts_pairs is None:
            self._counts_pairs = of_pair
        fits = of_pair if self._counts_pairs else of_ply
        if not fits:
            expected = ply // 2 + 1 if self._counts_pairs else ply + 1
            raise self._chunk.error(
                f"expected move number {expected}, not {number}; moves seem to be missing",
                match.start(),
            )

    def _enter(
        self, replay: Replay, lines: list[list[PlayedMove]], opened: list[_Opened], offset: int
    ) -> None:
        """Start a variation of the preceding move."""
        if not lines[-1]:
            raise self._chunk.error("a variation must follow the move it replaces", offset)
        if len(opened) >= MAX_DEPTH:
            raise self._chunk.error(f"variations are nested more than {MAX_DEPTH} deep", offset)
        variation: list[PlayedMove] = []
        lines[-1][-1].variations.append(variation)
        opened.append(_Opened(offset, replay.ply - 1, replay.undo()))
        lines.append(variation)

    def _leave(
        self, replay: Replay, lines: list[list[PlayedMove]], opened: list[_Opened], offset: int
    ) -> None:
        """End a variation and return to the position after the move it replaces."""
        if not opened:
            raise self._chunk.error("unmatched closing parenthesis", offset)
        if not lines.pop():
            raise self._chunk.error("a variation is empty", offset)
        varied = opened.pop()
        replay.undo_to(varied.ply)
        replay.redo(varied.undone)

    # Comments

    def _annotate(
        self,
        record: GameRecord,
        line: list[PlayedMove],
        replay: Replay,
        comment: str,
        offset: int,
    ) -> None:
        """Add a comment's contents to the last move or, before the first move, to the game."""
        try:
            note = read_comment(comment)
        except CommentError as error:
            raise self._chunk.error(str(error), offset + error.offset) from None
        if not line:
            if note.variations:
                raise self._chunk.error("a variation must follow the move it replaces", offset)
            record.comment = _joined(record.comment, note.text)
            return
        played = line[-1]
        played.comment = _joined(played.comment, note.text)
        played.clock_ms = played.clock_ms if note.clock_ms is None else note.clock_ms
        played.spent_ms = played.spent_ms if note.spent_ms is None else note.spent_ms
        played.glyph = note.glyph or played.glyph
        self._add_variations(replay, played, note, offset)

    def _add_variations(self, replay: Replay, played: PlayedMove, note: Note, offset: int) -> None:
        """Play a comment's variations from the position before the move they replace."""
        if not note.variations:
            return
        undone = replay.undo()
        ply = replay.ply
        for moves in note.variations:
            played.variations.append([self._vary(replay, move, offset) for move in moves])
            replay.undo_to(ply)
        replay.redo(undone)

    def _vary(self, replay: Replay, move: VariationMove, offset: int) -> PlayedMove:
        try:
            played = PlayedMove(replay.read(move.text))
        except (InvalidNotationError, IllegalMoveError) as error:
            raise self._chunk.error(
                f"move {replay.ply + 1} of a variation: {error}", offset + move.offset
            ) from None
        note = move.note
        played.comment, played.clock_ms, played.spent_ms = note.text, note.clock_ms, note.spent_ms
        played.glyph = note.glyph
        self._add_variations(replay, played, note, offset)
        return played

    def _add_glyph(self, line: list[PlayedMove], match: re.Match[str]) -> None:
        """Add a glyph such as `!?`; numeric glyphs without an equivalent are kept as text."""
        mark = match["glyph"]
        if not line:
            raise self._chunk.error(f"{mark!r} must follow a move", match.start())
        glyph = _NUMBERED_GLYPHS.get(mark, mark)
        if glyph in GLYPHS:
            line[-1].glyph = glyph
        else:
            line[-1].comment = _joined(line[-1].comment, mark)


def _joined(before: str, after: str) -> str:
    return "\n".join(filter(None, [before, after]))
