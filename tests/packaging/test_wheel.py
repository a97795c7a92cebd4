"""Builds a wheel with and without the C++ core, and installs it into an empty environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from support.missing import require_module
from support.repository import REPOSITORY

# Drawing a board proves that the artwork is in the wheel.
SHOW = """
import beespace
board = beespace.Board("Base+MLP")
board.push_uhp("wA1")
for pieces in beespace.svg.SETS:
    beespace.svg.board(board, pieces=pieces)
print(beespace.BACKEND, beespace.perft(beespace.Board("Base+MLP"), 3))
"""


def build_wheel(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    # A separate build folder, because `make` owns the one in the checkout.
    return subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", str(REPOSITORY), "--quiet"),
            *("--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)),
            *("--config-settings", f"build-dir={folder}/build"),
        ],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def run_in_empty_environment(wheel: Path, folder: Path, *options: str) -> str:
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    plain["BEESPACE_REQUIRE_NATIVE"] = ""
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", *options, str(wheel)],
        check=True,
        capture_output=True,
    )
    return subprocess.run(
        [python, "-c", SHOW], check=True, env=plain, capture_output=True, text=True, cwd=folder
    ).stdout


def check_server(environment: Path) -> None:
    """Check that the installed server serves and draws a game with only its own dependencies."""
    program = str(environment / "bin" / "beespace")
    command = [program, "play", "--port", "0", "--no-browser", "--data"]
    with subprocess.Popen(
        [*command, str(environment / "data")], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[-1]
            new = Request(f"{url}api/games", b'{"opponent": "local"}')
            new.add_header("content-type", "application/json")
            with urlopen(new, timeout=120) as answer:
                game = json.load(answer)
            address = f"{url}api/games/{game['id']}/drawing?format=png"
            with urlopen(address, timeout=120) as answer:
                assert answer.read().startswith(b"\x89PNG")
        finally:
            server.terminate()
    assert server.returncode == 0


# Slow: compiles the whole core again.
@pytest.mark.slow
def test_a_wheel_contains_the_core(tmp_path: Path) -> None:
    built = build_wheel(tmp_path)
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    tag = "cp312-abi3" if sys.version_info >= (3, 12) else "cp311-cp311"
    assert tag in wheel.name
    assert run_in_empty_environment(wheel, tmp_path / "empty") == "native 6678\n"
    check_server(tmp_path / "empty")


def test_without_a_compiler_the_wheel_is_pure_python(tmp_path: Path) -> None:
    built = build_wheel(tmp_path, CXX="/nonexistent/c++", BEESPACE_REQUIRE_NATIVE="")
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    # The library alone has no dependencies.
    assert run_in_empty_environment(wheel, tmp_path / "empty", "--no-deps") == "python 6678\n"


def test_without_a_compiler_a_required_core_fails_the_build(tmp_path: Path) -> None:
    built = build_wheel(tmp_path, CXX="/nonexistent/c++", BEESPACE_REQUIRE_NATIVE="1")
    assert built.returncode != 0
    assert not list(tmp_path.glob("*.whl"))


@pytest.fixture(autouse=True)
def _needs_the_build_tools() -> None:
    require_module("nanobind", "the build tools are not installed")
