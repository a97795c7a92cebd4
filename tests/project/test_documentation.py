"""README.md and the changelog agree with the program.

Pytest runs the examples in README.md, like those in docs and docstrings.
"""

from __future__ import annotations

import doctest
import re

import beespace
from support.repository import REPOSITORY

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def test_readme_has_python_examples() -> None:
    assert doctest.DocTestParser().get_examples(README)


def test_every_figure_can_be_repeated_in_a_clean_clone() -> None:
    """No command in the table of figures needs a file that isn't in the repository."""
    table = README.partition("\n## Measured\n")[2].partition("\n## ")[0]
    rows = [row for row in table.splitlines() if row.startswith("|")][2:]
    assert len(rows) >= 5
    for row in rows:
        (command,) = re.findall(r"`(\.venv/bin/[^`]*)`", row)
        program, *arguments = command.split()
        if program.endswith("/python"):
            assert (REPOSITORY / arguments.pop(0)).is_file(), command
        assert not [one for one in arguments if one.isupper()], command


def test_the_changelog_has_a_section_for_this_version() -> None:
    text = (REPOSITORY / "docs/changelog.md").read_text(encoding="utf-8")
    release, is_development, _ = beespace.__version__.partition(".dev")
    newest = re.search(r"^## (.*)\n\n(.*)", text, re.MULTILINE)
    assert newest
    if is_development:
        assert newest[1] == "Unreleased"
        assert f"will be {release}." in newest[2]
        assert f"`{beespace.__version__}`" in newest[2]
    else:
        assert newest[1].split()[0] == release
