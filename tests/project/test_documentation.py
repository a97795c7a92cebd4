"""Runs the examples in README.md and in the docstrings of the rules."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import beespace.rules
from support.repository import REPOSITORY

MODULES = [
    module.name for module in pkgutil.walk_packages(beespace.rules.__path__, "beespace.rules.")
]


def test_readme_has_python_examples_and_they_work() -> None:
    result = doctest.testfile(str(REPOSITORY / "README.md"), module_relative=False)
    assert result.attempted > 0, "README.md has no Python examples"
    assert result.failed == 0


@pytest.mark.parametrize("name", ["beespace", "beespace.rules", *MODULES])
def test_examples_in_a_module_work(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
