"""Which board `beespace.Board` is, and how to find out and choose."""

from __future__ import annotations

import os
import subprocess
import sys


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


SHOW = "import beespace; print(beespace.BACKEND, beespace.Board.__module__)"
# Simulates a core that has not been built.
HIDE = "import sys; sys.modules['beespace.fast._native'] = None; "


def test_the_cpp_board_is_the_default() -> None:
    assert run(SHOW, BEESPACE_PURE_PYTHON="").stdout.split() == ["native", "beespace.fast.board"]


def test_the_reference_can_be_forced() -> None:
    assert run(SHOW, BEESPACE_PURE_PYTHON="1", BEESPACE_REQUIRE_NATIVE="").stdout.split() == [
        "python",
        "beespace.rules.board.reference",
    ]


def test_without_the_core_the_reference_is_used() -> None:
    assert run(HIDE + SHOW, BEESPACE_REQUIRE_NATIVE="").stdout.split()[0] == "python"


def test_a_missing_core_is_an_error_if_it_is_required() -> None:
    result = run(HIDE + SHOW, BEESPACE_REQUIRE_NATIVE="1")
    assert result.returncode != 0
    assert "ImportError" in result.stderr or "ModuleNotFoundError" in result.stderr


def test_perft_gives_the_same_count_on_both_boards() -> None:
    code = "import beespace; print(beespace.perft(beespace.Board('Base+M'), 3, threads=2))"
    counts = {
        run(code, BEESPACE_PURE_PYTHON=pure, BEESPACE_REQUIRE_NATIVE="").stdout
        for pure in ("", "1")
    }
    assert len(counts) == 1
    assert "" not in counts
