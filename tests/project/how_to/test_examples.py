"""The examples of the how-to pages can be applied, and nothing that they need is left out."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.repository import REPOSITORY

MESSAGES = "src/beespace/server/play/messages/socket.py"
SERVER = "src/beespace/server/play/service.py"
BROWSER = "web/src/local/games/service.ts"
HOW_TO = sorted((REPOSITORY / "docs/how-to").glob("*.md"))


def changed_by(page: Path) -> dict[str, str]:
    """Return the files that a page's examples change, as they are afterwards.

    Raises:
        AssertionError: a line that an example keeps or removes isn't there, or is there twice.
    """
    files: dict[str, str] = {}
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```diff\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^--- ", block, flags=re.MULTILINE)[1:]:
            name, _, hunks = part.partition("\n")
            source = files.get(name) or (REPOSITORY / name).read_text(encoding="utf-8")
            for hunk in re.split(r"^@@.*\n", hunks, flags=re.MULTILINE):
                source = _applied(hunk.splitlines(), source, name)
            files[name] = source
    return files


def python_changed_by(page: Path) -> dict[str, str]:
    """Return the Python files that a page's examples change, as they are afterwards."""
    return {name: text for name, text in changed_by(page).items() if name.endswith(".py")}


def _applied(hunk: list[str], source: str, name: str) -> str:
    before = "".join(f"{line[1:]}\n" for line in hunk if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in hunk if not line.startswith("-"))
    if not before:
        assert not name.endswith(".h"), f"this belongs before the end of {name}:\n{after}"
        return source + after
    assert f"\n{source}".count(f"\n{before}") == 1, f"not there, or not only once:\n{before}"
    return f"\n{source}".replace(f"\n{before}", f"\n{after}")[1:]


def undefined_names(files: dict[str, str], folder: Path) -> str:
    """Return what ruff says about names that Python files use but neither define nor import."""
    _write(files, folder)
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--quiet"]
    command += ["--select", "F821", "--output-format", "concise", *files]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def _write(files: dict[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


WITH_PYTHON = [page for page in HOW_TO if python_changed_by(page)]


def test_pages_with_python_are_found() -> None:
    assert {page.stem for page in WITH_PYTHON} >= {"add-a-bug", "add-a-message", "add-an-endpoint"}


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.stem)
def test_python_knows_every_name_in_the_example(page: Path, tmp_path: Path) -> None:
    assert undefined_names(python_changed_by(page), tmp_path) == ""


def test_a_missing_import_is_noticed(tmp_path: Path) -> None:
    files = python_changed_by(REPOSITORY / "docs/how-to/add-an-endpoint.md")
    without = {name: text.replace("    NextLesson,\n", "") for name, text in files.items()}
    found = undefined_names(without, tmp_path)
    for name in ("service.py", "routes.py"):
        assert re.search(rf"lessons/{name}:.*`NextLesson`", found)


# The editable install would find the repository's own package first.
IMPORT = """
import importlib, sys
sys.meta_path = [one for one in sys.meta_path if "ScikitBuild" not in type(one).__name__]
sys.path.insert(0, "src")
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def run_with_example(page: Path, folder: Path, program: str = "") -> None:
    """Import the modules that a page changes, in a copy of the library, and run a program there.

    Raises:
        AssertionError: a module can't be imported, or the program fails.
    """
    ignored = shutil.ignore_patterns("*.so", "__pycache__", "page")
    shutil.copytree(REPOSITORY / "src", folder / "src", ignore=ignored)
    files = python_changed_by(page)
    _write(files, folder)
    inside = [Path(name).relative_to("src") for name in files if name.startswith("src/")]
    modules = [".".join(path.with_suffix("").parts) for path in inside]
    command = [sys.executable, "-c", IMPORT + program, *modules]
    # The copy has no core of its own.
    environment = {**os.environ, "BEESPACE_REQUIRE_NATIVE": ""}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.stem)
def test_the_changed_modules_can_be_imported(page: Path, tmp_path: Path) -> None:
    run_with_example(page, tmp_path)


def test_the_tests_of_the_new_bug_pass(tmp_path: Path) -> None:
    page = REPOSITORY / "docs/how-to/add-a-bug.md"
    [tests] = re.findall(r"^```py\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    names = re.findall(r"^def (test_\w+)", tests, re.MULTILINE)
    assert len(names) == 2
    run_with_example(page, tmp_path, tests + "".join(f"\n{name}()" for name in names))


def message_types(source: str) -> set[str]:
    """Return the types of the messages in the union `PageMessage`."""
    module = ast.parse(source)
    types: dict[str, str | None] = {}
    members: set[str] = set()
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            text = ast.get_source_segment(source, node) or ""
            literal = re.search(r'type: Literal\["(\w+)"\]', text)
            types[node.name] = literal[1] if literal else None
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PageMessage":
            members = {one.id for one in ast.walk(node.value) if isinstance(one, ast.Name)}
    return {kind for name, kind in types.items() if name in members and kind}


def browser_cases(source: str) -> set[str]:
    """Return the messages for which `say` has a case."""
    _, _, rest = source.partition("export async function say(")
    return set(re.findall(r'^    case "(\w+)":', rest.partition("\n}\n")[0], re.MULTILINE))


def test_every_message_has_a_case_in_the_browser() -> None:
    """Otherwise the page's types are wrong: "Function lacks ending return statement"."""
    messages = (REPOSITORY / MESSAGES).read_text(encoding="utf-8")
    types = message_types(messages)
    assert len(types) >= 12
    assert browser_cases((REPOSITORY / BROWSER).read_text(encoding="utf-8")) == types


def test_the_example_of_a_message_has_everything_it_needs() -> None:
    files = changed_by(REPOSITORY / "docs/how-to/add-a-message.md")
    types = message_types(files[MESSAGES])
    assert "wave" in types
    assert browser_cases(files[BROWSER]) == types
    assert "case SayWave():" in files[SERVER]
    for name in ("SayWave", "TellWave"):
        assert re.search(rf"^    {name},$", files[SERVER], re.MULTILINE), f"{name} isn't imported"
        assert re.search(rf"^    \| {name}$", files[MESSAGES], re.MULTILINE)


def test_an_example_without_a_case_is_noticed() -> None:
    files = changed_by(REPOSITORY / "docs/how-to/add-a-message.md")
    without = files[BROWSER].replace('    case "wave":\n', "")
    assert browser_cases(without) != message_types(files[MESSAGES])
