"""The page's own lessons and rules reference answer like the server."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from beespace.lessons import Doing, Step, lessons
from beespace.lessons.goals import Play
from beespace.lessons.reference import Diagram, diagrams, editions
from beespace.lessons.trying import replay
from beespace.rules import BaseBoard, Bug, Color, Hex, Pass, Piece
from support.local.asking import Asking
from support.local.services import Json

PIECES = [
    str(Piece(color, bug, number))
    for color, bug in product(Color, Bug)
    for number in range(1, bug.count + 1)
]
FAR = Hex(40, -20)
# The share of pieces and hexes to try: with MANY, all legal moves are among them; FEW are quick
# enough for every run of the tests.
MANY, FEW = 0.2, 0.02


def near(board: BaseBoard) -> list[Hex]:
    """Return the hexes of the hive and those around it."""
    return sorted({hex for at in board.hexes() for hex in (at, *at.neighbors())} | {Hex(0, 0)})


def tries(board: BaseBoard, share: float, rng: random.Random) -> Iterator[Json]:
    """Yield tries: hexes, pieces, pieces on hexes, and a pass."""
    hexes = [*near(board), FAR]
    yield {}
    for piece in PIECES:
        yield {"piece": piece}
    for hex in hexes:
        yield {"to": hex}
    legal = {(str(move.piece), move.to) for move in board.legal_moves if not isinstance(move, Pass)}
    for piece, hex in product(PIECES, hexes):
        if rng.random() < share or (share == MANY and (piece, hex) in legal):
            yield {"piece": piece, "to": hex}


def board_after(step: Step, moves: list[Json]) -> BaseBoard:
    """Return the board after the learner's moves and the replies to them."""
    if not isinstance(step.goal, Play):
        return step.board()
    made = [(Piece.parse(one["piece"]), one["to"]) if "piece" in one else None for one in moves]
    return replay(step, step.goal, Doing(made))


class Learner:
    """Does a step in every right way, with every try on the way."""

    def __init__(self, asking: Asking, path: str, share: float) -> None:
        self._asking = asking
        self._path = path
        self._share = share
        self._rng = random.Random(path)

    def do(self, step: Step) -> None:
        self._continue(step, {"moves": [], "found": []})

    def _continue(self, step: Step, doing: Json) -> None:
        board = board_after(step, doing["moves"])
        self._asking.post(f"{self._path}/show", **doing)
        after: dict[str, Json] = {}
        # While tapping, the pieces don't matter, so once is enough.
        share = min(self._share, FEW) if doing["found"] else self._share
        for one in tries(board, share, self._rng):
            answer = self._asking.post(f"{self._path}/try", **doing, **one)
            is_new = answer.get("played") or len(answer.get("found", [])) > len(doing["found"])
            if is_new and not answer["is_done"]:
                after[str(answer["turn"]["stacks"]) if answer["played"] else ""] = {
                    "moves": [*doing["moves"], one] if answer["played"] else [],
                    "found": answer["found"],
                }
        for following in after.values():
            if self._share == MANY or not doing["found"]:
                self._continue(step, following)
        # Too much was done already, or what is impossible.
        move = {"piece": "wQ", "to": FAR}
        self._asking.post(f"{self._path}/try", **(doing | {"moves": [*doing["moves"], move]}))
        self._asking.post(f"{self._path}/show", **(doing | {"moves": [move] * 8}))
        everything = [list(hex) for hex in near(board)][:80]
        self._asking.post(f"{self._path}/show", **(doing | {"found": everything}))


def check_lessons(asking: Asking, share: float, names: list[str]) -> int:
    asking.ask("GET", "/api/lessons")
    for name in names:
        asking.ask("GET", f"/api/lessons/{name}")
        for number, step in enumerate(lessons()[name].steps, 1):
            Learner(asking, f"/api/lessons/{name}/steps/{number}", share).do(step)
    asking.ask("GET", "/api/lessons/none-such")
    asking.post("/api/lessons/none-such/steps/1/try")
    asking.post("/api/lessons/queen/steps/99/show")
    return asking.count


def check_rules(asking: Asking, share: float, some: list[Diagram]) -> int:
    for edition in editions():
        asking.ask("GET", f"/api/rules/{edition}")
    rng = random.Random(19)
    for diagram in some:
        questions: list[Any] = [one for one in tries(diagram.board(), share, rng) if "piece" in one]
        for question in questions:
            asking.post(f"/api/rules/diagrams/{diagram.id}/why", **question)
    asking.ask("GET", "/api/rules/none-such")
    asking.post("/api/rules/diagrams/none-such/why", piece="wQ")
    return asking.count


def test_some_lessons(asking: Asking) -> None:
    assert check_lessons(asking, FEW, list(lessons())[::5]) > 500


def test_some_diagrams(asking: Asking) -> None:
    assert check_rules(asking, FEW, list(diagrams().values())[::6]) > 150


@pytest.mark.slow
def test_every_legal_try_in_every_lesson(asking: Asking) -> None:
    assert check_lessons(asking, MANY, list(lessons())) > 20_000


@pytest.mark.slow
def test_many_questions_about_every_diagram(asking: Asking) -> None:
    assert check_rules(asking, MANY, list(diagrams().values())) > 4_000
