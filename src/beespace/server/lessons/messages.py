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
    """The lesson's id."""
    title: Texts
    """The title."""
    line: Texts
    """What it teaches, in a line."""
    count: int
    """How many steps it has."""


class LessonChapter(Message):
    """A chapter of lessons. Learn the base chapters before your first game."""

    id: str
    """The chapter's id."""
    title: Texts
    """The title."""
    is_base: bool
    """Whether to learn it before your first game."""
    lessons: list[LessonSummary]
    """Its lessons, in order."""


class LessonList(Message):
    """All lessons, in teaching order."""

    chapters: list[LessonChapter]
    """The chapters, in order."""


class LessonStep(Message):
    """A board and a task on it. `beespace.lessons.goals` explains the kinds."""

    kind: Literal["look", "reach", "around", "pick", "play"]
    """The kind of task."""
    piece: str | None
    """The piece it is about, for `reach` and `around`."""
    left: int
    """How many hexes or moves to find."""
    text: Texts
    """What to do."""
    hint: Texts
    """A hint."""
    done: Texts
    """What to say when it is done."""
    miss: Texts
    """What to say about a wrong try; may be empty."""
    has_hand: bool
    """Whether to show the hands."""
    has_pass: bool
    """Whether to show a button to pass."""
    expansions: str
    """The letters of the expansions, such as `MLP`."""
    turn: Turn
    """The position."""
    last: PlayedMove | None
    """The last move, if there was one."""


class Lesson(LessonSummary):
    """A lesson with its steps."""

    steps: list[LessonStep]
    """The steps, in order."""


class SayLessonMove(Message):
    """An earlier move in the step. A pass has neither piece nor hex."""

    piece: PieceName | None = None
    """The piece that moved."""
    to: HexPair | None = None
    """Where it went."""


class SayLessonTry(Message):
    """What the learner has done in a step so far, and the next attempt.

    The attempt is a hex to tap, a piece and a hex to move it to, a piece alone to ask why it can't
    move, or neither to pass.
    """

    moves: list[SayLessonMove] = Field(default_factory=list, max_length=8)
    """The moves in this step so far."""
    found: list[HexPair] = Field(default_factory=list, max_length=80)
    """The hexes found so far."""
    piece: PieceName | None = None
    """The piece to move."""
    to: HexPair | None = None
    """The hex to tap or to move to."""


class LessonAnswer(Message):
    """The result of an attempt. `why` says which rule it breaks, or what the step wants instead."""

    is_right: bool
    """Whether the try was right."""
    is_done: bool
    """Whether the step is done."""
    why: WhyNot | None
    """What was wrong."""
    found: list[HexPair]
    """The hexes found so far."""
    left: int
    """How many hexes or moves are left to find."""
    played: list[PlayedMove]
    """The move and the replies to it, if any."""
    turn: Turn
    """The position now."""


class LessonShown(Message):
    """A correct next step: a hex to tap, or a piece and its move. A pass has neither."""

    hex: HexPair | None
    """A hex to tap."""
    piece: str | None
    """A piece to move."""
    way: Way | None
    """Where to move it."""


class RulesDiagram(Message):
    """A position to try out, with its legal moves and the piece that the caption is about.

    `crossed` are the hexes to mark with an X: the piece can't go there.
    """

    id: str
    """The diagram's id."""
    piece: str | None
    """The piece that the caption is about, if any."""
    crossed: list[HexPair]
    """The hexes to mark with an X."""
    caption: Texts
    """The caption."""
    turn: Turn
    """The position."""


class RulesSection(Message):
    """A section of the rules."""

    id: str
    """The section's id."""
    title: Texts
    """The title."""
    paragraphs: list[Texts]
    """Its text."""
    diagrams: list[RulesDiagram]
    """Its diagrams."""
    lesson: str | None
    """The id of the lesson that teaches it, if any."""


class RulesRow(Message):
    """A topic on which editions differ or say nothing, with each edition's rule by its id."""

    topic: Texts
    """What it is about."""
    cells: dict[str, Texts]
    """The rule of each edition, by the edition's id."""


class RulesEdition(Message):
    """An edition in a list."""

    id: str
    """The edition's id."""
    title: Texts
    """The title."""
    line: Texts
    """What is in the box, in a line."""


class RulesPage(RulesEdition):
    """The rules of an edition, and how the editions differ."""

    editions: list[RulesEdition]
    """All editions."""
    sections: list[RulesSection]
    """The rules."""
    differences: list[RulesRow]
    """How the editions differ."""


class SayDiagramWhy(Message):
    """Ask why a piece in a diagram can't move to a hex or, without a hex, can't move at all."""

    piece: PieceName
    """The piece in question."""
    to: HexPair | None = None
    """The hex in question."""
