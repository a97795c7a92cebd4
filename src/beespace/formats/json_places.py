"""Finds where a value is in a JSON text, so that errors can point to it."""

from __future__ import annotations

import json
import re

# Keys and indices that lead from the outermost value to one inside.
Path = tuple[str | int, ...]

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


def find(text: str, path: Path) -> int:
    """Return the offset of the value at a path in valid JSON, or of its nearest parent.

    >>> text = '{"moves": ["wS1", {"move": "bG1 wS1-"}]}'
    >>> text[find(text, ("moves", 1, "move")):]
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
