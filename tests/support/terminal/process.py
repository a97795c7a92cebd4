"""Runs `beespace terminal` as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import beespace

TIMEOUT_S = 180
ENVIRONMENT = {
    "PATH": os.environ.get("PATH", ""),
    "PYTHONPATH": str(Path(beespace.__file__).parent.parent),
    "PYTHONUTF8": "1",
    "TERM": "xterm-256color",
}
PLAY = [sys.executable, "-m", "beespace", "terminal"]


def piped(lines: str | bytes, *options: str, **environment: str) -> str:
    """Return what the game prints for these lines of input, and check that it exits cleanly."""
    data = lines.encode() if isinstance(lines, str) else lines
    done = subprocess.run(
        [*PLAY, *options],
        input=data,
        capture_output=True,
        timeout=TIMEOUT_S,
        env=ENVIRONMENT | environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    return done.stdout.decode(errors="replace")
