"""A missing tool skips a test on a developer's machine, and fails it in continuous integration."""

from __future__ import annotations

import pytest

from support.missing import missing, require_module


def test_a_missing_tool_skips_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no browser"):
        missing("no browser")


def test_a_missing_tool_is_a_failure_in_continuous_integration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="no browser"):
        missing("no browser")
    with pytest.raises(pytest.fail.Exception, match="not installed"):
        require_module("no_such_package", "it is not installed")
