"""Clients that send the whole game before every move don't lose the engine's cache."""

from __future__ import annotations

from beespace import Board
from beespace.backend import BACKEND
from beespace.engine import Limit
from beespace.uhp.engine import Engine
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

BEFORE = "Base+MLP;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-"
LATER = "Base+MLP;InProgress;White[4];wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 -wQ;bA1 bQ-"
OTHER = "Base+MLP;InProgress;White[4];wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 -wQ"


def _nodes(*lines: str) -> int:
    """Return the nodes needed to search LATER after a search of BEFORE and these commands."""
    engine = Engine()
    for line in (f"newgame {BEFORE}", "bestmove depth 9", *lines):
        assert engine.answer(line)[0][:3] != "err"
    *_, last = engine.player.analyse(Board.from_game_string(LATER), Limit(depth=8))
    return last.nodes


def test_the_cache_is_kept_only_when_the_game_continues() -> None:
    afresh = _nodes("newgame Base+MLP", f"newgame {LATER}")
    assert _nodes(f"newgame {LATER}") < afresh
    assert _nodes(f"newgame {OTHER}", f"newgame {LATER}") < afresh
    # Another game, the same game again, or a game under other rules starts with an empty cache.
    assert _nodes(f"newgame {BEFORE}", f"newgame {BEFORE}") == afresh
    assert _nodes(f"newgame {LATER.replace('Base+MLP', 'Base+M')}") == afresh
