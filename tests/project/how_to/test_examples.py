"""The examples of the how-to pages can be applied, and nothing that they need is left out."""

from __future__ import annotations

import ast
import re
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
                source = _applied(hunk.splitlines(), source)
            files[name] = source
    return files


def _applied(hunk: list[str], source: str) -> str:
    before = "".join(f"{line[1:]}\n" for line in hunk if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in hunk if not line.startswith("-"))
    if not before:
        return source + after
    assert f"\n{source}".count(f"\n{before}") == 1, f"not there, or not only once:\n{before}"
    return f"\n{source}".replace(f"\n{before}", f"\n{after}")[1:]


@pytest.mark.parametrize("page", HOW_TO, ids=lambda page: page.stem)
def test_python_still_compiles_with_the_example(page: Path) -> None:
    for name, text in changed_by(page).items():
        if name.endswith(".py"):
            ast.parse(text, name)


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
