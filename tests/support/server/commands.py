"""Runs `beespace` commands, as separate processes or in this one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from beespace.cli import main
from support.repository import REPOSITORY
from support.server.processes import TIMEOUT_S, environment


def beespace(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, and return its exit code and output."""
    return subprocess.run(
        [sys.executable, "-m", "beespace", *map(str, arguments)],
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


def kill(program: str, *arguments: str | int | Path) -> list[int]:
    """Run a program of this folder that kills its own processes; return what it counted."""
    done = subprocess.run(
        [sys.executable, "-m", f"support.server.{program}", *map(str, arguments)],
        cwd=REPOSITORY / "tests",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [int(count) for count in done.stdout.split()]


def in_process(*arguments: str | Path, **variables: str) -> Result:
    """Run a command in this process, which is faster. Call it in the main thread."""
    hidden: dict[str, str | None] = {"BEESPACE_DATA": None, "BEESPACE_DATABASE_URL": None}
    done = CliRunner().invoke(main, list(map(str, arguments)), env=hidden | variables)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done
