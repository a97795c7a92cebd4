"""The checks of commit messages, in small repositories of their own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.missing import missing
from support.repository import REPOSITORY

BENCH, SUBJECTS = (REPOSITORY / "tools" / f"check_{name}.py" for name in ("bench", "subjects"))


def _git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    subprocess.run(["git", "-C", root, *identity, *arguments], check=True, capture_output=True)


def _commit(root: Path, file: str, message: str) -> None:
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(path.read_text() + "\n" if path.exists() else file)
    _git(root, "add", file)
    _git(root, "commit", "-m", message)


def _check(root: Path, *arguments: str, program: Path = BENCH) -> tuple[int, str]:
    run = subprocess.run(
        [sys.executable, program, "--root", root, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout + run.stderr


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a repository whose second commit adds the check."""
    if shutil.which("git") is None:
        missing("git is not installed")
    root = tmp_path / "repository"
    root.mkdir()
    _git(root, "init", "-b", "main")
    _commit(root, "native/search/worker.h", "Start searching")
    _commit(root, "tools/check_bench.py", "Check the bench of commits")
    return root


def test_commits_before_the_check_are_not_checked(root: Path) -> None:
    assert _check(root) == (0, "")


@pytest.mark.parametrize("file", ["native/search/tree/worker.h", "native/eval/network.h"])
def test_search_and_evaluation_need_a_bench(root: Path, file: str) -> None:
    _commit(root, file, "Search deeper\n\nBench: 12345")
    assert _check(root) == (0, "")
    _commit(root, file, "Search wider")
    status, output = _check(root)
    assert status == 1
    assert "Search wider: add the last line" in output
    assert "Search deeper" not in output


@pytest.mark.parametrize("message", ["Bench: ", "Bench: many", "The Bench: 12 is the same"])
def test_bench_is_a_line_with_a_number(root: Path, message: str) -> None:
    _commit(root, "native/search/worker.h", f"Search wider\n\n{message}")
    assert _check(root)[0] == 1


def test_other_commits_need_none(root: Path) -> None:
    _commit(root, "native/core/box/bugs.h", "Add a bug")
    assert _check(root) == (0, "")


def test_since_names_another_first_commit(root: Path) -> None:
    _commit(root, "native/search/worker.h", "Search wider")
    assert _check(root, "--since", "HEAD") == (0, "")
    status, output = _check(root, "--since", "HEAD~2")
    assert (status, "Search wider" in output) == (1, True)
    status, output = _check(root, "--since", "nowhere")
    assert (status, "no commit nowhere" in output) == (1, True)


def test_shallow_clone_is_checked_as_far_as_it_goes(root: Path, tmp_path: Path) -> None:
    _commit(root, "native/search/worker.h", "Search wider")
    _commit(root, "native/search/worker.h", "Search even wider")
    for depth, names in (("1", []), ("2", ["Search even wider"])):
        clone = tmp_path / f"clone{depth}"
        _git(tmp_path, "clone", "--depth", depth, root.as_uri(), str(clone))
        status, output = _check(clone)
        assert status == bool(names)
        assert [line.split(": ")[0].split(" ", 1)[1] for line in output.splitlines()] == names


def test_export_without_git_has_nothing_to_check(root: Path) -> None:
    _commit(root, "native/search/worker.h", "Search wider")
    shutil.rmtree(root / ".git")
    assert _check(root) == (0, "no git history: nothing to check\n")


def test_subjects_are_short_from_their_check_on(root: Path) -> None:
    short, long = "S" * 72, "L" * 73
    _commit(root, "README.md", long)
    assert _check(root, program=SUBJECTS) == (0, "no git history: nothing to check\n")
    _commit(root, "tools/check_subjects.py", "Check the subjects of commits")
    _commit(root, "README.md", f"{short}\n\n{long}")
    assert _check(root, program=SUBJECTS) == (0, "")
    _commit(root, "README.md", long)
    status, output = _check(root, program=SUBJECTS)
    assert status == 1
    assert output.endswith(f" {long}: shorten the subject to 72 characters\n")
    assert len(output.splitlines()) == 1
