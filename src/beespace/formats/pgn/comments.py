r"""PGN comments: text, clocks and variations between braces.

Mzinga's dialect has comments but no other annotations, so everything else is written into them as
bracketed commands with a percent sign, as chess programs do:

    {[%gly ?!] [%clk 0:09:58] [%emt 0:00:02.5] A slip. [%var bQ wS1-; wA1 \wS1 "better"; bG1 bQ-]}

- `[%gly ?!]` marks the move as good, bad and so on; see `GLYPHS`.
- `[%clk 0:09:58]` is the mover's clock after the move, `[%emt 0:00:02.5]` the time the move took.
- `[%var …]` is a variation from the position before the move. Semicolons separate its moves; each
  may be followed by its own glyph and clocks, a quoted comment, and nested variations.
- `[%7D]` is the character with that hexadecimal code point, here a closing brace. It escapes
  characters that would otherwise end a comment or start a command.

Everything else in a comment is plain text and stays unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from beespace.formats.writing import MAX_DEPTH

_COMMAND = re.compile(
    r"\[%(?:(?P<time>clk|emt)\s+(?P<value>[0-9:.]+)|gly\s+(?P<glyph>[!?]{1,2})|(?P<code>[0-9A-Fa-f]{1,6})|(?P<var>var\s))\]?"
)
_TIME = re.compile(r"(?:(?:(?P<h>\d{1,9}):)?(?P<m>\d{1,9}):)?(?P<s>\d{1,9})(?:\.(?P<f>\d{1,6}))?")
_MOVE = re.compile(r'\s*([^;\[\]"]*)')
# Characters to escape in a comment: braces, brackets that look like one of our commands or a tag,
# and control characters and unusual line breaks.
_UNSAFE = re.compile(
    r"[{}]|\[(?=%(?:clk|emt|gly|var|[0-9A-Fa-f]{1,6}\]))|(?<=\n)[^\S\n]*\[|[\x00-\x09\x0b-\x1f\x7f\x85\u2028\u2029]"
)
_EDGE_SPACE = re.compile(r"\A\s+|\s+\Z")


class CommentError(ValueError):
    """A malformed command in a comment; `offset` says where."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.offset = offset


@dataclass(slots=True)
class VariationMove:
    """A variation's move as text, not played yet; `offset` is its place in the comment."""

    text: str
    offset: int
    note: Note


@dataclass(slots=True)
class Note:
    """The contents of a comment."""

    text: str = ""
    clock_ms: int | None = None
    spent_ms: int | None = None
    variations: list[list[VariationMove]] = field(default_factory=list)
    glyph: str = ""


# Reading


def read_comment(comment: str) -> Note:
    """Parse a comment.

    Raises:
        CommentError: a variation is malformed.
    """
    note, end = _Reader(comment).note(0, lambda position: position >= len(comment), quoted=False)
    assert end == len(comment)
    return note


