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


@dataclass
class Box:
    """A box with lines of text. The first line is bold."""

    lines: list[str]
    group: int = 0
    x: float = 0
    y: float = 0

    @property
    def width(self) -> float:
        """The width that the text needs."""
        return max(len(line) for line in self.lines) * _LETTER + 2 * _PAD

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
    width, height = _place(chart)
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
        parts.append(_group(name, [box for box in chart.boxes.values() if box.group == number]))
    parts += [
        _arrow(chart.boxes[tail], chart.boxes[head], label) for tail, head, label in chart.arrows
    ]
    parts += [_box(box) for box in chart.boxes.values()]
    return "".join([*parts, "</svg>"])


def _place(chart: Chart) -> tuple[float, float]:
    """Place all boxes, and return the size of the drawing."""
    columns: dict[int, list[Box]] = {}
    for box in chart.boxes.values():
        columns.setdefault(box.group if chart.is_in_columns else 0, []).append(box)
    left, lowest = float(_MARGIN), 0.0
    for boxes in columns.values():
        widest = max(box.width for box in boxes)
        y, group = float(_MARGIN), -1
        for box in boxes:
            if box.group != group and chart.groups:
                y += _LINE + _PAD
                group = box.group
            box.x, box.y = left + _PAD + (widest - box.width) / 2, y
            y += box.height + _GAP
        lowest = max(lowest, y)
        left += widest + 2 * _PAD + _GAP
    return left - _GAP + _MARGIN + (0 if chart.is_in_columns else 90), lowest


def _group(name: str, boxes: list[Box]) -> str:
    left = min(box.x for box in boxes) - _PAD
    top = min(box.y for box in boxes) - _LINE - _PAD / 2
    right = max(box.x + box.width for box in boxes) + _PAD
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


def _arrow(tail: Box, head: Box, label: str) -> str:
    if abs(tail.x + tail.width / 2 - head.x - head.width / 2) < 1:
        x, y1, y2 = tail.x + tail.width / 2, tail.y + tail.height, head.y
        if y2 < y1:
            y1, y2 = tail.y, head.y + head.height
        path = f"M{x:.1f} {y1:.1f}V{y2:.1f}"
        at = (x + 8, (y1 + y2) / 2 + 4)
    else:
        is_right = head.x > tail.x
        x1 = tail.x + (tail.width if is_right else 0)
        x2 = head.x + (0 if is_right else head.width)
        y1, y2 = tail.y + tail.height / 2, head.y + head.height / 2
        middle = (x1 + x2) / 2
        path = f"M{x1:.1f} {y1:.1f}C{middle:.1f} {y1:.1f} {middle:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
        at = (x1 + 6 if is_right else x1 - 6 - len(label) * _LETTER, y1 + 16)
    words = f'<text class="label" x="{at[0]:.1f}" y="{at[1]:.1f}">{html.escape(label)}</text>'
    return f'<path class="arrow" d="{path}" marker-end="url(#head)"/>{words if label else ""}'
