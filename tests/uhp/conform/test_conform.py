"""The conformance suite: our engine passes it, and faulty engines do not."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

import pytest

from beespace.errors import BeespaceError
from beespace.uhp.conform import conversation
from beespace.uhp.conform.conversation import read_game
from beespace.uhp.conform.games import positions
from beespace.uhp.conform.suite import CHECKS, CheckResult, run, select
from support.uhp.peer_commands import OURS, peer

# The limits on time are for real engines; our tests must pass however busy the machine is.
PATIENT = ("--patience", "60")


def _conform(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "beespace", "conform", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=3600,
        check=False,
    )


def test_our_engine_passes_every_check() -> None:
    done = _conform("--quick", *PATIENT, *OURS)
    assert done.returncode == 0, done.stdout
    assert "0 failed, 0 skipped" in done.stdout


@pytest.mark.slow
def test_our_engine_passes_every_check_with_more_games() -> None:
    done = _conform("--games", "20", *PATIENT, *OURS)
    assert done.returncode == 0, done.stdout
    assert "0 failed, 0 skipped" in done.stdout


def _results(fault: str, *names: str) -> dict[str, CheckResult]:
    found = run(peer(fault), select(names), game_types=("Base", "Base+MLP"), quick=True)
    return {result.check.name: result for result in found}


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        ("misses-a-move", "rules.positions"),
        ("misses-a-move", "rules.random"),
        ("repeats-a-move", "protocol.validmoves"),
        ("passes-at-will", "protocol.play-illegal"),
        ("passes-at-will", "rules.random"),
        ("forgets-newgame", "protocol.newgame"),
        ("forgets-undo", "protocol.undo"),
        ("says-err-for-invalidmove", "protocol.play-illegal"),
        ("counts-turns-wrongly", "protocol.play"),
        ("answers-junk", "protocol.bestmove"),
        ("answers-nothing", "limits.time"),
        ("plays-illegally", "endurance.games"),
        ("crashes", "protocol.bestmove"),
        ("thinks-too-long", "limits.time"),
        ("dies-of-junk", "junk.binary"),
        # Faults that are always wrong fail the optional checks too.
        ("crashes", "limits.pass"),
        ("crashes", "limits.fraction"),
        ("crashes", "limits.stop"),
        ("answers-junk", "limits.depth"),
        ("answers-junk", "limits.pass"),
    ],
)
def test_fault_is_found_and_shown(fault: str, name: str) -> None:
    result = _results(fault, name)[name]
    assert result.status == "FAIL"
    assert result.reason
    assert result.transcript[0].startswith(("> ", "< "))


@pytest.fixture
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "ANSWER_TIMEOUT_S", 10.0)
    monkeypatch.setattr(conversation, "_SHORT_TIMEOUT_S", 0.5)


@pytest.mark.usefixtures("_short_patience")
def test_missing_ok_is_found_and_the_partial_response_is_shown() -> None:
    result = _results("forgets-ok", "lines.unknown")["lines.unknown"]
    assert result.status == "FAIL"
    assert "no ok within 10 s after 'frobnicate'" in result.reason
    assert "only \"err unknown command 'frobnicate'\"" in result.reason
    assert result.transcript[-2:] == ("> frobnicate", "< err unknown command 'frobnicate'")


@pytest.mark.usefixtures("_short_patience")
@pytest.mark.slow
def test_after_two_long_timeouts_the_suite_waits_less() -> None:
    names = ("lines.unknown", "protocol.newgame-bad", "protocol.undo-bad", "protocol.bestmove-bad")
    results = _results("forgets-ok", *names)
    assert [result.status for result in results.values()] == ["FAIL"] * 4
    waits = [re.findall("within (.*?) s", result.reason)[0] for result in results.values()]
    assert sorted(waits) == ["0.5", "0.5", "10", "10"]


def test_transcript_begins_with_the_start_of_the_engine() -> None:
    # The previous failure ended the process, so a new one is started for the next check.
    results = _results("crashes", "protocol.bestmove", "limits.depth")
    transcript = results["limits.depth"].transcript
    assert transcript[:3] == ("< id Peer crashes", "< Mosquito;Ladybug;Pillbug", "< ok")
    assert transcript[3].startswith("> newgame")
    assert "Peer crashes exited with code 3" in results["limits.depth"].reason


def test_interrupted_run_ends_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "beespace", "conform", *OURS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("PASS")
        running.send_signal(signal.SIGINT)
        output, errors = running.communicate(timeout=120)
    assert running.returncode == 130
    assert errors == ""
    assert output.splitlines()[-1].startswith("Interrupted after")


def test_after_a_failure_the_next_check_starts_afresh() -> None:
    results = _results("crashes", "protocol.bestmove", "protocol.undo")
    assert [result.status for result in results.values()] == ["FAIL", "PASS"]


def test_stop_check_is_skipped_for_an_engine_without_stop() -> None:
    assert _results("hangs", "limits.stop")["limits.stop"].status == "SKIP"


def test_expansions_that_an_engine_does_not_support_are_left_out() -> None:
    results = list(run(peer("base-only"), select(["rules.positions"]), quick=True))
    assert [result.status for result in results] == ["PASS"]
    with pytest.raises(BeespaceError, match="plays none"):
        list(run(peer("base-only"), select(["rules"]), game_types=("Base+M",)))


def test_exit_codes_say_what_happened() -> None:
    failed = _conform("--only", "protocol.undo", *peer("forgets-undo"))
    assert failed.returncode == 1
    assert "FAIL  protocol.undo" in failed.stdout
    assert "| > undo" in failed.stdout
    assert _conform("no-such-engine").returncode == 2
    assert _conform("--only", "no-such-check", *OURS).returncode == 2
    assert _conform("--types", "Base+X", *OURS).returncode == 2
    nothing = _conform("--types", "", *OURS)
    assert nothing.returncode == 2
    assert "expected at least one game type" in nothing.stdout + nothing.stderr


def test_list_names_every_check() -> None:
    listed = _conform("--list").stdout
    assert [line.split()[0] for line in listed.splitlines()] == [check.name for check in CHECKS]


def test_positions_of_the_suite_are_correct() -> None:
    assert len({position.name for position in positions()}) == len(positions()) > 80
    for position in positions():
        board = read_game(position.game)
        assert board.game_string() == position.game
        for text in position.illegal:
            assert board.why_illegal(text) is not None
