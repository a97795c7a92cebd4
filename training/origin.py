"""Records where training data and weights come from, so that both can be made again."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent


def commit() -> str:
    """Return the commit of this repository, with a `+` if files have changed since.

    Without git or a repository it is `unknown`.
    """
    try:
        head, changes = (
            subprocess.run(
                ["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=True
            ).stdout.strip()
            for arguments in (
                ("rev-parse", "HEAD"),
                ("status", "--porcelain", "--untracked-files=no"),
            )
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{head}+" if changes else head
