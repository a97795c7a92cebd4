"""The server's own services for lessons and puzzles, without HTTP."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from beespace.server.lessons import service as lessons
from beespace.server.lessons.messages import SayDiagramWhy, SayLessonTry
from beespace.server.people.client import Owner
from beespace.server.puzzles.messages import SayPuzzleTry
from beespace.server.puzzles.service import Puzzles
from beespace.server.refusals import Refusals
from beespace.server.search.service import Search
from beespace.server.settings import Settings
from beespace.server.storage.database import Database
from beespace.server.storage.guests.puzzle_results import PuzzleResults

Json = dict[str, Any]
Answerer = Callable[..., BaseModel | Awaitable[BaseModel]]

_LESSONS: dict[str, Answerer] = {
    "GET /api/lessons": lambda _: lessons.lesson_list(),
    "GET /api/lessons/([^/]+)": lambda _, name: lessons.lesson(name),
    "POST /api/lessons/([^/]+)/steps/([0-9]+)/try": lambda body, name, number: lessons.answer(
        name, int(number), SayLessonTry.model_validate(body)
    ),
    "POST /api/lessons/([^/]+)/steps/([0-9]+)/show": lambda body, name, number: lessons.shown(
        name, int(number), SayLessonTry.model_validate(body)
    ),
    "GET /api/rules/([^/]+)": lambda _, name: lessons.rules_page(name),
    "POST /api/rules/diagrams/([^/]+)/why": lambda body, name: lessons.diagram_why(
        name, SayDiagramWhy.model_validate(body)
    ),
}


def _puzzle_routes(puzzles: Puzzles, guest: str) -> dict[str, Answerer]:
    client, said = Owner(guest), SayPuzzleTry.model_validate
    return {
        "GET /api/puzzles": lambda _: puzzles.index(guest),
        "GET /api/puzzles/([^/]+)": lambda _, name: puzzles.puzzle(guest, name),
        "POST /api/puzzles/([^/]+)/try": lambda body, name: puzzles.try_move(
            client, name, said(body)
        ),
        "POST /api/puzzles/([^/]+)/hint": lambda body, name: puzzles.hint(client, name, said(body)),
        "POST /api/puzzles/([^/]+)/solution": lambda body, name: puzzles.solution(
            client, name, said(body)
        ),
    }


Answering = Callable[[str, str, Json], Json]


@contextmanager
def services(data: Path) -> Iterator[Answering]:
    """Return a function that answers requests, for one guest."""
    database = Database(data)
    with asyncio.Runner() as runner:
        search = Search(Settings(data=data), Refusals())
        routes = _LESSONS | _puzzle_routes(Puzzles(PuzzleResults(database), search), "guest")

        async def answer(method: str, path: str, body: Json) -> Json:
            for pattern, answerer in routes.items():
                if match := re.fullmatch(pattern, f"{method} {path}"):
                    found = answerer(body, *match.groups())
                    message = found if isinstance(found, BaseModel) else await found
                    said: Json = message.model_dump(mode="json")
                    return said
            raise LookupError(path)

        async def close() -> None:
            async with aclosing(search):
                pass

        try:
            yield lambda method, path, body: runner.run(answer(method, path, body))
        finally:
            runner.run(close())
            database.close()
