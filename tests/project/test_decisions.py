"""The decisions: numbered without gaps, in the index, in the same form, and cited correctly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.repository import REPOSITORY

FOLDER = REPOSITORY / "docs" / "decisions"
PAGES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
NUMBERS = {path.name[:4] for path in PAGES}
SOURCES = (
    "src",
    "native",
    "web/src",
    "web/tests",
    "tests",
    "tools",
    "benchmarks",
    "training",
    "docs",
)
FILES = [
    REPOSITORY / name for name in ("README.md", "pyproject.toml", "Makefile", "CMakeLists.txt")
]
_CITED = re.compile(r"\bdecisions?[ /(\[]+(\d{4})\b", re.IGNORECASE)


def readable_files() -> list[Path]:
    endings = {".py", ".h", ".cpp", ".ts", ".svelte", ".md", ".toml", ".txt", ".sh", ".js"}
    found = [
        path
        for folder in SOURCES
        for path in (REPOSITORY / folder).rglob("*")
        if path.suffix in endings and "node_modules" not in path.parts
    ]
    return FILES + found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name[:4])
def test_a_decision_has_context_decision_and_consequences(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert re.match(rf"# {page.name[:4]}: \S", lines[0])
    headings = [line for line in lines if line.startswith("## ")]
    assert [one for one in headings if one != "## Status"] == [
        "## Context",
        "## Decision",
        "## Consequences",
    ]


def test_numbers_have_no_gap() -> None:
    last = max(int(number) for number in NUMBERS)
    assert len(PAGES) == len(NUMBERS)
    assert {f"{number:04}" for number in range(1, last + 1)} == NUMBERS


def test_the_index_lists_all_decisions() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\d{4})\]\(([^)]+)\) \|", index, re.MULTILINE)
    assert rows == [(path.name[:4], path.name) for path in PAGES]


def test_every_cited_decision_exists() -> None:
    cited = {
        (path.relative_to(REPOSITORY).as_posix(), number)
        for path in readable_files()
        for number in _CITED.findall(path.read_text(encoding="utf-8"))
    }
    assert len(cited) > 5
    assert {(file, number) for file, number in cited if number not in NUMBERS} == set()


def test_links_to_decisions_name_the_right_page() -> None:
    for path in readable_files():
        for name in re.findall(r"decisions/(\d{4}-[\w-]+\.md)", path.read_text(encoding="utf-8")):
            assert (FOLDER / name).is_file(), f"{path} names {name}"
