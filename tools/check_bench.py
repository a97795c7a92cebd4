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


def first_commit(root: Path) -> str | None:
    """Return the commit that added this program; in a shallow clone, the oldest known one."""
    found = git(root, "log", "--diff-filter=A", "--format=%H", "--", "tools/check_bench.py")
    return found.splitlines()[-1] if found else None


def commits_without_bench(root: Path, since: str) -> list[str]:
    """Return the commits after another one that should say `Bench: N` but don't, newest first."""
    log = git(
        root, "log", "--no-merges", "--format=%h %s%n%b%x00", f"{since}..HEAD", "--", *FOLDERS
    )
    if log is None:
        sys.exit(f"check_bench: there is no commit {since}")
    messages = [message.strip() for message in log.split("\0")]
    return [text.splitlines()[0] for text in messages if text and not _BENCH.search(text)]


def main() -> None:
    """Print the commits without a bench, and exit with 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--since", metavar="COMMIT")
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository to check")
    options = parser.parse_args()
    # An export inside another repository must not be taken for that repository.
    is_repository = (options.root / ".git").exists()
    since = options.since or (first_commit(options.root) if is_repository else None)
    if not is_repository or since is None:
        print("no git history: nothing to check")
        return
    found = commits_without_bench(options.root, since)
    for commit in found:
        print(f"{commit}: add the last line of `beespace bench search` (Bench: N) to the message")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
