"""Cleans up short texts that people write for others: names, titles and chat."""

from __future__ import annotations

import re
import unicodedata

_NON_JOINER, _JOINER = "\u200c", "\u200d"
# Letters and symbols that look like a space: Hangul fillers, the empty Braille pattern, the null
# note head, and the blanks of Egyptian hieroglyphs.
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159\U00013441\U00013442")
# The flags of England, Scotland and Wales: a black flag, invisible letters, and a last one.
_TAG_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")
# New emoji come in these blocks. Python knows only those of its own release.
_EMOJI = range(0x1F000, 0x1FB00)
_SHOWS_SOMETHING = ("L", "N", "P", "S")
_CAN_BE_JOINED = ("L", "M", "S")


def one_line(text: str) -> str:
    """Return a text on one line, with single spaces and without unprintable characters.

    Joiners stay where they join, as in emoji and in Persian or Hindi words. A text that would look
    empty is returned as an empty one.
    """
    kept: list[str] = []
    at = 0
    while at < len(text):
        flag = _TAG_FLAG.match(text, at)
        if flag is not None:
            kept.append(flag[0])
            at = flag.end()
            continue
        kept.append(_cleaned(text, at))
        at += 1
    line = " ".join("".join(kept).split())
    # A mark without a base would change whatever stands before the text.
    while line and _kind(line[0]) == "M":
        line = line[1:].lstrip()
    return line if any(_kind(c) in _SHOWS_SOMETHING for c in line) else ""


def _cleaned(text: str, at: int) -> str:
    """Return what replaces the character at an index: itself, a space, or nothing."""
    char = text[at]
    if char in (_NON_JOINER, _JOINER):
        around = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
        return char if all(c and _kind(c) in _CAN_BE_JOINED for c in around) else ""
    if char in _BLANKS:
        return " "
    if char.isprintable() or ord(char) in _EMOJI:
        return char
    # Invisible characters, such as those that change the direction of the text, leave no gap.
    return "" if unicodedata.category(char) == "Cf" else " "


def _kind(char: str) -> str:
    """Return the first letter of the character's Unicode category, or "Z" if it looks blank."""
    if char in _BLANKS:
        return "Z"
    return "S" if ord(char) in _EMOJI else unicodedata.category(char)[0]
