"""The examples that people read are run: those of README.md, and those of the rules."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import beespace.rules
from conftest import REPOSITORY

MODULES = [
    module.name for module in pkgutil.walk_packages(beespace.rules.__path__, "beespace.rules.")
]


def test_readme_has_python_examples_and_they_hold() -> None:
    result = doctest.testfile(str(REPOSITORY / "README.md"), module_relative=False)
    assert result.attempted > 0, "README.md shows no Python session"
    assert result.failed == 0


@pytest.mark.parametrize("name", ["beespace", "beespace.rules", *MODULES])
def test_examples_of_a_module_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
