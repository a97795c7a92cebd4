"""Finds links and anchors in Markdown pages, and links that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?\)")
_HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)
_OUTSIDE = re.compile(r"^[a-z]+:")


def pages() -> list[Path]:
    """Return README.md, SECURITY.md and all pages of the docs."""
    return [ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]


def links(text: str) -> Iterator[str]:
    """Yield the targets of links and pictures outside of code."""
    without_code = re.sub(r"`[^`\n]*`", "``", _FENCE.sub("", text))
    return (match[1] for match in _LINK.finditer(without_code))


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of a page's headings, formed as GitHub and Sphinx form them."""
    found: dict[str, int] = {}
    names = set()
    for match in _HEADING.finditer(_FENCE.sub("", page.read_text(encoding="utf-8"))):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", match[1])
        name = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        count = found[name] = found.get(name, -1) + 1
        names.add(f"{name}-{count}" if count else name)
    return frozenset(names)


def broken_links(page: Path) -> list[str]:
    """Return the links of a page to files or anchors that don't exist."""
    broken = []
    for link in links(page.read_text(encoding="utf-8")):
        if _OUTSIDE.match(link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        is_there = target.exists() and target.is_relative_to(ROOT)
        if not is_there or (anchor and anchor not in anchors(target)):
            broken.append(link)
    return broken
