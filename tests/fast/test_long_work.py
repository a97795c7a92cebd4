"""Long calls into C++: threads, the GIL, Ctrl-C and argument checks."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import beespace
from beespace import fast, rules


def test_threads_do_not_change_a_count() -> None:
    board = fast.Board("Base+MLP")
    assert (
        fast.perft(board, 5, threads=3) == fast.perft(board, 5) == fast.perft(board, 5, listed=True)
    )


def test_threads_do_not_change_random_games() -> None:
    board = fast.Board("Base+MLP")
    one = fast.random_playouts(board, 200, seed=3)
    assert fast.random_playouts(board, 200, seed=3, threads=3) == one
    assert fast.random_playouts(board, 200, seed=4) != one
    assert one.games == 200 == one.white_wins + one.black_wins + one.draws + one.unfinished


def test_the_portable_build_plays_the_same_random_games() -> None:
    assert fast.random_playouts(fast.PortableBoard("Base+MLP"), 50) == fast.random_playouts(
        fast.Board("Base+MLP"), 50
    )


def test_a_finished_game_has_no_move_sequences() -> None:
    board = fast.Board.from_position(
        "Base White[9] - 0,0:wQ 1,0:bA1 0,1:bA2 -1,1:bA3 -1,0:bG1 0,-1:bG2 1,-1:bG3 2,0:bQ "
        "3,0:wA1 3,1:wA2 4,0:wA3"
    )
    assert board.outcome() is not None
    assert fast.perft(board, 0) == 1
    assert fast.perft(board, 3) == 0


def test_other_threads_run_in_the_meantime() -> None:
    seen = []
    stop = threading.Event()

    def watch() -> None:
        while not stop.wait(0.005):
            seen.append(time.perf_counter())

    watcher = threading.Thread(target=watch)
    watcher.start()
    inside = 0
    for _ in range(50):  # a busy machine may not run the other thread often
        begun = time.perf_counter()
        beespace.perft(fast.Board("Base+MLP"), 6)
        ended = time.perf_counter()
        inside += len([moment for moment in seen if begun < moment < ended])
        if inside >= 5:
            break
    stop.set()
    watcher.join()
    assert inside >= 5


@pytest.mark.parametrize(
    "work", ["fast.perft(board, 12)", "fast.random_playouts(board, 10**9, threads=2)"]
)
def test_ctrl_c_interrupts(work: str, tmp_path: Path) -> None:
    program = tmp_path / "work.py"
    program.write_text(
        "from beespace import fast\n"
        "board = fast.Board('Base+MLP')\n"
        f"try:\n    print('begun', flush=True)\n    {work}\n"
        "except KeyboardInterrupt:\n    print('interrupted', flush=True)\n"
        "assert fast.perft(board, 2) == 294\n"
    )
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert process.wait(60) == 0


@pytest.mark.parametrize(
    "call",
    [
        lambda board: fast.perft(board, -1),
        lambda board: fast.perft(board, 2, threads=0),
        lambda board: fast.random_playouts(board, -1),
        lambda board: fast.random_playouts(board, 1, max_plies=-1),
        lambda board: fast.random_playouts(board, 2**40),
        lambda board: fast.random_playouts(board, 10, threads=40_000),
    ],
)
def test_invalid_arguments_are_rejected(call: object) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match="must be between"):
        call(fast.Board())


def test_repetition_ends_move_sequences_on_both_boards() -> None:
    counts = []
    for board_class in (rules.Board, fast.Board):
        board = board_class("Base,threefold")
        for text in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
            board.push_uhp(text)
        cycle = ["wQ /wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"]
        for text in (cycle * 2)[:7]:
            board.push_uhp(text)
        counts.append([beespace.perft(board, depth) for depth in range(4)])
    assert counts[0] == counts[1]


@pytest.mark.parametrize("board_class", [rules.Board, fast.Board])
@pytest.mark.parametrize("depth", [-1, 1.5, 101, 4000, None])
def test_an_invalid_depth_is_rejected_and_leaves_the_board_unchanged(
    board_class: type[rules.BaseBoard], depth: int
) -> None:
    board = board_class("Base+MLP")
    with pytest.raises((TypeError, ValueError), match="depth"):
        beespace.perft(board, depth)
    assert beespace.perft(board, 1) == 7


def test_an_interrupted_count_leaves_the_reference_board_unchanged(tmp_path: Path) -> None:
    program = tmp_path / "work.py"
    program.write_text(
        "from beespace import rules\n"
        "board = rules.Board('Base+MLP')\n"
        "try:\n    print('begun', flush=True)\n    rules.perft(board, 9)\n"
        "except KeyboardInterrupt:\n    print(board.position())\n"
    )
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "Base+MLP White[1] -\n"
