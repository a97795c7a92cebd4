"""Reads the four walks in docs/architecture.md: lists of files and functions, in order.

An item of a walk looks like this, with one or more names that the file defines:

    1. `src/beespace/server/play/playing.py` `Playing.move`, `Playing._play`: checks the move

The table of a walk names what is in between. A row for `2 → 3` has files through which step
2 leads to step 3; there may be several such ways. A row for `6` has files that step 6, or such a
way, only uses, and a row for `6 → back` has the way back from step 6 to the screen:

    | 2 → 3 | `web/src/a.ts` `A.one`; `web/src/b.ts` `two` | what they do |

The first name of a place has to be called by the place before, in a file that imports the other or
is imported by it, and each of the other names by an earlier one of the same place, by the
constructor of its class, or by the places before. A name with a quotation mark, a bracket or a
blank, such as `case "move"`, is code that has to be there. A place with nothing else, such as
`interface Channel`, declares what the place after it defines: both neighbours have to import it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import definitions
import diagrams
from definitions import Body

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "architecture.md"
MOST_FILES = 8

_PLACE = r"`(?P<file>[^`]+/[^`]+)`(?P<names>(?:,?\s+`[^`]+`)+)"
_ITEM = re.compile(rf"^\d+\. {_PLACE}:", re.MULTILINE)
_ROW = re.compile(
    r"^\| (?P<first>\d)(?: → (?P<way>\d|back))? \| (?P<places>`[^|]+) \|",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Step:
    """A file of a walk, and the names in it that the walk passes through."""

    file: str
    names: tuple[str, ...]

    @property
    def functions(self) -> list[str]:
        """The names without pieces of code. The first one is where the walk enters the file."""
        return [name for name in self.names if not _is_code(name)]


@dataclass(frozen=True)
class Row:
    """Files that are left out of a walk.

    `way` says where they are: on the way from a step to the "next" one, on the way "back" to the
    screen, or nowhere ("") if the step only uses them.
    """

    number: int
    way: str
    places: tuple[Step, ...]


@dataclass(frozen=True)
class Walk:
    """A walk with its title."""

    title: str
    steps: tuple[Step, ...]
    text: str = ""
    rows: tuple[Row, ...] = ()

    @property
    def places(self) -> list[Step]:
        """The steps and everything in between."""
        return [*self.steps, *(place for row in self.rows for place in row.places)]

    @property
    def further_files(self) -> set[str]:
        """The files that calls pass through without being steps."""
        return {place.file for place in self.places} - {step.file for step in self.steps}

    def ways(self, number: int) -> list[list[Step]]:
        """Return the ways from a step to the next one: the places in between."""
        rows = [row for row in self.rows if row.way == "next" and row.number == number]
        return [list(row.places) for row in rows] or [[]]


def read_walks(page: str) -> list[Walk]:
    """Return the walks of a page: its sections with items of the form above."""
    _, *sections = re.split(r"^### ", page, flags=re.MULTILINE)
    walks = []
    for section in sections:
        title, _, text = section.partition("\n")
        steps = tuple(_places(_ITEM, text))
        if steps:
            walks.append(Walk(title, steps, text, tuple(_rows(text))))
    return walks


def _places(pattern: re.Pattern[str], text: str) -> Iterator[Step]:
    for found in pattern.finditer(text):
        yield Step(found["file"], tuple(re.findall(r"`([^`]+)`", found["names"])))


def _rows(text: str) -> Iterator[Row]:
    for row in _ROW.finditer(text):
        places = tuple(_places(re.compile(_PLACE), row["places"]))
        way = "next" if (row["way"] or "").isdigit() else row["way"] or ""
        yield Row(int(row["first"]), way, places)


def problems_of(walk: Walk, root: Path = ROOT) -> list[str]:
    """Return what is wrong with a walk: names that don't exist, or a step that leads nowhere."""
    files = [step.file for step in walk.steps]
    found = []
    if len(files) > MOST_FILES:
        found.append(f"it has {len(files)} files")
    found += [f"it returns to {file}" for file in dict.fromkeys(files) if files.count(file) > 1]
    missing = [problem for place in walk.places for problem in _missing(place, root)]
    if missing:
        return found + missing
    return (
        found + [one for place in walk.places for one in _changed(place, root)] + _gaps(walk, root)
    )


