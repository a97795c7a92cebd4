"""Lessons and reference over HTTP: requests, responses, and invalid input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beespace.lessons import lessons
from beespace.lessons.reference import editions
from beespace.rules import ReasonCode
from support.repository import REPOSITORY
from support.server.serving import Served, serving

LESSONS = lessons()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


def ask(served: Served, lesson: str, step: int, what: str = "try", **tried: object) -> Any:
    answer = served.http.post(f"/api/lessons/{lesson}/steps/{step}/{what}", json=tried)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_list_names_all_lessons(served: Served) -> None:
    found = served.http.get("/api/lessons").json()["chapters"]
    assert [entry["id"] for chapter in found for entry in chapter["lessons"]] == list(LESSONS)
    assert any(chapter["is_base"] for chapter in found)
    assert any(not chapter["is_base"] for chapter in found)


@pytest.mark.parametrize("name", list(LESSONS))
def test_a_lesson_is_done_over_http(served: Served, name: str) -> None:
    lesson = served.http.get(f"/api/lessons/{name}").json()
    assert len(lesson["steps"]) == lesson["count"] == len(LESSONS[name].steps)
    for number, step in enumerate(lesson["steps"], 1):
        moves: list[Any] = []
        found: list[Any] = []
        left = step["left"]
        while left:
            shown = ask(served, name, number, "show", moves=moves, found=found)
            to = shown["hex"] or (shown["way"] and shown["way"]["to"])
            answer = ask(
                served, name, number, moves=moves, found=found, piece=shown["piece"], to=to
            )
            assert answer["is_right"]
            assert answer["why"] is None
            assert answer["left"] == left - 1
            left, found = answer["left"], answer["found"]
            if step["kind"] == "play":
                moves.append({"piece": shown["piece"], "to": to})
                assert answer["played"]
        assert answer["is_done"]


def test_a_wrong_try_returns_the_reason_with_its_marks(served: Served) -> None:
    answer = ask(served, "one-hive", 2, piece="wA1")
    assert not answer["is_right"]
    assert answer["why"]["code"] == "pinned"
    assert len(answer["why"]["parts"]) == 2


def test_a_legal_move_that_was_not_asked_for_is_reported(served: Served) -> None:
    board = LESSONS["goal"].steps[1].board()
    move = next(m for m in board.legal_moves if "wA2" in repr(m))
    answer = ask(served, "goal", 2, piece="wA2", to=[move.to.q, move.to.r])  # type: ignore[union-attr]
    assert answer["why"]["code"] == "not-asked"
    assert answer["played"] == []


def test_a_reply_is_played(served: Served) -> None:
    answer = ask(served, "beetle", 2, piece="wB1", to=[0, 1])
    assert [move["piece"] for move in answer["played"]] == ["wB1", "bA2"]
    assert answer["turn"]["color"] == "w"
    assert not answer["is_done"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/lessons/nothing", 404),
        ("/api/lessons/" + "x" * 41, 422),
        ("/api/rules/nothing", 404),
    ],
)
def test_missing_lessons_and_editions_are_not_found(served: Served, path: str, status: int) -> None:
    assert served.http.get(path).status_code == status


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/lessons/goal/steps/0/try", {}, 422),
        ("/api/lessons/goal/steps/99/try", {}, 404),
        ("/api/lessons/goal/steps/x/try", {}, 422),
        ("/api/lessons/goal/steps/1/try", {"to": [0]}, 422),
        ("/api/lessons/goal/steps/1/try", {"to": [0, 10**9]}, 422),
        ("/api/lessons/goal/steps/1/try", {"piece": "wX"}, 422),
        ("/api/lessons/goal/steps/1/try", {"found": [[0, 0]] * 81}, 422),
        ("/api/lessons/goal/steps/1/try", {"more": 1}, 422),
        ("/api/lessons/goal/steps/2/try", {"moves": [{}]}, 409),
        ("/api/lessons/goal/steps/2/try", {"moves": [{"piece": "wA2", "to": [5, 5]}]}, 409),
        ("/api/lessons/goal/steps/2/show", {"moves": [{}] * 9}, 422),
        ("/api/rules/diagrams/nothing/why", {"piece": "wQ"}, 404),
        ("/api/rules/diagrams/ant/why", {}, 422),
    ],
)
def test_junk_is_refused(served: Served, path: str, body: object, status: int) -> None:
    answer = served.http.post(path, json=body)
    assert answer.status_code == status, answer.text
    assert {"code", "text"} <= set(answer.json())


PIECES = st.sampled_from(["wQ", "bQ", "wA1", "bA3", "wM", "bP", "wG2", "bB2"]) | st.none()
HEXES = st.tuples(st.integers(-4, 4), st.integers(-4, 4)).map(list) | st.none()


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    name=st.sampled_from(list(LESSONS)),
    step=st.integers(1, 3),
    what=st.sampled_from(["try", "show"]),
    piece=PIECES,
    to=HEXES,
    found=st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)).map(list), max_size=6),
    moves=st.lists(st.fixed_dictionaries({"piece": PIECES, "to": HEXES}), max_size=2),
)
def test_no_try_causes_a_server_error(
    served: Served,
    name: str,
    step: int,
    what: str,
    piece: object,
    to: object,
    found: object,
    moves: object,
) -> None:
    body = {"piece": piece, "to": to, "found": found, "moves": moves}
    answer = served.http.post(f"/api/lessons/{name}/steps/{step}/{what}", json=body)
    assert answer.status_code in (200, 404, 409), (name, step, body, answer.text)


@pytest.mark.parametrize("edition", list(editions()))
def test_the_reference_of_an_edition(served: Served, edition: str) -> None:
    page = served.http.get(f"/api/rules/{edition}").json()
    assert page["id"] == edition
    assert [other["id"] for other in page["editions"]] == list(editions())
    assert page["sections"]
    assert page["differences"]
    diagram = next(d for s in page["sections"] for d in s["diagrams"] if d["id"] == "ant")
    ways = next(m["ways"] for m in diagram["turn"]["movable"] if m["piece"] == "wA1")
    assert len(ways) == 11
    assert diagram["crossed"] == [[0, 2]]


def test_a_diagram_says_why_not(served: Served) -> None:
    def why(diagram: str, **asked: object) -> Any:
        answer = served.http.post(f"/api/rules/diagrams/{diagram}/why", json=asked)
        assert answer.status_code == 200
        return answer.json()["why"]

    assert why("ant", piece="wA1") is None
    assert why("ant", piece="wA1", to=[0, 2])["code"] == "gate"
    assert why("pinned", piece="bA1")["code"] == "pinned"
    assert why("placing", piece="wA1", to=[2, 0])["code"] == "touches-opponent"


def test_every_reason_is_in_the_table_of_lessons() -> None:
    text = (REPOSITORY / "web/src/surface/lessonFor.ts").read_text("utf-8")
    table = re.search(r"const LESSONS: .*?=\s*\{\n(.*?)\n\s*\};", text, re.S)
    assert table is not None
    codes = re.findall(r'^ {4}"?([a-z-]+)"?:', table[1], re.M)
    assert sorted(codes) == sorted(code.value for code in ReasonCode)


def test_messages_are_json(served: Served) -> None:
    assert json.loads(served.http.get("/api/lessons/goal").text)["steps"][0]["kind"] == "around"
