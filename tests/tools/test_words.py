"""The pages in docs/words show what the page says, and the lessons it links explain it."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from beespace.lessons import lessons
from beespace.rules import ReasonCode
from support.repository import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tools/words"))

import cases
import pages

# Lessons that explain a reason in their texts, without a wrong try that gets it. Reread them
# before adding to this list.
EXPLAINED_IN_WORDS = {
    ("game-over", "ending"),  # a surrounded queen ends the game
    ("enclosed", "freedom"),  # what sits in a closed hole doesn't slide out
    ("no-space", "placing"),  # a new piece touches your own pieces and none of the opponent's
    ("no-space", "pillbug"),  # a throw ends on an empty hex beside the pillbug
    ("not-touching-hive", "placing"),
    ("covered", "beetle"),  # a piece under a beetle can't move
    ("touches-opponent", "beetle"),  # a stack has the colour of the beetle on top
    ("occupied", "mosquito"),  # it moves like its neighbours, so it climbs only like a beetle
}

Answer = tuple[dict[str, Any], list[pages.Shown]]


@pytest.fixture(scope="module")
def answer() -> Answer:
    """Return what the page's own code says about every example."""
    return pages.ask_page([*cases.read_examples(), *cases.typed()])


def test_pages_are_up_to_date(answer: Answer) -> None:
    stale = pages.out_of_date(pages.pages(*answer))
    assert not stale, "run `make words`, read what changed, and commit it"


def test_every_reason_is_on_the_pages(answer: Answer) -> None:
    codes = {one.case.reason.code for one in answer[1]}
    # The page names no thrower, so it never names a wrong one.
    assert codes == set(ReasonCode) - {ReasonCode.CANNOT_THROW}


def test_sentences_are_complete(answer: Answer) -> None:
    for one in answer[1]:
        for words in one.words.values():
            assert words[0].isupper() or one.case.attempt == "type", words
            assert words.endswith("."), words
            assert "{" not in words, words
            assert "undefined" not in words, words


def test_linked_lessons_explain_the_refusal(answer: Answer) -> None:
    unexplained = set()
    for one in answer[1]:
        if not one.lesson:
            continue
        code = one.case.reason.code.value
        lesson = lessons()[one.lesson]
        is_tried = any(wrong.code == code for step in lesson.steps for wrong in step.wrong)
        if not is_tried and (code, lesson.id) not in EXPLAINED_IN_WORDS:
            unexplained.add((code, lesson.id))
    assert not unexplained


def test_refusals_that_pointing_can_get_have_a_lesson(answer: Answer) -> None:
    without = {one.key for one in answer[1] if not one.lesson and one.case.attempt != "type"}
    assert not without


@pytest.mark.slow
def test_random_games_give_no_reason_that_is_not_on_the_pages(answer: Answer) -> None:
    known = {one.row() for one in answer[1]}
    _, shown = pages.ask_page(cases.search(8))
    assert {one.row() for one in shown} <= known, (
        "run `python tools/words/write_pages.py --search 20`"
    )
