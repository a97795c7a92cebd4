"""Whole matches with real processes: results, failing players and interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from beespace.engine import Limit
from beespace.formats import json as json_format
from beespace.formats.source import Chunk
from beespace.uhp.match.players import PlayerSpec
from beespace.uhp.match.runner import MatchPlan, run_match
from beespace.uhp.match.settings import MatchSettings
from beespace.uhp.match.statistics import Sprt
from support.uhp.failing_players import FailingSpec
from support.uhp.peer_commands import OURS, peer, spec

MATCH = [sys.executable, "-m", "beespace", "match"]


def _match(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MATCH, *arguments], capture_output=True, text=True, encoding="utf-8", timeout=900
    )


def _numbers(path: Path) -> list[int]:
    return [int(json.loads(line)["tags"]["Game"]) for line in path.read_text().splitlines()]


def test_deeper_player_wins_and_games_are_records(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = _match(
        *("beespace:depth=3,hash=1", "beespace:depth=1,hash=1", "--games", "16"),
        *("--concurrency", "2", "--save", str(file)),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "games    16:" in done.stdout
    assert sorted(_numbers(file)) == list(range(16))
    types = Counter[str]()
    for line in file.read_text(encoding="utf-8").splitlines():
        record = json_format.parse(Chunk(str(file), 1, line))
        types[record.ruleset.game_type] += 1
        assert record.result.is_decided
        outcome = record.board().outcome()
        assert outcome is not None or len(record.line) == 300
    assert set(types.values()) == {2}
    tally, _ = run_match(
        MatchSettings(
            PlayerSpec.parse("beespace:depth=3,hash=1"),
            PlayerSpec.parse("beespace:depth=1,hash=1"),
        ),
        MatchPlan(16, save=file),
    )
    assert tally.pairs.share > 0.6


def _wait_for_games(file: Path, count: int, timeout_s: float = 300) -> None:
    deadline = time.monotonic() + timeout_s
    while not file.exists() or file.read_bytes().count(b"\n") < count:
        assert time.monotonic() < deadline, "no games were saved"
        time.sleep(0.05)


def _children(pid: int) -> list[int]:
    """Return the child processes of a process that are still running."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_killed_match_leaves_nothing_behind_and_can_be_continued(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    # Slow enough to be killed in the middle.
    arguments = [
        *("beespace:hash=1", spec(OURS), "--time", "0.01", "--max-plies", "40"),
        *("--games", "12", "--concurrency", "2", "--save", str(file)),
    ]
    with subprocess.Popen([*MATCH, *arguments], stdout=subprocess.DEVNULL) as match:
        _wait_for_games(file, 2)
        workers = _children(match.pid)
        assert workers
        match.kill()
    before = _numbers(file)
    assert 2 <= len(before) < 12
    deadline = time.monotonic() + 120
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < deadline, "the workers are still running after the match"
        time.sleep(0.1)

    # Add a line that was cut off in the middle.
    with file.open("a") as torn:
        torn.write('{"format": "beespace-game", "vers')
    done = _match(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    assert sorted(_numbers(file)) == list(range(12))
    assert _numbers(file)[: len(before)] == before

    other = _match(*arguments[:2], "--time", "0.02", "--save", str(file))
    assert other.returncode == 2
    assert "another match" in other.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
def test_match_interrupted_at_a_terminal_ends_cleanly_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ["level:1", spec(OURS), "--time", "0.01", "--games", "500", "--save", str(file)]
    # Send the signal to all processes of the group, as a terminal does.
    with subprocess.Popen(
        [*MATCH, *arguments, "--concurrency", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as match:
        _wait_for_games(file, 2)
        os.killpg(match.pid, signal.SIGINT)
        output, errors = match.communicate(timeout=120)
    assert match.returncode == 130
    assert "Run the same command to continue." in output
    assert "FAULT" not in output
    assert errors == ""
    ends = [json.loads(line)["tags"]["End"] for line in file.read_text().splitlines()]
    assert len(ends) >= 2
    assert set(ends) <= {"board", "plies"}, "no engine should exit before the match"


def test_file_that_is_not_a_match_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("not a match")
    done = _match("level:1", "level:1", "--games", "2", "--save", str(file))
    assert done.returncode == 2
    assert "not a match file" in done.stderr
    assert file.read_text() == "not a match"


@pytest.mark.parametrize("fault", ["plays-illegally", "answers-junk", "crashes"])
def test_program_that_fails_loses_and_is_reported(fault: str) -> None:
    done = _match(spec(peer(fault)), "level:1", "--depth", "1", "--games", "4")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "A won 0, drew 0, lost 4" in done.stdout
    assert f"lost by A: Peer {fault} " in done.stdout
    if fault == "crashes":
        assert "exited with code 3; its last error output: peer: out of honey" in done.stdout


def test_program_that_does_not_start_is_an_error() -> None:
    done = _match("level:1", "no-such-engine", "--depth", "1")
    assert done.returncode == 2
    assert "no-such-engine" in done.stderr


def test_program_that_rejects_an_option_is_an_error_and_loses_no_game() -> None:
    done = _match("level:1", spec(peer("refuses-options")), *("--depth", "1", "--options-b", "X=1"))
    assert done.returncode == 2
    assert "Peer refuses-options rejected the option X=1: err no such thing" in done.stderr
    assert "games" not in done.stdout


def test_few_games_give_no_elo_and_an_odd_number_is_rounded_up() -> None:
    done = _match("level:1", "level:1", "--games", "3", "--max-plies", "8", "--types", "Base")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "so 4 will be played" in done.stdout
    assert "Elo      unknown: at least 10 pairs" in done.stdout
    assert "superiority" not in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        *(("--types", ""), ("--types", ","), ("--types", "Base,Base"), ("--games", "0")),
        *(("--time", "inf"), ("--time", "nan"), ("--sprt", "0,inf"), ("--sprt", "5,0")),
        *(("--concurrency", "0"), ("--max-plies", "0"), ("--depth", "0"), ("--options-a", "X=1")),
    ],
)
def test_invalid_options_give_a_clear_error(arguments: tuple[str, ...]) -> None:
    done = _match("level:1", "level:1", *arguments)
    assert done.returncode == 2
    assert "Error: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("how", ["crashes", "hangs", "plays-illegally"])
def test_player_that_fails_inside_its_worker_loses_the_game(how: str) -> None:
    settings = MatchSettings(
        PlayerSpec.parse("level:1"), FailingSpec(how), Limit(time_s=0.01), ("Base",)
    )
    tally, _ = run_match(settings, MatchPlan(2, concurrency=2, patience_s=10))
    assert (tally.wins, tally.losses) == (2, 0)
    assert len(tally.faults) == 2


def test_sequential_test_ends_the_match_early() -> None:
    settings = MatchSettings(
        PlayerSpec.parse("beespace:depth=3,hash=1"), PlayerSpec.parse("level:1")
    )
    tally, verdict = run_match(settings, MatchPlan(400, sprt=Sprt(0, 200)))
    assert verdict == "accept"
    assert tally.games < 400


def test_long_games_are_draws() -> None:
    level = PlayerSpec.parse("level:1")
    settings = MatchSettings(level, level, game_types=("Base",), max_plies=8)
    tally, _ = run_match(settings, MatchPlan(4))
    assert (tally.draws, tally.adjudicated) == (4, 4)
