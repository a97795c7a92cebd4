"""Reads the four walks in docs/architecture.md: lists of files and functions, in order.

An item of a walk looks like this, with one or more names that the file defines:

    1. `src/beespace/server/play/playing.py` `Playing.move`, `Playing._play`: checks the move
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "architecture.md"
MOST_FILES = 8

_ITEM = re.compile(r"^\d+\. `(?P<file>[^`]+)`(?P<names>(?:,? `[^`]+`)+):", re.MULTILINE)
# Definitions and fields with a function, in C++, TypeScript and Svelte.
_DEFINES = (
    r"^ *(?:export |default |async |static |private |public |readonly |inline |override |const "
    r"|function |class |struct |let |get |[\w:<>*&]+ )*{name}\b *"
    r"(?:[(<={{:;]|=>|final|extends|implements)"
)


@dataclass(frozen=True)
class Step:
    """A file of a walk, and the names in it that the walk passes through."""

    file: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Walk:
    """A walk with its title."""

    title: str
    steps: tuple[Step, ...]
    text: str


def read_walks(page: str) -> list[Walk]:
    """Return the walks of a page: its sections with items of the form above."""
    sections = re.split(r"^### ", page, flags=re.MULTILINE)[1:]
    walks = []
    for section in sections:
        title, _, text = section.partition("\n")
        steps = tuple(
            Step(item["file"], tuple(re.findall(r"`([^`]+)`", item["names"])))
            for item in _ITEM.finditer(text)
        )
        if steps:
            walks.append(Walk(title, steps, text))
    return walks


def problems_of(walk: Walk) -> list[str]:
    """Return what is wrong with a walk: too many files, a turn back, names that don't exist."""
    files = [step.file for step in walk.steps]
    found = []
    if len(files) > MOST_FILES:
        found.append(f"it has {len(files)} files")
    found += [f"it returns to {file}" for file in dict.fromkeys(files) if files.count(file) > 1]
    for step in walk.steps:
        path = ROOT / step.file
        if not path.is_file():
            found.append(f"there is no {step.file}")
            continue
        found += [
            f"{step.file} doesn't define {name}" for name in step.names if not defines(path, name)
        ]
    for before, after in zip(walk.steps, walk.steps[1:], strict=False):
        if not leads_to(before, after):
            found.append(f"nothing in {before.file} leads to {after.file}")
    return found


def defines(path: Path, name: str) -> bool:
    """Return whether a file defines a name, such as `function` or `Class.method`."""
    if path.suffix == ".py":
        return name in functions_in(path)
    text = path.read_text(encoding="utf-8")
    return all(
        re.search(_DEFINES.format(name=re.escape(part)), text, re.MULTILINE)
        for part in name.split(".")
    )


@cache
def functions_in(path: Path) -> dict[str, str]:
    """Return the source of each function, class and method of a Python file, by its name."""
    text = path.read_text(encoding="utf-8")

    def inside(node: ast.AST, prefix: str) -> Iterator[tuple[str, str]]:
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{prefix}{inner.name}"
                yield name, ast.get_source_segment(text, inner) or ""
                yield from inside(inner, f"{name}.")

    return dict(inside(ast.parse(text), ""))


def leads_to(before: Step, after: Step) -> bool:
    """Return whether a step mentions a name of the next one.

    Messages lead from the page to the server and back, and the bindings from Python to C++: there,
    nothing can be checked.
    """
    language = _language(before.file)
    if language != _language(after.file):
        return True
    path = ROOT / before.file
    called = {part for name in after.names for part in name.split(".")}
    if language == "web":
        return any(_is_called_on_the_page(name, ROOT / after.file) for name in called)
    if path.suffix == ".py":
        sources = [_body(functions_in(path).get(name, "")) for name in before.names]
    else:
        sources = [path.read_text(encoding="utf-8")]
    return any(
        re.search(rf"\b{re.escape(name)}\b", source) for name in called for source in sources
    )


def _body(source: str) -> str:
    """Return a function without its name, which may be that of the next step's function, too."""
    return re.sub(r"\b(def|class)\s+\w+", "", source)


def _is_called_on_the_page(name: str, definition: Path) -> bool:
    """Return whether another file of the page calls a function.

    Sessions connect the parts of the page by passing functions, so it needn't be the file before.
    """
    call = re.compile(rf"(?<!function )(?:\.|\b){re.escape(name.lstrip('#'))}\b[(,)]")
    return any(
        path != definition and call.search(path.read_text(encoding="utf-8"))
        for ending in ("*.ts", "*.svelte")
        for path in (ROOT / "web/src").rglob(ending)
    )


def _language(file: str) -> str:
    return file.partition("/")[0]
