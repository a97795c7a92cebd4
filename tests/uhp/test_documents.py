"""The pages about UHP and matches mention every command and option."""

from __future__ import annotations

import re

import click
import pytest

from beespace.cli import main
from beespace.uhp.engine import Engine
from beespace.uhp.options import OPTIONS, Option
from support.repository import REPOSITORY


def _page(name: str) -> str:
    return (REPOSITORY / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [*Engine()._commands])
def test_page_mentions_every_command(command: str) -> None:
    assert re.search(rf"`{command}[ `]", _page("uhp.md"))


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_page_mentions_every_option_and_its_values(option: Option) -> None:
    row = re.search(rf"\| `{option.name}` \|(.*)", _page("uhp.md"))
    assert row is not None
    for allowed in (*map(str, option.bounds or ()), *option.words):
        assert allowed in row[1]


@pytest.mark.parametrize(("command", "page"), [("match", "matches.md"), ("conform", "uhp.md")])
def test_page_mentions_the_options_of_the_command(command: str, page: str) -> None:
    found = main.get_command(click.Context(main), command)
    assert found is not None
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            flag = parameter.opts[0]
            # The page need not list every option of one side, such as --time-a, separately.
            assert flag.removesuffix("-a").removesuffix("-b") in _page(page)
