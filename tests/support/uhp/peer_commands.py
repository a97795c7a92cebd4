"""Commands that start the engines used in the tests: ours, and peers with a fault."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

OURS = [sys.executable, "-m", "beespace", "uhp"]


def peer(fault: str, *arguments: str) -> list[str]:
    """Return the command that starts an engine with a fault."""
    script = Path(__file__).parent / "peers" / "peer.py"
    return [sys.executable, str(script), fault, *arguments]


def spec(command: list[str]) -> str:
    """Return a command in the form that `beespace match` accepts as a player."""
    return "cmd:" + shlex.join(command)
