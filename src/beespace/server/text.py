"""Cleans up short texts that people write for others."""

from __future__ import annotations


def one_line(text: str) -> str:
    """Return a text on one line, with single spaces and without unprintable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
