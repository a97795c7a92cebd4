"""How to start the engines of the tests: ours, and peers with a fault."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

OURS = [sys.executable, "-m", "beespace", "uhp"]


def peer(fault: str, *arguments: str) -> list[str]:
    """The command of an engine with a fault."""
    script = Path(__file__).parent / "peers" / "peer.py"
    return [sys.executable, str(script), fault, *arguments]


def spec(command: list[str]) -> str:
    """A command as a player of a match."""
    return "cmd:" + shlex.join(command)
