"""Tools that a test needs and this machine may not have: a browser, a compiler, a package."""

from __future__ import annotations

import importlib
import os
from typing import Any, NoReturn

import pytest


def missing(reason: str) -> NoReturn:
    """Skip a test or a module that needs a tool; in continuous integration (CI is set), fail it."""
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason, allow_module_level=True)


def require_module(name: str, reason: str) -> Any:
    """Import a package that isn't among the dependencies of a test run, or skip or fail."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing(reason)
