"""Programs that speak UHP: how they exit, what they leave behind, and the errors we report."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from beespace.errors import EngineStoppedError
from beespace.uhp import program
from beespace.uhp.client import UhpPlayer
from beespace.uhp.program import UhpEngine
from support.uhp.peer_commands import OURS, peer

GAME = "newgame Base;InProgress;White[2];wS1;bG1 wS1-"


@pytest.mark.parametrize("command", ["", "   ", [], [""], "engine 'unclosed"])
def test_command_without_a_program_gives_a_clear_error(command: str | list[str]) -> None:
    with pytest.raises(EngineStoppedError, match="cannot start"):
        UhpEngine(command)
    with pytest.raises(EngineStoppedError, match="cannot start"):
        UhpPlayer(command)


def test_crash_is_reported_with_the_exit_code_and_last_error_output() -> None:
    engine = UhpEngine(peer("crashes"))
    engine.ask(GAME)
    with pytest.raises(EngineStoppedError) as raised:
        engine.ask("bestmove depth 1")
    engine.close()
    text = "Peer crashes exited with code 3; its last error output: peer: out of honey"
    assert str(raised.value) == text


def test_program_without_a_name_is_reported_by_its_command() -> None:
    with pytest.raises(EngineStoppedError, match=r"sh -c 'echo sorry >&2; exit 7' .*7.*sorry"):
        UhpEngine(["sh", "-c", "echo sorry >&2; exit 7"])


def test_lines_of_a_response_without_ok_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for timeout_s in (2.0, 20.0, 60.0):  # on a busy machine, Python takes long to start
        monkeypatch.setattr(program, "_START_TIMEOUT_S", timeout_s)
        with pytest.raises(EngineStoppedError) as raised:
            UhpEngine(peer("never-says-ok"))
        if raised.value.lines:
            break
    assert re.search(r"Peer never-says-ok.* but no ok", str(raised.value))
    assert raised.value.lines[0] == "id Peer never-says-ok"


def test_program_that_reads_nothing_does_not_block_us() -> None:
    engine = UhpEngine(peer("reads-nothing"))
    begun = time.monotonic()
    for _ in range(20):
        engine.send(b"x" * 100_000 + b"\n")
    engine.close()
    assert time.monotonic() - begun < 60


def _is_running(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_child_processes_of_a_program_end_with_it(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    engine = UhpEngine(peer("leaves-a-child", str(file)))
    engine.ask(GAME)
    child = int(file.read_text())
    assert _is_running(child)
    engine.close()
    deadline = time.monotonic() + 60
    while _is_running(child):
        assert time.monotonic() < deadline, "the child is still running after its engine"
        time.sleep(0.05)


@pytest.mark.skipif(not hasattr(os, "getsid"), reason="needs sessions")
def test_ctrl_c_in_our_terminal_does_not_reach_a_program() -> None:
    engine = UhpEngine(OURS)
    assert os.getsid(engine.process_id) != os.getsid(0)
    engine.close()


def test_closing_twice_or_after_the_end_is_a_no_op() -> None:
    engine = UhpEngine(OURS)
    engine.close()
    engine.close()
    engine.kill()
    with pytest.raises(EngineStoppedError, match="exited"):
        engine.ask("info")
