"""Lessons and the rules reference as JSON."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from beespace.server.boards.messages import (
    HexPair,
    Message,
    PieceName,
    PlayedMove,
    Turn,
    Way,
    WhyNot,
)

# A text in several languages, by language code. English is always present.
Texts = dict[str, str]


class LessonSummary(Message):
    """A lesson in a list."""

    id: str
    title: Texts
    line: Texts
    count: int  # the number of steps


class LessonChapter(Message):
    """A chapter of lessons. Learn the base chapters before your first game."""

    id: str
    title: Texts
    is_base: bool
    lessons: list[LessonSummary]


class LessonList(Message):
    """All lessons, in teaching order."""

    chapters: list[LessonChapter]


class LessonStep(Message):
    """A board and a task on it. `beespace.lessons.goals` explains the kinds."""

    kind: Literal["look", "reach", "around", "pick", "play"]
    piece: str | None  # for `reach` and `around`
    left: int  # how many hexes or moves to find
    text: Texts
    hint: Texts
    done: Texts
    miss: Texts  # may be empty
    has_hand: bool
    has_pass: bool
    expansions: str
    turn: Turn
    last: PlayedMove | None


class Lesson(LessonSummary):
    """A lesson with its steps."""

    steps: list[LessonStep]


class SayLessonMove(Message):
    """An earlier move in the step. A pass has neither piece nor hex."""

    piece: PieceName | None = None
    to: HexPair | None = None


class SayLessonTry(Message):
    """What the learner has done in a step so far, and the next attempt.

    The attempt is a hex to tap, a piece and a hex to move it to, a piece alone to ask why it can't
    move, or neither to pass.
    """

    moves: list[SayLessonMove] = Field(default_factory=list, max_length=8)
    found: list[HexPair] = Field(default_factory=list, max_length=80)
    piece: PieceName | None = None
    to: HexPair | None = None


class LessonAnswer(Message):
    """The result of an attempt. `why` says which rule it breaks, or what the step wants instead."""

    is_right: bool
    is_done: bool
    why: WhyNot | None
    found: list[HexPair]
    left: int
    played: list[PlayedMove]
    turn: Turn


class LessonShown(Message):
    """A correct next step: a hex to tap, or a piece and its move. A pass has neither."""

    hex: HexPair | None
    piece: str | None
    way: Way | None


class RulesDiagram(Message):
    """A position to try out, with its legal moves and the piece that the caption is about.

    `crossed` are the hexes to mark with an X: the piece can't go there.
    """

    id: str
    piece: str | None
    crossed: list[HexPair]
    caption: Texts
    turn: Turn


class RulesSection(Message):
    """A section of the rules."""

    id: str
    title: Texts
    paragraphs: list[Texts]
    diagrams: list[RulesDiagram]
    lesson: str | None


class RulesRow(Message):
    """A topic on which editions differ or say nothing, with each edition's rule by its id."""

    topic: Texts
    cells: dict[str, Texts]


class RulesEdition(Message):
    """An edition in a list."""

    id: str
    title: Texts
    line: Texts


class RulesPage(RulesEdition):
    """The rules of an edition, and how the editions differ."""

    editions: list[RulesEdition]
    sections: list[RulesSection]
    differences: list[RulesRow]


class SayDiagramWhy(Message):
    """Ask why a piece in a diagram can't move to a hex or, without a hex, can't move at all."""

    piece: PieceName
    to: HexPair | None = None
