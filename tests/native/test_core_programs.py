"""The C++ core's own tests, built by `make native-tests`, and its perft program."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path

import pytest

import beespace
from support.missing import missing
from support.repository import REPOSITORY

BUILD = REPOSITORY / "build"
TESTS = (
    "core_test_portable",
    pytest.param("core_test_avx2", marks=pytest.mark.slow),
    pytest.param("core_test_portable_sanitized", marks=pytest.mark.slow),
    "core_test_avx2_sanitized",
)


def program(name: str) -> Path:
    """Return the path of a built program; skip the test if it is missing and not required."""
    found = sorted(BUILD.glob(f"*/native/{name}"))
    if not found:
        missing(f"{name} is not built: run `make native-tests`")
    return found[-1]


def can_run(name: str) -> bool:
    return "avx2" not in name or beespace.fast._native.arch() == "avx2"


@pytest.mark.parametrize("name", TESTS)
def test_the_core_passes_its_own_tests(name: str) -> None:
    path = program(name)
    if not can_run(name):
        pytest.skip("this processor has no AVX2")
    games = "60" if "sanitized" in name else "400"
    run = subprocess.run([path, games], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"allocations in .*: 0", run.stdout)


def test_the_search_survives_running_out_of_memory() -> None:
    run = subprocess.run([program("search_test")], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_parts_of_the_search_pass_their_own_tests() -> None:
    run = subprocess.run([program("worker_test")], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_explanations_fit_the_board_and_stay_in_bounds() -> None:
    run = subprocess.run(
        [program("explain_test"), "15"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("options", [[], ["--listed"], ["--portable"], ["--threads", "2"]])
def test_the_perft_program_agrees_with_the_library(options: list[str]) -> None:
    board = beespace.Board("Base+MLP")
    for text in ("wS1", r"bM \wS1", "wQ wS1-", "bQ -bM", "wP wQ-", "bB1 -bQ"):
        board.push_uhp(text)
    positions = [board.position(), "Base White[1] -"]
    run = subprocess.run(
        [program("beespace_perft"), *options, "3", *positions],
        capture_output=True,
        text=True,
        check=True,
    )
    expected = [beespace.perft(beespace.Board.from_position(text), 3) for text in positions]
    assert [int(line) for line in run.stdout.split()] == expected


def test_the_perft_program_rejects_invalid_arguments() -> None:
    for arguments in ([], ["3"], ["3", "x"], ["--what", "3", "Base White[1] -"]):
        run = subprocess.run(
            [program("beespace_perft"), *arguments], capture_output=True, text=True, check=False
        )
        assert run.returncode == 2
        assert run.stderr.startswith("perft: ")


def test_random_bytes_as_moves_do_not_break_the_core(tmp_path: Path) -> None:
    """Like the fuzzer, but without its guidance; the program checks every position it reaches."""
    rng = random.Random(5)
    files = []
    for number in range(60):
        file = tmp_path / str(number)
        file.write_bytes(rng.randbytes(rng.choice((20, 100, 300))))
        files.append(file)
    run = subprocess.run(
        [program("replay_moves"), *files], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
