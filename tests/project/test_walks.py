"""The four walks in docs/architecture.md: their names exist, and each step leads to the next."""

from __future__ import annotations

import re
import sys
from dataclasses import replace

import pytest

from support.repository import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tools/site"))

import itertools

import diagrams
import walks
from walks import Step, Walk

WALKS = walks.read_walks(walks.PAGE.read_text(encoding="utf-8"))


def test_the_page_has_all_four_walks() -> None:
    assert [walk.title for walk in WALKS] == [
        "A move against the engine",
        "A move between friends",
        "A UHP search",
        "A review",
    ]


@pytest.mark.parametrize("walk", WALKS, ids=[walk.title for walk in WALKS])
def test_a_walk_is_short_and_its_steps_lead_to_each_other(walk: Walk) -> None:
    assert walks.problems_of(walk) == []


@pytest.mark.parametrize("walk", WALKS, ids=[walk.title for walk in WALKS])
def test_the_diagram_shows_the_same_files_in_the_same_order(walk: Walk) -> None:
    block = diagrams.BLOCK.search(walk.text)
    assert block is not None
    chart = diagrams.parse(block[1])
    shown = [box.lines[0] for box in chart.boxes.values()]
    assert len(shown) == len(walk.steps)
    for file, step in zip(shown, walk.steps, strict=True):
        assert step.file.endswith(f"/{file}")
    names = list(chart.boxes)
    arrows = [(tail, head) for tail, head, _ in chart.arrows]
    assert arrows == list(itertools.pairwise(names)), "one way, without branches"


def test_every_item_of_a_walk_is_read() -> None:
    section = walks.PAGE.read_text(encoding="utf-8").partition("## The four walks")[2]
    assert len(re.findall(r"^\d+\. ", section, re.MULTILINE)) == sum(len(w.steps) for w in WALKS)


GOOD = Walk(
    "A good one",
    (
        Step("src/beespace/uhp/server.py", ("serve", "_answer")),
        Step("src/beespace/uhp/engine.py", ("Engine.answer", "Engine._bestmove")),
        Step("native/search/root/searcher.h", ("Searcher", "search")),
    ),
    "",
)


@pytest.mark.parametrize(
    "step",
    [
        Step("src/beespace/uhp/nowhere.py", ("Engine.answer",)),
        Step("src/beespace/uhp/engine.py", ("Engine.reply",)),
        Step("src/beespace/uhp/client.py", ("UhpPlayer.new_game",)),  # exists, but isn't called
    ],
)
def test_a_broken_step_is_found(step: Step) -> None:
    assert walks.problems_of(GOOD) == []
    assert walks.problems_of(replace(GOOD, steps=(GOOD.steps[0], step, *GOOD.steps[2:])))


def test_a_long_walk_and_a_turn_back_are_found() -> None:
    long = replace(GOOD, steps=GOOD.steps * 3)
    assert "it has 9 files" in walks.problems_of(long)
    back = replace(GOOD, steps=(*GOOD.steps[:2], GOOD.steps[0]))
    assert "it returns to src/beespace/uhp/server.py" in walks.problems_of(back)


def test_a_missing_name_is_found_in_other_languages() -> None:
    header = REPOSITORY / "native/search/root/searcher.h"
    assert walks.defines(header, "search")
    assert not walks.defines(header, "find")
    socket = REPOSITORY / "web/src/net/socket.ts"
    assert walks.defines(socket, "GameSocket.say")
    assert not walks.defines(socket, "GameSocket.shout")


def test_a_function_that_the_page_no_longer_calls_is_found() -> None:
    board = Step("web/src/board/state.svelte.ts", ("BoardState.click",))
    assert walks.leads_to(board, Step("web/src/net/socket.ts", ("GameSocket.say",)))
    assert not walks.leads_to(board, Step("web/src/net/socket.ts", ("SocketEvents.whisper",)))


def test_a_functions_own_name_is_no_call_of_the_next_step() -> None:
    service = Step("src/beespace/server/search/service.py", ("Search.evaluate",))
    assert not walks.leads_to(service, Step("src/beespace/study/review.py", ("evaluate",)))
