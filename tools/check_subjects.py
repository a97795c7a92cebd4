"""Fails if the subject of a commit has more than 72 characters.

    python tools/check_subjects.py [--since COMMIT]

Part of `make lint`. Commits are checked from the one that added this program on, or after the given
one. Without a git history there is nothing to check.
"""

from __future__ import annotations

from pathlib import Path

from check_bench import check, git

MOST_CHARS = 72


def long_subjects(root: Path, since: str) -> list[str] | None:
    """Return what to say about commits after another one with long subjects, newest first.

    None if there is no such other one.
    """
    log = git(root, "log", "--no-merges", "--format=%h %s", f"{since}..HEAD")
    if log is None:
        return None
    wrong = [line for line in log.splitlines() if len(line.partition(" ")[2]) > MOST_CHARS]
    return [f"{commit}: shorten the subject to {MOST_CHARS} characters" for commit in wrong]


if __name__ == "__main__":
    check("tools/check_subjects.py", __doc__, long_subjects)
