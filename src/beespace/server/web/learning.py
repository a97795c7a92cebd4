"""The lessons and the rules reference over HTTP. Nothing is kept: the page knows its progress."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from beespace.server import learning
from beespace.server.messages.learning import (
    DiagramWhy,
    Lesson,
    LessonAnswer,
    LessonList,
    LessonShown,
    RulesPage,
    SayDiagramWhy,
    SayLessonTry,
)

router = APIRouter(prefix="/api")

Name = Annotated[str, Path(max_length=40)]
Number = Annotated[int, Path(ge=1, le=100)]


# Not `async`: they compute for a moment, which must not keep the games' sockets waiting.
@router.get("/lessons")
def list_lessons() -> LessonList:
    """All lessons by chapters."""
    return learning.lesson_list()


@router.get("/lessons/{lesson_id}")
def show_lesson(lesson_id: Name) -> Lesson:
    """A lesson with its steps."""
    return learning.lesson(lesson_id)


@router.post("/lessons/{lesson_id}/steps/{number}/try")
def try_step(lesson_id: Name, number: Number, tried: SayLessonTry) -> LessonAnswer:
    """What comes of a try in a step, and why if it is wrong."""
    return learning.answer(lesson_id, number, tried)


@router.post("/lessons/{lesson_id}/steps/{number}/show")
def show_step(lesson_id: Name, number: Number, tried: SayLessonTry) -> LessonShown:
    """One right thing to do next."""
    return learning.shown(lesson_id, number, tried)


@router.get("/rules/{edition_id}")
def show_rules(edition_id: Name) -> RulesPage:
    """The rules reference of an edition."""
    return learning.rules_page(edition_id)


@router.post("/rules/diagrams/{diagram_id}/why")
def ask_diagram(diagram_id: Name, asked: SayDiagramWhy) -> DiagramWhy:
    """Why something cannot be done in a diagram of the reference."""
    return learning.diagram_why(diagram_id, asked)
