"""What import-linter can't check: what the rules import, and that the tests mirror the package."""

import ast
import sys
from pathlib import Path

import pytest

import beespace

PACKAGE = Path(beespace.__file__).parent
STANDARD = sys.stdlib_module_names | {"beespace"}
TESTS = Path(__file__).resolve().parents[1]
FILES = [PACKAGE / "errors.py", *sorted((PACKAGE / "rules").rglob("*.py"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_rules_use_the_standard_library_only(path: Path) -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            imported.add(node.module)
    assert {name.partition(".")[0] for name in imported} <= STANDARD


def _folders_with_code(folder: Path) -> list[str]:
    """Return the packages in a folder, and those in `server`, which is large."""
    found = (*folder.iterdir(), *(folder / "server").iterdir())
    return sorted(
        path.relative_to(folder).as_posix()
        for path in found
        if (path / "__init__.py").exists() and path.name != "server"
    )


@pytest.mark.parametrize("folder", _folders_with_code(PACKAGE))
def test_every_package_has_its_tests_in_a_folder_of_the_same_name(folder: str) -> None:
    assert list((TESTS / folder).rglob("test_*.py")), f"no tests in tests/{folder}"
