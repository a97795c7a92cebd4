"""Read the lessons from `data/lessons`, one file each; docs/learn.md describes the format."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from beespace.backend import Board
from beespace.errors import BeespaceError
from beespace.lessons.conditions import read_condition
from beespace.lessons.errors import LessonDataError
from beespace.lessons.goals import (
    PICK_KINDS,
    Around,
    Goal,
    Look,
    Pick,
    Play,
    PlayTurn,
    Reach,
)
from beespace.lessons.pictures import read_picture
from beespace.rules import BaseBoard, Hex, Piece

Texts = dict[str, str]
"""A text by language code. The required languages are always there."""
REQUIRED_LANGUAGES = ("en", "it", "de")
"""The codes of the languages that every lesson has."""

# Late enough that a position with any number of pieces is possible.
_LATE_TURN = "White[25]"

_LESSON_FIELDS = {"chapter", "title", "line", "steps"}
_STEP_FIELDS = {
    *("picture", "rules", "turn", "stunned", "game", "goal", "text", "hint", "done", "miss"),
    *("wrong", "hand", "pass"),
}


@dataclass(frozen=True)
class WrongTry:
    """A wrong try and the code of the reason a learner gets; tests check it."""

    code: str
    piece: Piece | None = None
    to: Hex | None = None


@dataclass(frozen=True)
class Step:
    """A board, a goal and the texts."""

    goal: Goal
    text: Texts
    hint: Texts
    done: Texts
    miss: Texts
    wrong: tuple[WrongTry, ...]
    has_hand: bool
    has_pass: bool
    _start: BaseBoard = field(repr=False)

    def board(self) -> BaseBoard:
        """Return a copy of the board the step begins with."""
        return self._start.copy()


@dataclass(frozen=True)
class Lesson:
    """A sequence of steps about one topic."""

    id: str
    chapter: str
    title: Texts
    line: Texts
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Chapter:
    """A group of lessons; newcomers should do those with `is_base` before their first game."""

    id: str
    title: Texts
    is_base: bool
    lessons: tuple[Lesson, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """Return all chapters in teaching order.

    Raises:
        LessonDataError: a file is invalid.
    """
    folder = files("beespace.lessons") / "data"
    table = tomllib.loads((folder / "chapters.toml").read_text("utf-8"))
    found = []
    for entry in table["chapters"]:
        lessons = tuple(
            read_lesson(
                name, tomllib.loads((folder / "lessons" / f"{name}.toml").read_text("utf-8"))
            )
            for name in entry["lessons"]
        )
        found.append(Chapter(entry["id"], entry["title"], entry.get("base", False), lessons))
    return tuple(found)


@cache
def lessons() -> Mapping[str, Lesson]:
    """Return all lessons by id."""
    return {lesson.id: lesson for chapter in chapters() for lesson in chapter.lessons}


def read_lesson(name: str, table: dict[str, Any]) -> Lesson:
    """Build a lesson from its parsed TOML file.

    Raises:
        LessonDataError: a field is missing, unknown or invalid.
    """
    try:
        _check_fields(table, _LESSON_FIELDS)
        steps = []
        for number, entry in enumerate(table["steps"], 1):
            try:
                steps.append(_read_step(entry))
            except (BeespaceError, KeyError, TypeError) as error:
                raise LessonDataError(f"step {number}: {error}") from error
        return Lesson(name, table["chapter"], table["title"], table["line"], tuple(steps))
    except (LessonDataError, KeyError) as error:
        raise LessonDataError(f"lesson {name}: {error}") from error


def _read_step(table: dict[str, Any]) -> Step:
    _check_fields(table, _STEP_FIELDS)
    board, marks = read_board(table)
    goal = _read_goal(table["goal"])
    return Step(
        goal=goal,
        text=table["text"],
        hint=table.get("hint", {}),
        done=table.get("done", {}),
        miss=table.get("miss", {}),
        wrong=tuple(_read_wrong(entry, board, marks) for entry in table.get("wrong", [])),
        has_hand=table.get("hand", False),
        has_pass=table.get("pass", False),
        _start=board,
    )


def read_board(table: dict[str, Any]) -> tuple[BaseBoard, dict[str, Hex]]:
    """Return the board that a table describes, and the marks in its picture.

    Raises:
        LessonDataError: the picture can't be read.
        InvalidPositionError: no game can reach the position.
    """
    rules = table.get("rules", "Base")
    if "game" in table:
        return Board.from_game_string(table["game"], rules), {}
    picture = read_picture(table["picture"])
    turn, stunned = table.get("turn", _LATE_TURN), table.get("stunned", "-")
    return Board.from_position(picture.position(rules, turn, stunned)), picture.marks


def _read_goal(table: dict[str, Any]) -> Goal:
    (kind, value), *others = table.items()
    if others:
        raise LessonDataError(f"a goal has exactly one key, not {', '.join(table)}")
    if kind == "look":
        return Look()
    if kind == "reach":
        return Reach(Piece.parse(value))
    if kind == "around":
        return Around(Piece.parse(value))
    if kind == "pick" and value in PICK_KINDS:
        return Pick(value)
    if kind == "play":
        turns = value if isinstance(value, list) else [value]
        return Play(tuple(_read_turn(dict(turn)) for turn in turns))
    raise LessonDataError(f"unknown goal {kind} = {value!r}")


def _read_turn(table: dict[str, Any]) -> PlayTurn:
    replies = table.pop("reply", [])
    return PlayTurn(
        tuple(read_condition(name, value) for name, value in table.items()),
        tuple([replies] if isinstance(replies, str) else replies),
    )


def _read_wrong(table: dict[str, Any], board: BaseBoard, marks: dict[str, Hex]) -> WrongTry:
    """Build a wrong try from a piece, a hex (a mark or the piece on it), or both."""
    _check_fields(table, {"code", "piece", "at"})
    piece = Piece.parse(table["piece"]) if "piece" in table else None
    to = None
    if "at" in table:
        at: str = table["at"]
        to = read_hex(at, board, marks)
    return WrongTry(table["code"], piece, to)


def read_hex(at: str, board: BaseBoard, marks: dict[str, Hex]) -> Hex:
    """Return the hex with a mark in the picture, with coordinates, or with a piece on it.

    Raises:
        LessonDataError: the piece isn't on the board.
    """
    if at in marks:
        return marks[at]
    if re.fullmatch(r"-?\d+,-?\d+", at):
        q, r = at.split(",")
        return Hex(int(q), int(r))
    hex = board.location(Piece.parse(at))
    if hex is None:
        raise LessonDataError(f"{at} is not on the board")
    return hex


def _check_fields(table: dict[str, Any], known: set[str]) -> None:
    unknown = set(table) - known
    if unknown:
        raise LessonDataError(f"unknown field {', '.join(sorted(unknown))}")
