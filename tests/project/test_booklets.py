"""docs/booklets.md: every row is complete, and everything it names still exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from beespace.lessons import lessons
from beespace.lessons.reference import all_sections
from support.repository import REPOSITORY
from support.suite_cases import read_suite

TABLE = REPOSITORY / "docs" / "booklets.md"
HEADER = ["booklet and section", "what it says", "implemented in", "taught in", "tested by"]
BOOKLETS = {"Base 2016", "Base transcript", "Pocket 2012", "Pocket Italian", "Ultimate 2024"}
_NAME = re.compile(r"`([^`]+)`")


def rows_of(text: str) -> list[list[str]]:
    """Return the cells of each row in the tables of rules."""
    rows: list[list[str]] = []
    is_inside = False
    for line in text.splitlines():
        if not line.startswith("|"):
            is_inside = False
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells == HEADER:
            is_inside = True
        elif is_inside and set("".join(cells)) != {"-"}:
            rows.append(cells)
    return rows


ROWS = rows_of(TABLE.read_text("utf-8"))


@cache
def defined_in(path: Path) -> frozenset[str]:
    """Return the functions, classes, methods and constants that a Python file defines."""
    if not path.is_file():
        return frozenset()
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}.{inner.name}"
                for inner in node.body
                if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef))
            }
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(found)


@cache
def cases_in(path: str) -> frozenset[str]:
    """Return the names of the cases in a suite."""
    return frozenset(case.name for case in read_suite(Path(path).stem))


def is_code(name: str) -> bool:
    """Return whether `file::function` exists in the sources."""
    path, _, inner = name.partition("::")
    return path.startswith("src/") and inner in defined_in(REPOSITORY / path)


def is_taught(kind: str, name: str) -> bool:
    """Return whether a lesson exists, or a section of the reference or its table of differences."""
    if kind == "lesson":
        return name in lessons()
    return name == "differences" or name in {section.id for section in all_sections()}


def is_test(name: str) -> bool:
    """Return whether a test, a case of a suite, or a test of a lesson's step exists."""
    path, _, inner = name.partition("::")
    if path.startswith("tests/suites/"):
        return (REPOSITORY / path).is_file() and inner in cases_in(path)
    test, _, step = inner.removesuffix("]").partition("[")
    if step:
        lesson, _, number = step.rpartition("-")
        if lesson not in lessons() or int(number) > len(lessons()[lesson].steps):
            return False
    return test.startswith("test_") and test in defined_in(REPOSITORY / path)


def problems_of(row: list[str]) -> list[str]:
    """Return what is wrong with a row."""
    if len(row) != len(HEADER):
        return [f"it has {len(row)} cells"]
    found = [f"{name} is empty" for name, cell in zip(HEADER, row, strict=True) if not cell]
    booklets, section = row[0].partition(": ")[::2]
    if not section or (booklets != "All five" and not set(booklets.split(", ")) <= BOOKLETS):
        found.append(f"{row[0]!r} names no booklet and section")
    code, taught, tests = row[2], re.findall(r"(lesson|reference) `([^`]+)`", row[3]), row[4]
    for column, names in (("code", _NAME.findall(code)), ("lesson", taught), ("test", tests)):
        if not names:
            found.append(f"it names no {column}")
    found += [f"there is no {name}" for name in _NAME.findall(code) if not is_code(name)]
    found += [f"there is no {kind} {name}" for kind, name in taught if not is_taught(kind, name)]
    found += [f"there is no {name}" for name in _NAME.findall(tests) if not is_test(name)]
    if len(taught) != row[3].count("`") // 2 or not _NAME.search(tests):
        found.append("a cell contains something other than names")
    return found


@pytest.mark.parametrize("row", ROWS, ids=[row[1][:50] for row in ROWS])
def test_a_row_names_code_lessons_and_tests_that_exist(row: list[str]) -> None:
    assert problems_of(row) == []


def test_every_booklet_and_every_kind_of_row_is_present() -> None:
    text = TABLE.read_text("utf-8")
    assert len(ROWS) >= 100
    assert len({tuple(row) for row in ROWS}) == len(ROWS)
    for booklet in BOOKLETS:
        assert sum(booklet in row[0] or "All five" in row[0] for row in ROWS) > 40
    for kind, least in (("Tip", 4), ("Contradiction", 10), ("Silent", 8)):
        assert sum(kind in row[1] for row in ROWS) >= least, kind
    assert sum("igure" in row[1] or ", Fig " in row[0] for row in ROWS) >= 20
    for option in ("queen first", "gates between stacks", "repetition"):
        assert f"(option: {option})" in text


def test_every_lesson_and_every_section_is_in_the_table() -> None:
    taught = {
        name for row in ROWS for name in re.findall(r"(?:lesson|reference) `([^`]+)`", row[3])
    }
    assert {section.id for section in all_sections()} <= taught
    assert set(lessons()) - taught <= {"last-hex"}, "only last-hex is not in the booklets"


GOOD = [
    "All five: Placing",
    "a rule",
    "`src/beespace/rules/movement.py::queen`",
    "lesson `queen`, reference `queen`",
    "`tests/rules/test_figures.py::test_queen_moves_to_one_of_four_hexes`",
]


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        *((column, "") for column in range(len(GOOD))),
        (0, "Some booklet: Placing"),
        (0, "Base 2016"),
        (2, "`src/beespace/rules/movement.py::empress`"),
        (2, "`src/beespace/rules/nowhere.py::queen`"),
        (3, "lesson `empress`"),
        (3, "reference `empress`"),
        (3, "nowhere"),
        (4, "`tests/rules/test_figures.py::test_that_was_deleted`"),
        (4, "`tests/rules/test_nothing.py::test_queen_moves_to_one_of_four_hexes`"),
        (4, "`tests/suites/statements.txt::a case that was deleted`"),
        (4, "`tests/lessons/test_lessons.py::test_positions_are_possible[goal-9]`"),
        (4, "some test"),
    ],
)
def test_a_broken_row_is_found(column: int, cell: str) -> None:
    assert problems_of(GOOD) == []
    assert problems_of([*GOOD[:column], cell, *GOOD[column + 1 :]])
