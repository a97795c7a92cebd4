"""Fails if a commit that touches the search or the evaluation doesn't say `Bench: N`.

    python tools/check_bench.py [--since COMMIT]

Part of `make lint`. N is the node count that `beespace bench search` prints: it shows whether a
commit changed the search or only its code. Commits are checked from the one that added this program
on, or after the given one. Without a git history there is nothing to check.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("native/search", "native/eval")
_BENCH = re.compile(r"^Bench: [0-9]+$", re.MULTILINE)


def git(root: Path, *arguments: str) -> str | None:
    """Return what a git command prints; None if it fails or there is no git."""
    try:
        run = subprocess.run(
            ["git", "-C", root, *arguments], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return None
    return run.stdout.strip() if run.returncode == 0 else None


def first_commit(root: Path, program: str) -> str | None:
    """Return the commit that added a program; in a shallow clone, the oldest known one."""
    found = git(root, "log", "--diff-filter=A", "--format=%H", "--", program)
    return found.splitlines()[-1] if found else None


def commits_without_bench(root: Path, since: str) -> list[str] | None:
    """Return what to say about commits after another one without `Bench: N`, newest first.

    None if there is no such other one.
    """
    log = git(
        root, "log", "--no-merges", "--format=%h %s%n%b%x00", f"{since}..HEAD", "--", *FOLDERS
    )
    if log is None:
        return None
    messages = [message.strip() for message in log.split("\0")]
    wrong = [text.splitlines()[0] for text in messages if text and not _BENCH.search(text)]
    advice = "add the last line of `beespace bench search` (Bench: N) to the message"
    return [f"{commit}: {advice}" for commit in wrong]


def check(program: str, about: str | None, find: Callable[[Path, str], list[str] | None]) -> None:
    """Check the commits since the one that added a program; print what is wrong and exit with 1."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--since", metavar="COMMIT")
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository to check")
    options = parser.parse_args()
    # An export inside another repository must not be taken for that repository.
    is_repository = (options.root / ".git").exists()
    since = options.since or (first_commit(options.root, program) if is_repository else None)
    if not is_repository or since is None:
        print("no git history: nothing to check")
        return
    found = find(options.root, since)
    if found is None:
        sys.exit(f"{program}: there is no commit {since}")
    for line in found:
        print(line)
    sys.exit(bool(found))


if __name__ == "__main__":
    check("tools/check_bench.py", __doc__, commits_without_bench)
