"""The import contracts fail when they are broken."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
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
    assert (status, said.count("KEPT")) == (0, 6), said


@pytest.mark.parametrize(
    ("module", "imported", "contract"),
    [
        ("rules/movement.py", "beespace.engine", "Layers import only lower layers"),
        ("rules/movement.py", "click", "The rules only use the standard library"),
        ("server/play/live.py", "beespace.server.study.studies", "Parts of the server"),
        ("server/puzzles/service.py", "beespace.server.openings.service", "Parts of the server"),
        ("server/http/limits.py", "beespace.server.play.service", "Parts of the server"),
        ("server/work/queue.py", "fastapi", "Services know nothing about HTTP"),
        ("server/lessons/messages.py", "fastapi", "Services know nothing about HTTP"),
        ("terminal/commands.py", "fastapi", "Only the server imports web packages"),
        ("commands/play.py", "uvicorn", "Only the server imports web packages"),
        ("study/review.py", "sqlalchemy", "Only the server's storage and the openings"),
        ("server/people/quota.py", "sqlalchemy", "Only the server's storage and the openings"),
    ],
)
@pytest.mark.parametrize("only_for_types", [False, True], ids=["", "only for types"])
def test_a_forbidden_import_is_found(
    copied: Path, module: str, imported: str, contract: str, only_for_types: bool
) -> None:
    file = copied / "src" / "beespace" / module
    text = file.read_text(encoding="utf-8")
    added = f"import {imported}"
    if only_for_types:
        added = f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {added}"
    try:
        file.write_text(f"{text}\n{added}\n", encoding="utf-8")
        status, said = lint(copied)
    finally:
        file.write_text(text, encoding="utf-8")
    assert status == 1
    broken = [line for line in said.splitlines() if " BROKEN" in line]
    assert any(line.startswith(contract) for line in broken), said


# What knows about HTTP. Everything else in the server has to be in the contract about services.
HTTP = {
    "beespace.server.app",
    "beespace.server.http",
    "beespace.server.launch",
    "beespace.server.*.routes",
    "beespace.server.study.socket",
}


def unlisted(root: Path) -> set[str]:
    """Return the modules of the server that the contract about services misses."""
    contracts = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    contracts = contracts["tool"]["importlinter"]["contracts"]
    [listed] = [one["source_modules"] for one in contracts if one["id"] == "server-services"]
    files = [file.relative_to(root) for file in (root / "beespace/server").rglob("*.py")]
    modules = {".".join(file.with_suffix("").parts) for file in files if file.stem != "__init__"}
    return {one for one in modules if not _is_in(one, {*listed, *HTTP})}


def _is_in(module: str, patterns: set[str]) -> bool:
    parts = module.split(".")
    wanted = (pattern.split(".") for pattern in patterns)
    return any(
        len(pattern) <= len(parts)
        and all(one in ("*", part) for one, part in zip(pattern, parts, strict=False))
        for pattern in wanted
    )


def test_every_service_is_in_the_contract(copied: Path) -> None:
    assert unlisted(copied / "src") == set()


@pytest.mark.parametrize("module", ["play/newthing", "study/new/thing", "newthing"])
def test_a_new_service_that_is_not_in_the_contract_is_found(tmp_path: Path, module: str) -> None:
    file = tmp_path / "beespace/server" / f"{module}.py"
    file.parent.mkdir(parents=True)
    file.write_text("import fastapi\n", encoding="utf-8")
    assert unlisted(tmp_path) == {f"beespace.server.{module.replace('/', '.')}"}


def test_packages_of_the_server_import_nothing_themselves() -> None:
    """The contract about services lists modules, so code in `play/__init__.py` would escape it."""
    packages = (REPOSITORY / "src/beespace/server").rglob("__init__.py")
    found = [one for one in packages if "import" in one.read_text(encoding="utf-8")]
    assert found == [REPOSITORY / "src/beespace/server/storage/__init__.py"]
