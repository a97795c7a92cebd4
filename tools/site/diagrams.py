"""Draws the diagrams in the docs as SVG, so that the site needs no scripts from other sites.

The diagrams are written in Mermaid, which GitHub shows as pictures. This understands the little of
it that our pages use: a flowchart of boxes in groups, from top to bottom, or with a column for each
group (LR).
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

BLOCK = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)

_BOX = re.compile(r'(?<!\w)(\w+)\["([^"]*)"\]')
_ARROW = re.compile(r'^(\w+)(?:\["[^"]*"\])? -(?:- "([^"]*)" -)?-> (\w+)(?:\["[^"]*"\])?$')
_GROUP = re.compile(r'^subgraph (\w+)\["([^"]*)"\]$')

_LETTER, _LINE, _PAD, _GAP, _MARGIN = 7.4, 19, 10, 34, 16
# Names of groups and labels of arrows are smaller than the text in boxes.
_SMALL_LETTER = 6.4


@dataclass
class Box:
    """A box with lines of text. The first line is bold."""

    lines: list[str]
    group: int = 0
    x: float = 0
    y: float = 0
    width: float = 0

    def __post_init__(self) -> None:
        """Start with the width that the text needs."""
        self.width = max(len(line) for line in self.lines) * _LETTER + 2 * _PAD

    @property
    def height(self) -> float:
        """The height that the text needs."""
        return len(self.lines) * _LINE + _PAD


@dataclass
class Chart:
    """A parsed flowchart."""

    is_in_columns: bool = False
    boxes: dict[str, Box] = field(default_factory=dict)
    groups: list[str] = field(default_factory=list)
    arrows: list[tuple[str, str, str]] = field(default_factory=list)
    # Where the arrows run in a chart from top to bottom.
    line: float | None = None


def parse(text: str) -> Chart:
    """Parse a flowchart. Raises a ValueError for anything that isn't understood."""
    first, *lines = [line.strip() for line in text.strip().splitlines()]
    if first not in ("flowchart TD", "flowchart LR"):
        raise ValueError(f"unknown diagram: {first}")
    chart = Chart(is_in_columns=first.endswith("LR"))
    for line in lines:
        boxes = _BOX.findall(line)
        if found := _GROUP.match(line):
            chart.groups.append(found[2])
        elif line == "end" or line.startswith("direction "):
            pass
        elif arrow := _ARROW.match(line):
            chart.arrows.append((arrow[1], arrow[3], arrow[2] or ""))
        elif not boxes:
            raise ValueError(f"unknown line in a diagram: {line}")
        if not _GROUP.match(line):
            for name, label in boxes:
                words = label.replace("<br/>", "\n").splitlines()
                chart.boxes[name] = Box(words, max(len(chart.groups) - 1, 0))
    return chart


def draw(text: str, title: str = "Diagram") -> str:
    """Return a diagram as SVG."""
    chart = parse(text)
    width, height = _place_columns(chart) if chart.is_in_columns else _place_rows(chart)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="diagram" role="img" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}">'
        ),
        f"<title>{html.escape(title)}</title>",
        (
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
            'markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" class="head"/></marker></defs>'
        ),
    ]
    for number, name in enumerate(chart.groups):
        parts.append(_group(chart, number, name))
    parts += [
        _arrow(chart, chart.boxes[tail], chart.boxes[head], label)
        for tail, head, label in chart.arrows
    ]
    parts += [_box(box) for box in chart.boxes.values()]
    return "".join([*parts, "</svg>"])


def _place_columns(chart: Chart) -> tuple[float, float]:
    """Place each group in a column of its own, and return the size of the drawing."""
    left, right, lowest = float(_MARGIN), 0.0, 0.0
    for number, _ in enumerate(chart.groups):
        boxes = [box for box in chart.boxes.values() if box.group == number]
        widest = max(box.width for box in boxes)
        y = float(_MARGIN + _LINE + _PAD)
        for box in boxes:
            box.x, box.y = left + _PAD + (widest - box.width) / 2, y
            y += box.height + _GAP
        lowest = max(lowest, y)
        # The labels of arrows to other columns have to fit in between.
        leaving = [
            len(label) * _SMALL_LETTER + 2 * _PAD
            for tail, head, label in chart.arrows
            if chart.boxes[tail].group == number != chart.boxes[head].group
        ]
        left += widest + 2 * _PAD
        right, left = left, left + max(_GAP, *leaving, 0)
    return right + _MARGIN, lowest


