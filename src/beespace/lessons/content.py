"""Prints what the page needs to teach without a server, as JSON.

    python -m beespace.lessons.content (chapters | lessons | rules)

web/src/local/lessons reads it. The page has the rules of the game itself, so a board is only a
position, or the moves that led to it.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from beespace.lessons import reference
from beespace.lessons.goals import Around, Goal, Pick, Play, Reach
from beespace.lessons.lesson import Step
from beespace.lessons.lesson import chapters as all_chapters
from beespace.lessons.lesson import lessons as all_lessons
from beespace.rules import BaseBoard

Content = dict[str, Any]


def chapters() -> list[Content]:
    """Return the lessons by chapter, without their steps."""
    return [
        {
            "id": chapter.id,
            "title": chapter.title,
            "is_base": chapter.is_base,
            "lessons": [
                {"id": one.id, "title": one.title, "line": one.line, "count": len(one.steps)}
                for one in chapter.lessons
            ],
        }
        for chapter in all_chapters()
    ]


def lessons() -> Content:
    """Return the steps of every lesson by its id."""
    return {one.id: [_step(step) for step in one.steps] for one in all_lessons().values()}


def rules() -> Content:
    """Return the rules reference of all editions."""
    return {
        "editions": [
            {"id": edition.id, "title": edition.title, "line": edition.line}
            for edition in reference.editions().values()
        ],
        "sections": [_section(section) for section in reference.all_sections()],
        "differences": [
            {"topic": row.topic, "cells": row.cells} for row in reference.differences()
        ],
    }


def _section(section: reference.Section) -> Content:
    return {
        "id": section.id,
        "title": section.title,
        "editions": section.editions,
        "lesson": section.lesson,
        "paragraphs": [
            {"editions": editions, "text": texts} for editions, texts in section.all_paragraphs
        ],
        "diagrams": [
            {
                "id": diagram.id,
                "editions": diagram.editions,
                "piece": str(diagram.piece) if diagram.piece else None,
                "crossed": diagram.crossed,
                "caption": diagram.caption,
                "board": _board(diagram.board()),
            }
            for diagram in section.diagrams
        ],
    }


def _step(step: Step) -> Content:
    return {
        "board": _board(step.board()),
        "goal": _goal(step.goal),
        "text": step.text,
        "hint": step.hint,
        "done": step.done,
        "miss": step.miss,
        "has_hand": step.has_hand,
        "has_pass": step.has_pass,
    }


def _goal(goal: Goal) -> Content:
    match goal:
        case Reach() | Around():
            return {"kind": goal.kind, "piece": str(goal.piece)}
        case Pick():
            return {"kind": goal.kind, "what": goal.what}
        case Play():
            turns = [
                {"conditions": {c.name: c.value for c in turn.conditions}, "replies": turn.replies}
                for turn in goal.turns
            ]
            return {"kind": goal.kind, "turns": turns}
    return {"kind": goal.kind}


def _board(board: BaseBoard) -> Content:
    """Return the position or, if the board comes from a game, its moves."""
    if not board.moves:
        return {"start": board.position()}
    replayed = type(board)(board.ruleset)
    texts = []
    for move in board.moves:
        texts.append(replayed.uhp(move))
        replayed.push(move)
    return {"ruleset": str(board.ruleset), "moves": texts}


if __name__ == "__main__":
    content = {"chapters": chapters, "lessons": lessons, "rules": rules}[sys.argv[1]]()
    json.dump(content, sys.stdout, ensure_ascii=False, separators=(",", ":"))
