"""The import contracts fail when they are broken."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.repository import REPOSITORY

# The editable install would find the repository's own package first.
LINT = """
import sys
sys.meta_path = [one for one in sys.meta_path if "ScikitBuild" not in type(one).__name__]
sys.path.insert(0, "src")
from importlinter.cli import lint_imports
sys.exit(lint_imports(no_cache=True))
"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's Python files, to be broken."""
    folder = tmp_path_factory.mktemp("copy")
    only_python = shutil.ignore_patterns("*.so", "__pycache__", "page", "data")
    shutil.copytree(REPOSITORY / "src", folder / "src", ignore=only_python)
    shutil.copy(REPOSITORY / "pyproject.toml", folder)
    return folder


def lint(folder: Path) -> tuple[int, str]:
    command = [sys.executable, "-c", LINT]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout


def test_contracts_are_kept(copied: Path) -> None:
    status, said = lint(copied)
    assert (status, said.count("KEPT")) == (0, 4), said


@pytest.mark.parametrize(
    ("module", "imported", "contract"),
    [
        ("rules/movement.py", "beespace.engine", "Layers import only lower layers"),
        ("rules/movement.py", "click", "The rules only use the standard library"),
        ("server/play/live.py", "beespace.server.study.studies", "Parts of the server"),
        ("server/puzzles/service.py", "beespace.server.openings.service", "Parts of the server"),
        ("server/http/limits.py", "beespace.server.play.service", "Parts of the server"),
        ("server/work/queue.py", "fastapi", "Services know nothing about HTTP"),
    ],
)
def test_a_forbidden_import_is_found(
    copied: Path, module: str, imported: str, contract: str
) -> None:
    file = copied / "src" / "beespace" / module
    text = file.read_text(encoding="utf-8")
    try:
        file.write_text(f"{text}\nimport {imported}\n", encoding="utf-8")
        status, said = lint(copied)
    finally:
        file.write_text(text, encoding="utf-8")
    assert status == 1
    broken = [line for line in said.splitlines() if line.endswith("BROKEN")]
    assert any(line.startswith(contract) for line in broken), said
