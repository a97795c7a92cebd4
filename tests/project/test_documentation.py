"""README.md has examples in Python. Pytest runs them, like those in docs and docstrings."""

from __future__ import annotations

import doctest

from support.repository import REPOSITORY


def test_readme_has_python_examples() -> None:
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert doctest.DocTestParser().get_examples(text)
