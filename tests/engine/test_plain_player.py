"""The pure Python player, the fallback if the C++ core is not built."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from beespace.engine import Limit, PlainPlayer
from beespace.errors import BeespaceError
from beespace.rules import Board

WIN_IN_1 = (
    "Base;InProgress;White[6];wG1;bG1 /wG1;wB1 wG1-;bB1 bG1\\;wQ \\wB1;bQ bB1-;wA1 wQ-;bQ bG1-;"
    "wA2 \\wQ;bG2 bB1-"
)
OPEN_GAME = "Base;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-"


def test_it_takes_a_win() -> None:
    board = Board.from_game_string(WIN_IN_1)
    board.push(PlainPlayer().choose(board, Limit(depth=2)))
    assert board.state == "WhiteWins"


@pytest.mark.parametrize("limit", [Limit(depth=1), Limit(nodes=50), Limit(time_s=0.05)])
def test_choice_is_legal_and_the_board_is_left_alone(limit: Limit) -> None:
    board = Board.from_game_string(OPEN_GAME)
    before = board.game_string()
    assert PlainPlayer().choose(board, limit) in board.legal_moves
    assert board.game_string() == before


def test_several_lines_start_with_different_moves_best_first() -> None:
    board = Board.from_game_string(OPEN_GAME)
    *_, analysis = PlainPlayer().analyse(board, Limit(depth=1), lines=4)
    assert len({line.moves[0] for line in analysis.lines}) == 4
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True)


def test_stop_ends_thinking() -> None:
    player, board = PlainPlayer(), Board.from_game_string(OPEN_GAME)
    chosen: list[object] = []
    endless = Limit(time_s=3600)
    thinker = threading.Thread(target=lambda: chosen.append(player.choose(board, endless)))
    thinker.start()
    for _ in range(120):
        player.stop()  # again if the search hadn't begun
        thinker.join(1)
        if chosen:
            break
    assert chosen[0] in board.legal_moves


def test_finished_game_has_no_move_to_choose() -> None:
    with pytest.raises(BeespaceError, match="over"):
        PlainPlayer().choose(Board.from_game_string(WIN_IN_1 + ";wA1 bQ-"), Limit(depth=1))


def test_engine_and_match_work_without_the_core() -> None:
    environment = {**os.environ, "BEESPACE_PURE_PYTHON": "1"}
    environment.pop("BEESPACE_REQUIRE_NATIVE", None)
    commands = f"newgame {WIN_IN_1}\nbestmove depth 1\noptions set Threads 2\nexit\n"
    engine = subprocess.run(
        [sys.executable, "-m", "beespace", "uhp"],
        input=commands,
        capture_output=True,
        text=True,
        env=environment,
        timeout=600,
        check=True,
    )
    assert "\nwA1 bQ-\nok\n" in engine.stdout
    match = subprocess.run(
        [
            *(sys.executable, "-m", "beespace", "match", "beespace", "beespace", "--depth", "1"),
            *("--games", "2", "--max-plies", "12", "--types", "Base"),
        ],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=600,
        check=False,
    )
    assert match.returncode == 0, match.stdout + match.stderr
