"""Programs that send the whole game before every move."""

from __future__ import annotations

import pytest

from beespace import Board
from beespace.backend import BACKEND
from beespace.engine import Limit
from beespace.uhp.engine import Engine

if BACKEND != "native":
    pytest.skip("only the C++ engine remembers anything", allow_module_level=True)

BEFORE = "Base+MLP;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-"
LATER = "Base+MLP;InProgress;White[4];wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 -wQ;bA1 bQ-"
OTHER = "Base+MLP;InProgress;White[4];wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 -wQ"


def _nodes(*lines: str) -> int:
    """How many nodes the later position takes after these commands and a search before them."""
    engine = Engine()
    for line in (f"newgame {BEFORE}", "bestmove depth 9", *lines):
        assert engine.answer(line)[0][:3] != "err"
    *_, last = engine.player.analyse(Board.from_game_string(LATER), Limit(depth=8))
    return last.nodes


def test_what_was_found_is_kept_when_the_game_goes_on_and_only_then() -> None:
    afresh = _nodes("newgame Base+MLP", f"newgame {LATER}")
    assert _nodes(f"newgame {LATER}") < afresh
    assert _nodes(f"newgame {OTHER}", f"newgame {LATER}") < afresh
    # Another game, the same one again, or one under other rules begins with nothing.
    assert _nodes(f"newgame {BEFORE}", f"newgame {BEFORE}") == afresh
    assert _nodes(f"newgame {LATER.replace('Base+MLP', 'Base+M')}") == afresh