class _Reader:
    def __init__(self, comment: str) -> None:
        self._comment = comment
        self._depth = 0

    def note(self, start: int, ends: Callable[[int], bool], *, quoted: bool) -> tuple[Note, int]:
        """Read until `ends` is true; `quoted` notes have their text in quotation marks."""
        note, position = Note(), start
        texts: list[str] = []
        while not ends(position):
            match = _COMMAND.match(self._comment, position)
            if match is not None and (complete := self._command(match, note, texts)):
                position = complete
                continue
            character = self._comment[position : position + 1]
            if quoted and character == '"':
                position = self._quoted(position, note)
            elif quoted and not character.isspace():
                shown = self._comment[position : position + 10]
                raise CommentError(f"unexpected {shown!r} in a variation", position)
            else:
                end = position + 1 if quoted else self._next_bracket(position)
                texts.append(self._comment[position:end])
                position = end
        if not quoted:
            note.text = _joined(texts)
        return note, position

    def _next_bracket(self, position: int) -> int:
        found = self._comment.find("[", position + 1)
        return len(self._comment) if found < 0 else found

    def _command(self, match: re.Match[str], note: Note, texts: list[str]) -> int | None:
        """Apply a command and return where it ends, or None if it is just text."""
        if match["var"]:
            self._depth += 1
            if self._depth > MAX_DEPTH:
                raise CommentError(
                    f"variations are nested more than {MAX_DEPTH} deep", match.start()
                )
            variation, end = self._variation(match.end("var"))
            self._depth -= 1
            note.variations.append(variation)
            return end
        if not match[0].endswith("]"):
            return None
        if match["code"]:
            number = int(match["code"], 16)
            if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
                return None
            texts.append(_Escaped(chr(number)))
            return match.end()
        if match["glyph"]:
            note.glyph = match["glyph"]
            return match.end()
        time_ms = read_time(match["value"])
        if time_ms is None:
            return None
        if match["time"] == "clk":
            note.clock_ms = time_ms
        else:
            note.spent_ms = time_ms
        return match.end()

    def _variation(self, start: int) -> tuple[list[VariationMove], int]:
        comment = self._comment
        moves: list[VariationMove] = []
        position = start
        while True:
            match = _MOVE.match(comment, position)
            assert match is not None
            text = match[1].rstrip()
            if not text:
                raise CommentError("expected a move in a variation", position)
            offset = match.start(1)
            note, position = self.note(match.end(), self._ends_item, quoted=True)
            moves.append(VariationMove(text, offset, note))
            if position >= len(comment):
                raise CommentError("a variation is not closed", start)
            position += 1
            if comment[position - 1] == "]":
                return moves, position

    def _ends_item(self, position: int) -> bool:
        return position >= len(self._comment) or self._comment[position] in ";]"

    def _quoted(self, start: int, note: Note) -> int:
        """Read quoted text."""
        texts: list[str] = []
        position = start + 1
        while position < len(self._comment):
            match = _COMMAND.match(self._comment, position)
            if match and match["code"] and (end := self._command(match, note, texts)):
                position = end
            elif self._comment[position] == '"':
                note.text = "\n".join(filter(None, [note.text, _joined(texts)]))
                return position + 1
            else:
                texts.append(self._comment[position])
                position += 1
        raise CommentError("the comment of a variation is not closed", start)


class _Escaped(str):
    """A character that was escaped, so it must not be stripped from the ends of the text."""


def _joined(texts: list[str]) -> str:
    """Return the text of a comment without surrounding whitespace."""
    while texts and not isinstance(texts[0], _Escaped):
        texts[0] = texts[0].lstrip()
        if texts[0]:
            break
        del texts[0]
    while texts and not isinstance(texts[-1], _Escaped):
        texts[-1] = texts[-1].rstrip()
        if texts[-1]:
            break
        del texts[-1]
    return "".join(texts)


def read_time(text: str) -> int | None:
    """Return the milliseconds of a time such as `0:09:58.5`, or None if it isn't a time.

    >>> read_time("0:09:58.5"), read_time("1:00"), read_time("7:"), write_time(598500)
    (598500, 60000, None, '0:09:58.5')
    """
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    hours, minutes, seconds = (int(match[name] or 0) for name in "hms")
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int(
        (match["f"] or "").ljust(3, "0")[:3]
    )


# Writing


def write_time(time_ms: int) -> str:
    """Return a time in hours, minutes and seconds."""
    seconds, fraction = divmod(time_ms, 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return text + (f".{fraction:03}".rstrip("0") if fraction else "")


def write_comment(note: Note) -> str:
    """Return the text between the braces; the inverse of `read_comment`."""
    parts = [*_marks(note), _escaped(note.text), *map(_variation_text, note.variations)]
    return " ".join(filter(None, parts))


def _marks(note: Note) -> list[str]:
    times = (("clk", note.clock_ms), ("emt", note.spent_ms))
    glyph = [f"[%gly {note.glyph}]"] if note.glyph else []
    return glyph + [
        f"[%{name} {write_time(time_ms)}]" for name, time_ms in times if time_ms is not None
    ]


def _variation_text(moves: list[VariationMove]) -> str:
    texts = []
    for move in moves:
        text = _escaped(move.note.text).replace('"', "[%22]")
        quoted = [f'"{text}"'] if text else []
        nested = map(_variation_text, move.note.variations)
        texts.append(" ".join([move.text, *_marks(move.note), *quoted, *nested]))
    return f"[%var {'; '.join(texts)}]"


def _escaped(text: str) -> str:
    safe = _UNSAFE.sub(lambda match: _coded(match[0]), text)
    return _EDGE_SPACE.sub(lambda match: _coded(match[0]), safe)


def _coded(characters: str) -> str:
    return "".join(f"[%{ord(character):X}]" for character in characters)
