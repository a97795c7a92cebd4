"""Lessons and the rules reference over HTTP. The page stores the learner's progress itself."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from beespace.server.boards.messages import DiagramWhy
from beespace.server.lessons import service as lessons
from beespace.server.lessons.messages import (
    Lesson,
    LessonAnswer,
    LessonList,
    LessonShown,
    RulesPage,
    SayDiagramWhy,
    SayLessonTry,
)

router = APIRouter(prefix="/api")

Name = Annotated[str, Path(max_length=40, description="An id from the list.")]
Number = Annotated[int, Path(ge=1, le=100, description="The step, from 1.")]


# Not `async`, so that their computations run in threads and don't block the games' sockets.
@router.get("/lessons")
def list_lessons() -> LessonList:
    """List all lessons by chapter."""
    return lessons.lesson_list()


@router.get("/lessons/{lesson_id}")
def show_lesson(lesson_id: Name) -> Lesson:
    """Get a lesson with its steps."""
    return lessons.lesson(lesson_id)


@router.post("/lessons/{lesson_id}/steps/{number}/try")
def try_step(lesson_id: Name, number: Number, tried: SayLessonTry) -> LessonAnswer:
    """Try something in a step. Returns the result and, if it is wrong, why."""
    return lessons.answer(lesson_id, number, tried)


@router.post("/lessons/{lesson_id}/steps/{number}/show")
def show_step(lesson_id: Name, number: Number, tried: SayLessonTry) -> LessonShown:
    """Get a correct next move in a step."""
    return lessons.shown(lesson_id, number, tried)


@router.get("/rules/{edition_id}")
def show_rules(edition_id: Name) -> RulesPage:
    """Get the rules reference of an edition."""
    return lessons.rules_page(edition_id)


@router.post("/rules/diagrams/{diagram_id}/why")
def ask_diagram(diagram_id: Name, asked: SayDiagramWhy) -> DiagramWhy:
    """Ask why a move isn't allowed in a diagram of the reference."""
    return lessons.diagram_why(diagram_id, asked)
