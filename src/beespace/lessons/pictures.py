r"""Board pictures in lesson files, which show authors what learners will see.

          wS1 bQ
        wQ  wB1 x
          bA1
        wB1 on bG1

Neighbours in the same row are four columns apart; each row is shifted by two columns from the
next. A name is the top piece of a stack, and a final line `wB1 on bG1` lists the pieces below it.
A single character marks an empty hex, so that other fields of the lesson can refer to it; a dot
is just an empty hex. The first name or mark in the first row is at Hex(0, 0).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import dedent

from beespace.lessons.errors import LessonDataError
from beespace.rules import Hex


@dataclass(frozen=True)
class Picture:
    """A parsed picture: the stacks, bottom to top, and the marked hexes."""

    stacks: dict[Hex, tuple[str, ...]]
    marks: dict[str, Hex]

    def position(self, ruleset: str, turn: str, stunned: str = "-") -> str:
        """Return the picture in position notation."""
        stacks = (f"{hex.q},{hex.r}:{'.'.join(stack)}" for hex, stack in self.stacks.items())
        return " ".join([ruleset, turn, stunned, *stacks])


def read_picture(text: str) -> Picture:
    """Read a picture.

    >>> read_picture('''
    ...     wQ  x
    ...       bQ
    ... ''')
    Picture(stacks={Hex(q=0, r=0): ('wQ',), Hex(q=0, r=1): ('bQ',)}, marks={'x': Hex(q=1, r=0)})

    Raises:
        LessonDataError: a name lies between two hexes, or a listed stack isn't in the picture.
    """
    below: dict[str, tuple[str, ...]] = {}
    rows: list[str] = []
    for line in dedent(text).strip("\n").splitlines():
        names = line.split(" on ")
        if len(names) > 1:
            below[names[0].strip()] = tuple(name.strip() for name in reversed(names))
        else:
            rows.append(line.rstrip())
    first = re.search(r"\S", rows[0]) if rows else None
    if first is None:
        return Picture({}, {})
    stacks: dict[Hex, tuple[str, ...]] = {}
    marks: dict[str, Hex] = {}
    for r, row in enumerate(rows):
        for found in re.finditer(r"\S+", row):
            name = found.group()
            q, rest = divmod(found.start() - first.start() - 2 * r, 4)
            if rest:
                raise LessonDataError(f"{name} lies between two hexes in:\n{text}")
            if len(name) > 1:
                stacks[Hex(q, r)] = below.pop(name, (name,))
            elif name != ".":
                marks[name] = Hex(q, r)
    if below:
        raise LessonDataError(f"{', '.join(below)} is not in the picture:\n{text}")
    return Picture(stacks, marks)
