"""Lessons and the rules reference as JSON."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from beespace.server.messages.board import (
    HexPair,
    Message,
    PieceName,
    PlayedMove,
    Turn,
    Way,
    WhyNot,
)

# A text by the code of its language; English is always there.
Texts = dict[str, str]


class LessonSummary(Message):
    """A lesson in the list."""

    id: str
    title: Texts
    line: Texts
    count: int  # of its steps


class LessonChapter(Message):
    """Some lessons; those of base chapters come before a first game."""

    id: str
    title: Texts
    is_base: bool
    lessons: list[LessonSummary]


class LessonList(Message):
    """All lessons, in the order in which they are taught."""

    chapters: list[LessonChapter]


class LessonStep(Message):
    """A board and what to do on it: see `beespace.lessons.goals` for the kinds."""

    kind: Literal["look", "reach", "around", "pick", "play"]
    piece: str | None  # of `reach` and `around`
    left: int  # how many hexes or moves are asked for
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
    """A move that the learner made earlier in the step; nothing is a pass."""

    piece: PieceName | None = None
    to: HexPair | None = None


class SayLessonTry(Message):
    """What the learner has done in a step so far, and tries now.

    A hex to tap, a piece with a hex to move it to, a piece alone to ask why it cannot move, or
    nothing to pass.
    """

    moves: list[SayLessonMove] = Field(default_factory=list, max_length=8)
    found: list[HexPair] = Field(default_factory=list, max_length=80)
    piece: PieceName | None = None
    to: HexPair | None = None


class LessonAnswer(Message):
    """What came of a try. `why` is a rule's reason, or that it is not what the step asks for."""

    is_right: bool
    is_done: bool
    why: WhyNot | None
    found: list[HexPair]
    left: int
    played: list[PlayedMove]
    turn: Turn


class LessonShown(Message):
    """One right thing to do next: a hex to tap, or a piece and its way; a pass has neither."""

    hex: HexPair | None
    piece: str | None
    way: Way | None


class RulesDiagram(Message):
    """A position to try: the piece that the caption speaks of, and all that can be done."""

    id: str
    piece: str | None
    caption: Texts
    turn: Turn


class RulesSection(Message):
    """A part of the rules."""

    id: str
    title: Texts
    paragraphs: list[Texts]
    diagrams: list[RulesDiagram]
    lesson: str | None


class RulesRow(Message):
    """A point on which editions differ or are silent: what each says, by its id."""

    topic: Texts
    cells: dict[str, Texts]


class RulesEdition(Message):
    """An edition in the list."""

    id: str
    title: Texts
    line: Texts


class RulesPage(RulesEdition):
    """The rules of an edition, and how it differs from the others."""

    editions: list[RulesEdition]
    sections: list[RulesSection]
    differences: list[RulesRow]


class SayDiagramWhy(Message):
    """Ask why a piece of a diagram may not go to a hex, or (without one) not move at all."""

    piece: PieceName
    to: HexPair | None = None


class DiagramWhy(Message):
    """The answer; null when it is allowed."""

    why: WhyNot | None
