"""What can be set about a server; the command line fills it in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DEFAULT_PORT = 8765


@dataclass(frozen=True)
class Settings:
    """Where the server keeps its games, whom it answers and how long its engine thinks."""

    data: Path
    host: str = "127.0.0.1"
    # Names besides those of this machine under which it may be asked, as behind a proxy.
    allowed_hosts: tuple[str, ...] = ()
    # The built page.
    page: Path = Path(__file__).parent / "page"
    # The levels have limits of their own; this keeps the highest ones from thinking for ever.
    think_time_s: float = 1.5
    hint_time_s: float = 0.7
    # How many searches run at once, and how many more may wait.
    thinkers: int = 2
    most_waiting: int = 8
    hash_mb: int = 16