def _place_rows(chart: Chart) -> tuple[float, float]:
    """Place all boxes below each other, equally wide, and return the size of the drawing.

    One line of arrows runs down at the side of the groups' names, so that it crosses none of them.
    """
    widest = max(box.width for box in chart.boxes.values())
    longest = max((len(name) * _SMALL_LETTER for name in chart.groups), default=0)
    left = float(_MARGIN + _PAD)
    chart.line = min(left + max(widest / 2, longest + _PAD), left + widest - _PAD)
    y, group = float(_MARGIN), -1
    for box in chart.boxes.values():
        if box.group != group and chart.groups:
            y += _LINE + _PAD
            group = box.group
        box.x, box.y, box.width = left, y, widest
        y += box.height + _GAP
    ends = [chart.line + 8 + len(label) * _SMALL_LETTER for *_, label in chart.arrows]
    return max(left + widest + _PAD, *ends) + _MARGIN, y - _GAP + _PAD + _MARGIN


def _sides(chart: Chart, group: int) -> tuple[float, float]:
    """Return where the frame of a group begins and ends."""
    boxes = [box for box in chart.boxes.values() if box.group == group]
    return min(box.x for box in boxes) - _PAD, max(box.x + box.width for box in boxes) + _PAD


def _group(chart: Chart, number: int, name: str) -> str:
    boxes = [box for box in chart.boxes.values() if box.group == number]
    left, right = _sides(chart, number)
    top = _top(min(boxes, key=lambda box: box.y))
    bottom = max(box.y + box.height for box in boxes) + _PAD
    return (
        f'<rect class="group" x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
        f'height="{bottom - top:.1f}" rx="8"/>'
        f'<text class="name" x="{left + 8:.1f}" y="{top + 15:.1f}">{html.escape(name)}</text>'
    )


def _box(box: Box) -> str:
    text = "".join(
        f'<text class="{"first" if number == 0 else "more"}" x="{box.x + box.width / 2:.1f}" '
        f'y="{box.y + _LINE * (number + 1) - 1:.1f}">{html.escape(line)}</text>'
        for number, line in enumerate(box.lines)
    )
    return (
        f'<rect class="box" x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" rx="6"/>{text}'
    )


def _arrow(chart: Chart, tail: Box, head: Box, label: str) -> str:
    if chart.line is not None or abs(tail.x + tail.width / 2 - head.x - head.width / 2) < 1:
        x = chart.line or tail.x + tail.width / 2
        y1, y2 = tail.y + tail.height, head.y
        if y2 < y1:
            y1, y2 = tail.y, head.y + head.height
        path = f"M{x:.1f} {y1:.1f}V{y2:.1f}"
        # Between groups, the label is between their frames.
        middle = (y1 + y2) / 2 if tail.group == head.group else (y1 + _PAD + _top(head)) / 2
        at = (x + 8, middle + 4)
    else:
        # Straight inside the groups, so that it crosses no other box, and curved between them.
        near, far = _sides(chart, tail.group)[1], _sides(chart, head.group)[0]
        x1, x2 = tail.x + tail.width, head.x
        y1, y2 = tail.y + tail.height / 2, head.y + head.height / 2
        middle = (near + far) / 2
        curve = f"C{middle:.1f} {y1:.1f} {middle:.1f} {y2:.1f} {far:.1f} {y2:.1f}"
        path = f"M{x1:.1f} {y1:.1f}H{near:.1f}{curve}H{x2:.1f}"
        at = (near + 6, y1 + 16)
    words = f'<text class="label" x="{at[0]:.1f}" y="{at[1]:.1f}">{html.escape(label)}</text>'
    return f'<path class="arrow" d="{path}" marker-end="url(#head)"/>{words if label else ""}'


def _top(box: Box) -> float:
    """Return where the frame of a group begins, given its first box."""
    return box.y - _LINE - _PAD / 2
