"""Records where training data and weights come from, so that both can be made again."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent


def commit() -> str:
    """Return the commit of this repository, with a `+` if files have changed since.

    Without git or a repository it is what the variable BEESPACE_COMMIT says, or `unknown`.
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
        return os.environ.get("BEESPACE_COMMIT", "unknown")
    return f"{head}+" if changes else head
