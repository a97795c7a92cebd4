"""The check for odd phrases in `make lint`."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

import pytest

from support.repository import REPOSITORY

PATH = REPOSITORY / "tools" / "check_words.py"


Check = Callable[[str], list[tuple[int, str, str]]]


@pytest.fixture(scope="module")
def problems_in() -> Check:
    spec = importlib.util.spec_from_file_location("check_words", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Check = module.problems_in
    return found


@pytest.mark.parametrize(
    "text",
    [
        "Bring in games",
        "# Whoever plays is told, and who asks is answered.",
        "It is looked whether there are any.",
        "an aborted one, which counts not",
        "A bug that was mended",
        "has stood twice before long",
        "This concerns nobody.",
        "The game goes on.",
        "tells it from its like",
        "Nobody's first piece is the queen",
        "The third time a position stands is a draw",
        '"settings.theme.auto": "As the system",',
        "Sto caricando …",
        "a fermarne uno basta solo un altro arrampicatore",
    ],
)
def test_an_odd_phrase_is_found(problems_in: Check, text: str) -> None:
    assert problems_in(text)


def test_a_phrase_is_found_across_a_line_break_with_its_line(problems_in: Check) -> None:
    text = "one\n\n# here it is looked\n    # whether it works\n"
    assert [(line, phrase) for line, phrase, _ in problems_in(text)] == [(3, "looked whether")]


@pytest.mark.parametrize(
    "text",
    [
        "Import games",
        "The game continues.",
        "amend, recommend, bring into view",
        "def go_on(game): ...",
        "Caricamento…",
    ],
)
def test_plain_words_pass(problems_in: Check, text: str) -> None:
    assert not problems_in(text)
