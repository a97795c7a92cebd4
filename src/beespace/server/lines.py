"""Text that people write and others read, on one line."""

from __future__ import annotations


def one_line(text: str) -> str:
    """A text without what cannot be seen, so that one line cannot look like several."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
