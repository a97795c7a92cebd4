"""The pages about the engine and matches name everything there is."""

from __future__ import annotations

import re

import click
import pytest

from beespace.cli import main
from beespace.uhp.engine import Engine
from beespace.uhp.options import OPTIONS, Option
from conftest import REPOSITORY


def _page(name: str) -> str:
    return (REPOSITORY / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [*Engine()._commands])
def test_page_names_every_command(command: str) -> None:
    assert re.search(rf"`{command}[ `]", _page("uhp.md"))


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_page_names_every_option_and_what_is_allowed(option: Option) -> None:
    row = re.search(rf"\| `{option.name}` \|(.*)", _page("uhp.md"))
    assert row is not None
    for allowed in (*map(str, option.bounds or ()), *option.words):
        assert allowed in row[1]


@pytest.mark.parametrize(("command", "page"), [("match", "matches.md"), ("conform", "uhp.md")])
def test_page_names_the_options_of_the_command(command: str, page: str) -> None:
    found = main.get_command(click.Context(main), command)
    assert found is not None
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            flag = parameter.opts[0]
            # Those of one side are explained by an example.
            assert flag.removesuffix("-a").removesuffix("-b") in _page(page)
