"""The rules import only the standard library and beespace, which import-linter can't check."""

import ast
import sys
from pathlib import Path

import pytest

import beespace

PACKAGE = Path(beespace.__file__).parent
STANDARD = sys.stdlib_module_names | {"beespace"}
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
