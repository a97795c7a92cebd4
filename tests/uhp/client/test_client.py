"""Other engines as players: working ones, and those that hang, crash or send nonsense."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from beespace import Board
from beespace.engine import Limit
from beespace.errors import BeespaceError, EngineStoppedError, ProtocolError
from beespace.rules import Board as ReferenceBoard
from beespace.uhp import client, program
from beespace.uhp.client import UhpPlayer
from beespace.uhp.program import UhpEngine
from support.uhp.peer_commands import OURS, peer

GAME = "Base+MLP;InProgress;White[2];wS1;bG1 wS1-"
QUICK = Limit(depth=1)


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_GRACE_S", 1.0)


def test_engine_can_play_a_game() -> None:
    player = UhpPlayer(OURS, {"Hash": "1"})
    board = Board("Base+MLP,threefold")
    assert player.name.startswith("Beespace v")
    while board.outcome() is None and board.ply < 30:
        board.push(player.choose(board, QUICK))
    player.close()


def test_engine_can_switch_between_boards_and_games() -> None:
    player = UhpPlayer(OURS)
    long_game = ReferenceBoard.from_game_string(GAME)
    other = Board("Base")
    for _ in range(3):
        long_game.push(player.choose(long_game, QUICK))
        other.push(player.choose(other, QUICK))
    long_game.pop()
    assert player.choose(long_game, QUICK) in long_game.legal_moves
    player.new_game()
    assert player.choose(long_game, Limit(time_s=0.05)) in long_game.legal_moves
    player.close()


def test_finished_game_has_no_move_to_choose() -> None:
    board = ReferenceBoard.from_game_string(
        "Base;WhiteWins;Black[6];wG1;bG1 /wG1;wB1 wG1-;bB1 bG1\\;wQ \\wB1;bQ bB1-;wA1 wQ-;"
        "bQ bG1-;wA2 \\wQ;bG2 bB1-;wA1 bQ-"
    )
    with pytest.raises(BeespaceError, match="over"):
        UhpPlayer(OURS).choose(board, QUICK)


@pytest.mark.parametrize("fault", ["answers-junk", "answers-nothing", "plays-illegally"])
def test_response_without_a_legal_move_is_a_protocol_error(fault: str) -> None:
    player = UhpPlayer(peer(fault))
    with pytest.raises(ProtocolError):
        player.choose(Board.from_game_string(GAME), QUICK)
    player.close()


def test_engine_that_rejects_the_game_causes_a_protocol_error() -> None:
    player = UhpPlayer(peer("refuses-games"))
    with pytest.raises(ProtocolError, match="rejected"):
        player.choose(Board.from_game_string(GAME), QUICK)
    player.close()


def test_engine_that_rejects_an_option_causes_a_protocol_error() -> None:
    player = UhpPlayer(OURS, {"Nothing": "1"})
    with pytest.raises(ProtocolError, match="Nothing"):
        player.choose(Board("Base"), QUICK)
    player.close()


def test_engine_that_crashes_once_is_restarted(tmp_path: Path) -> None:
    player = UhpPlayer(peer("crashes-once", str(tmp_path / "crashed")))
    board = Board.from_game_string(GAME)
    assert player.choose(board, QUICK) in board.legal_moves
    player.close()


def test_engine_that_always_crashes_is_an_error() -> None:
    player = UhpPlayer(peer("crashes"))
    with pytest.raises(EngineStoppedError, match="exited"):
        player.choose(Board.from_game_string(GAME), QUICK)
    player.close()


def test_engine_that_hangs_times_out() -> None:
    player = UhpPlayer(peer("hangs"), attempts=1)
    _ = player.name
    begun = time.monotonic()
    with pytest.raises(EngineStoppedError, match="did not answer"):
        player.choose(Board.from_game_string(GAME), Limit(time_s=0.1))
    assert time.monotonic() - begun < 60
    player.close()


def test_engine_that_never_starts_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_START_TIMEOUT_S", 0.5)
    with pytest.raises(EngineStoppedError, match="did not answer"):
        UhpEngine(peer("never-starts"))


def test_program_that_does_not_exist_is_named() -> None:
    with pytest.raises(EngineStoppedError, match="no-such-engine"):
        UhpEngine("no-such-engine --uhp")


def test_uhp_has_no_node_limit() -> None:
    player = UhpPlayer(OURS)
    with pytest.raises(ProtocolError, match="time or depth limit"):
        player.choose(Board("Base"), Limit(nodes=100))
    player.close()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1, "00:00:01"),
        (0.02, "00:00:00.020"),
        (0.9996, "00:00:01"),
        (0.0001, "00:00:00.001"),
        (3725.5, "01:02:05.500"),
    ],
)
def test_times_are_written_in_uhp_format(seconds: float, text: str) -> None:
    assert client._clock(seconds) == text