def _missing(place: Step, root: Path) -> list[str]:
    path = root / place.file
    if not path.is_file():
        return [f"there is no {place.file}"]
    return [
        f"{place.file} doesn't define {name}"
        for name in place.functions
        if definitions.find(path, name) is None
    ]


def _changed(place: Step, root: Path) -> list[str]:
    bodies = _bodies(place, root) or [definitions.read(root / place.file)]
    texts = [body.text for body in bodies]
    return [
        f"{place.file} doesn't have {piece} there"
        for piece in place.names
        if _is_code(piece) and not any(piece in text for text in texts)
    ]


def _gaps(walk: Walk, root: Path) -> list[str]:
    """Return the places of a walk that don't lead to the next one, or from name to name."""
    found = _unused(walk.steps[0], [], root)
    for number, (step, following) in enumerate(pairwise(walk.steps), 1):
        for way in walk.ways(number):
            found += _gaps_of_chain([step, *way, following], root)
        before = [place for way in walk.ways(number) for place in way]
        later = [way[0] for way in walk.ways(number + 1) if way]
        found += _unused(following, [*walk.steps[:number], *before, *later], root)
    for row in walk.rows:
        step = walk.steps[row.number - 1]
        if row.way == "back":
            found += _gaps_of_chain([step, *row.places], root, is_back=True)
            found += _unused(row.places[-1], [step, *row.places[:-1]], root)
        elif row.way == "":
            found += _unused_by(step, row.places, walk.ways(row.number), root)
    return list(dict.fromkeys(found))


def _gaps_of_chain(chain: list[Step], root: Path, *, is_back: bool = False) -> list[str]:
    found = []
    may_return = is_back or len(chain) > 2
    for at, (before, after) in enumerate(pairwise(chain), 1):
        if not leads_to(before, after, root, may_return=may_return):
            found.append(f"nothing in {before.file} leads to {after.file}")
        if at + 1 < len(chain):
            found += _unused(after, [*chain[:at], chain[at + 1]], root)
    return found


def _unused_by(
    step: Step, places: tuple[Step, ...], ways: list[list[Step]], root: Path
) -> list[str]:
    """Return the places that neither a step nor the ways to the next one use."""
    users = [step, *(place for way in ways for place in way)]
    found = []
    for place in places:
        name = place.functions[0]
        is_used = any(
            body.calls(_last_part(name)) or (is_property and body.reads(_last_part(name)))
            for is_property in [definitions.is_property(root / place.file, name)]
            for user in users
            if _are_linked(user, place, root)
            for body in [*_bodies(user, root), *_constructors(user, root)]
        )
        if not is_used:
            found.append(f"nothing in {step.file} or after it uses {place.file}")
        found += _unused(place, users, root)
    return found


def leads_to(before: Step, after: Step, root: Path = ROOT, *, may_return: bool = False) -> bool:
    """Return whether a function of one place calls the first one of the next.

    One of the two files has to import the other, because many functions have the same name. On the
    way back, and where functions are passed on, it is the next place that has called the one
    before. Messages lead from the page to the server and back, and the bindings from Python to C++:
    there, nothing can be checked.
    """
    if _language(before.file) != _language(after.file):
        return True
    if not _are_linked(before, after, root):
        return False
    if not after.functions:
        return True
    entries = [
        name for name in _entries(after) if before.file == after.file or not _is_private(name)
    ]
    if not before.functions:
        declared = definitions.read(root / before.file).text
        return any(re.search(rf"\b{re.escape(entry)}\b", declared) for entry in entries)
    if any(body.calls(entry) for entry in entries for body in _bodies(before, root)):
        return True
    names = {_last_part(name) for name in before.functions}
    classes = {part for name in before.functions for part in _parts(name)[:-1]}
    return may_return and any(
        any(body.calls(name) for name in names) or any(body.constructs(name) for name in classes)
        for body in _bodies(after, root)
    )


