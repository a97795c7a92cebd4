"""A player that is stopped or interrupted leaves no stale response for the next search."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from beespace import Board
from beespace.engine import Limit
from beespace.errors import EngineStoppedError, ProtocolError
from beespace.rules import Move
from beespace.uhp import client
from beespace.uhp.client import UhpPlayer
from support.uhp.peer_commands import OURS, peer

WHITE = "Base+MLP;InProgress;White[2];wS1;bG1 wS1-"
# Black to move, so that a late response with a white move would be illegal.
BLACK = "Base+MLP;InProgress;Black[2];wS1;bG1 wS1-;wQ -wS1"
LONG = Limit(time_s=3600)
QUICK = Limit(depth=1)


class _InterruptError(Exception):
    """An interruption from outside, like Ctrl-C."""


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise _InterruptError


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
def test_interrupted_search_leaves_no_response_behind() -> None:
    player = UhpPlayer(OURS, {"Hash": "1"})
    white, black = Board.from_game_string(WHITE), Board.from_game_string(BLACK)
    assert player.choose(white, QUICK) in white.legal_moves
    before = signal.signal(signal.SIGALRM, _interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 2)
        with pytest.raises(_InterruptError):
            player.choose(white, LONG)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert player._engine is None, "the interrupted engine should be gone"
    assert player.choose(black, QUICK) in black.legal_moves
    player.close()


def test_late_response_is_not_taken_for_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_GRACE_S", 0.3)
    player = UhpPlayer(peer("thinks-too-long"), attempts=1)
    with pytest.raises(EngineStoppedError, match="did not answer"):
        player.choose(Board.from_game_string(WHITE), Limit(time_s=0.1))
    black = Board.from_game_string(BLACK)
    assert player.choose(black, QUICK) in black.legal_moves
    player.close()


def test_engine_that_rejects_an_option_is_not_used_half_configured() -> None:
    player = UhpPlayer(peer("refuses-options"), {"Hash": "1"})
    for _ in range(2):
        with pytest.raises(ProtocolError, match=r"Peer refuses-options .*err no such thing"):
            player.choose(Board.from_game_string(WHITE), QUICK)
        assert player._engine is None


def _while_it_thinks(
    player: UhpPlayer, do: Callable[[], None], is_ready: Callable[[], bool] = lambda: True
) -> Move | Exception:
    """Call `do` during a search, and return the search's result."""
    found: list[Move | Exception] = []

    def choose() -> None:
        try:
            found.append(player.choose(Board.from_game_string(WHITE), LONG))
        except EngineStoppedError as error:
            found.append(error)

    _ = player.name
    thinker = threading.Thread(target=choose)
    thinker.start()
    for _ in range(120):
        thinker.join(0.5)
        if is_ready():
            do()  # again if the search hadn't begun
        if not thinker.is_alive():
            break
    thinker.join(60)
    assert found, "the search did not end"
    return found[0]


def test_our_engine_is_stopped_by_a_command_and_keeps_running() -> None:
    player = UhpPlayer(OURS, {"Hash": "1"})
    _ = player.name
    engine = player._engine
    for _ in range(3):
        assert _while_it_thinks(player, player.stop) in Board.from_game_string(WHITE).legal_moves
    assert player._engine is engine, "the engine should not be restarted"
    black = Board.from_game_string(BLACK)
    assert player.choose(black, QUICK) in black.legal_moves
    player.close()


def test_other_engine_is_killed_and_restarted() -> None:
    player = UhpPlayer(peer("hangs"))
    for _ in range(2):
        error = _while_it_thinks(player, player.stop)
        assert isinstance(error, EngineStoppedError)
        assert "Peer hangs was stopped before it had a move" in str(error)
    assert player.name == "Peer hangs"
    player.close()


def test_move_sent_by_an_engine_before_it_was_killed_counts(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    player = UhpPlayer(peer("thinks-aloud", str(marker)))
    move = _while_it_thinks(player, player.stop, marker.exists)
    assert move == Board.from_game_string(WHITE).legal_moves[0]
    player.close()


def test_closing_ends_the_search_and_nothing_is_restarted() -> None:
    player = UhpPlayer(peer("hangs"))
    error = _while_it_thinks(player, player.close)
    assert isinstance(error, EngineStoppedError)
    assert player._engine is None


def test_stop_between_searches_is_a_no_op() -> None:
    player = UhpPlayer(OURS, {"Hash": "1"})
    player.stop()
    board = Board.from_game_string(WHITE)
    assert player.choose(board, QUICK) in board.legal_moves
    player.stop()
    assert player.choose(board, QUICK) in board.legal_moves
    player.close()
