"""The program that lets two versions of the engine play at equal nodes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from support.missing import missing
from support.repository import REPOSITORY


@pytest.mark.slow
def test_a_version_scores_half_the_points_against_itself() -> None:
    if shutil.which(os.environ.get("CXX", "c++")) is None:
        missing("there is no C++ compiler")
    program = REPOSITORY / "benchmarks/engine/versions.py"
    options = ["--nodes", "100", "--games", "8"]
    run = subprocess.run(
        [
            sys.executable,
            program,
            REPOSITORY,
            REPOSITORY,
            *options,
            "--sprt=-5,5",
            "--threads",
            "2",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "pairs    4: 0, ½, 1, 1½, 2 points in 0, 0, 4, 0, 0" in run.stdout
    assert "LLR 0.00, continue" in run.stdout
