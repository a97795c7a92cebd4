r"""Parses SGF syntax: games in parentheses, nodes after semicolons, properties in brackets.

    (;
    GM[27]VV[1]
    SU[Hive-PLM]
    ; P0[0 Start P0]
    ; P0[1 pick W 3 wB1]TM[1034]
    )

A backslash escapes the next character. BoardSpace doubles the backslashes in its moves, but not
consistently: a backslash before a closing bracket is literal if the node ends there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from beespace.errors import RecordError
from beespace.formats.source import Chunk, ChunkBuilder, Line, Lines

_GAME_START = re.compile(r"\s*\(\s*(;|$)")
_OUTSIDE_VALUE = re.compile(r"[\[)]")
_IN_VALUE = re.compile(r"[\]\\]")
_SPACE = re.compile(r"\s*")
_ESCAPED = re.compile(r"\\([\\\]:])")
_PROPERTY = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*)\s*(?=\[)")
# What can follow the end of a value: nothing more on the line, or another property or node.
_AFTER_VALUE = re.compile(r"[ \t]*(?:$|[;)]|[A-Z]{1,2}[0-9]?\[)", re.MULTILINE)


@dataclass(slots=True)
class Property:
    """One value of a property, and its offset in the game's text."""

    name: str
    value: str
    offset: int


@dataclass(slots=True)
class Node:
    """The properties between two semicolons."""

    offset: int
    properties: list[Property] = field(default_factory=list)


def looks_like_it(text: str) -> bool:
    """Return whether a line starts an SGF game."""
    return _GAME_START.match(text) is not None


def split(lines: Lines) -> Iterator[Chunk | RecordError]:
    """Yield the games of a file.

    Each ends with its closing parenthesis. A line that opens another game also ends the current
    one, so that a broken game doesn't swallow the rest of the file.
    """
    game = ChunkBuilder(lines.file)
    in_value = False
    for line in lines:
        if game and _GAME_START.match(line.text):
            yield game.take()
            in_value = False
        start = 0
        while True:
            end, in_value = _game_end(line.text, start, in_value)
            part = line.text[start:] if end is None else line.text[start:end]
            # Spaces keep the columns right if a line contains several games.
            if game or part.strip():
                game.add(Line(line.number, " " * start + part))
            if end is None:
                break
            if game:
                yield game.take()
            start = end
    if game:
        yield game.take(is_last=True)


def _game_end(text: str, position: int, in_value: bool) -> tuple[int | None, bool]:
    """Return where a game ends on a line, and whether the line ends inside brackets."""
    while position < len(text):
        if in_value:
            found = _value_end(text, position)
            if found is None:
                return None, True
            position, in_value = found + 1, False
        else:
            mark = _OUTSIDE_VALUE.search(text, position)
            if mark is None:
                return None, False
            if mark[0] == ")":
                return mark.end(), False
            position, in_value = mark.end(), True
    return None, in_value


def _value_end(text: str, position: int) -> int | None:
    """Return the offset of the bracket that closes a value."""
    while mark := _IN_VALUE.search(text, position):
        if mark[0] == "]":
            return mark.start()
        closes = text.startswith("]", mark.end()) and _AFTER_VALUE.match(text, mark.end() + 1)
        position = mark.end() if closes else mark.end() + 1
    return None


def read_nodes(chunk: Chunk) -> list[Node]:
    """Return the nodes of a game.

    Raises:
        RecordError: a bracket or parenthesis is not closed, or a property is malformed.
    """
    text = chunk.text
    start = re.compile(r"\s*\(\s*;").match(text)
    if start is None:
        raise chunk.error("expected '(;' at the start of a game")
    nodes = [Node(start.end())]
    position = start.end()
    while True:
        space = _SPACE.match(text, position)
        assert space is not None
        position = space.end()
        character = text[position : position + 1]
        if character == ";":
            nodes.append(Node(position))
            position += 1
        elif character == ")":
            return nodes
        elif character == "(":
            raise chunk.error("SGF games with variations are not supported", position)
        elif not character:
            raise chunk.error("the game is cut short: expected ')' at its end", len(text))
        else:
            position = _read_property(chunk, position, nodes[-1])


def _read_property(chunk: Chunk, position: int, node: Node) -> int:
    text = chunk.text
    match = _PROPERTY.match(text, position)
    if match is None:
        shown = text[position:].split("\n")[0][:20]
        raise chunk.error(f"expected a property such as GM[27], not {shown!r}", position)
    position = match.end()
    while text[position : position + 1] == "[":
        end = _value_end(text, position + 1)
        if end is None:
            raise chunk.error("a bracket is not closed", position)
        value = text[position + 1 : end]
        node.properties.append(Property(match[1], unescaped(value), position + 1))
        position = end + 1
    return position


def unescaped(value: str) -> str:
    r"""Return a value without its escaping backslashes.

    >>> unescaped(r"dropb wB1 N 13 \\wA1"), unescaped(r"wM\ "), unescaped(r"a \] b")
    ('dropb wB1 N 13 \\wA1', 'wM\\ ', 'a ] b')
    """
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value