def _entries(place: Step) -> list[str]:
    """Return the names by which others enter a place: its first one, and the methods of a class."""
    first = place.functions[0]
    methods = [name for name in place.functions if name.startswith(f"{first}.")]
    return [_last_part(name) for name in [first, *methods]]


def _unused(place: Step, others: list[Step], root: Path) -> list[str]:
    """Return the names of a place, other than the first, that nothing before them uses.

    That is an earlier name of the place or, if the name isn't private, one of the other places: the
    step before, what is in between, and on the way back what follows.
    """
    found = []
    for number, name in enumerate(place.functions[1:], 1):
        last = _last_part(name)
        here = _bodies(place, root, place.functions[:number])
        here += _constructors(replace(place, names=tuple(place.functions[: number + 1])), root)
        callers = [other for other in others if _is_known_in(other, name, place, root)]
        there = [body for other in callers for body in _bodies(other, root)]
        is_value = definitions.is_value(root / place.file, name)
        if not (
            any(
                body.calls(last) or body.passes(last) or (is_value and body.mentions(last))
                for body in here
            )
            or any(body.calls(last) for body in there)
        ):
            found.append(f"nothing leads to {name} in {place.file}")
    return found


def _is_known_in(other: Step, name: str, place: Step, root: Path) -> bool:
    """Return whether another place can mean a name of this one, and not a name of its own."""
    if other.file == place.file:
        return True
    is_method = len(_parts(name)) > 1
    return not _is_private(_last_part(name)) and (
        _are_linked(other, place, root)
        if is_method
        else definitions.can_import(root / other.file, name, root / place.file)
    )


def _are_linked(one: Step, other: Step, root: Path) -> bool:
    """Return whether one of two files imports the other."""
    if one.file == other.file:
        return True
    files = root / one.file, root / other.file
    return any(
        after in definitions.imported(before, root)
        or after.with_suffix(".h") in definitions.imported(before, root)
        for before, after in (files, files[::-1])
    )


def _bodies(place: Step, root: Path, names: list[str] | None = None) -> list[Body]:
    """Return functions of a place. A class counts as a whole only if nothing of it is named."""
    classes = {tuple(_parts(name)[:-1]) for name in place.functions}
    named = place.functions if names is None else names
    found = [
        definitions.find(root / place.file, name)
        for name in named
        if tuple(_parts(name)) not in classes
    ]
    return [body for body in found if body is not None]


def _constructors(place: Step, root: Path) -> list[Body]:
    """Return the constructors of the classes whose methods a place names."""
    classes = {_parts(name)[0] for name in place.functions if len(_parts(name)) > 1}
    found = [
        definitions.find(root / place.file, f"{one}.{constructor}")
        for one in sorted(classes)
        for constructor in ("__init__", "constructor", one)
    ]
    return [body for body in found if body is not None]


def diagram_problems(walk: Walk) -> list[str]:
    """Return how the diagram of a walk differs from its list: files, functions, or arrows."""
    block = diagrams.BLOCK.search(walk.text)
    if block is None:
        return ["there is no diagram"]
    chart = diagrams.parse(block[1])
    boxes = list(chart.boxes.values())
    found = [] if len(boxes) == len(walk.steps) else [f"it has {len(boxes)} boxes"]
    for box, step in zip(boxes, walk.steps, strict=False):
        file, *lines = box.lines
        if not step.file.endswith(f"/{file}"):
            found.append(f"{file} isn't {step.file}")
        known = {_last_part(name).lstrip("#") for name in step.functions}
        shown = [name for line in lines for name in line.split(", ")]
        found += [f"{step.file} has no {name}" for name in shown if name not in known]
        if not shown:
            found.append(f"{file} has no functions")
    arrows = [(tail, head) for tail, head, _ in chart.arrows]
    if arrows != list(pairwise(chart.boxes)):
        found.append("the arrows don't go one way, without branches")
    return found


def _parts(name: str) -> list[str]:
    return re.split(r"\.|::", name)


def _last_part(name: str) -> str:
    return _parts(name)[-1]


def _is_private(name: str) -> bool:
    return name.startswith(("_", "#"))


def _is_code(name: str) -> bool:
    return any(char in name for char in "\"('[ ")


def _language(file: str) -> str:
    return file.partition("/")[0]
