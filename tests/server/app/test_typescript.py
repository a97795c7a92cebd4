"""The page's TypeScript types, generated from the server's messages."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys

from beespace.server.app.typescript import MODULES, typescript
from beespace.server.boards.messages import Message

WRITTEN = typescript()


def fields_of(interface: str) -> dict[str, str]:
    body = re.search(rf"export interface {interface}(?: extends \w+)? \{{\n(.*?)\}}", WRITTEN, re.S)
    assert body is not None
    return dict(re.findall(r"  (\w+\??): (.*);", body[1]))


def test_every_message_is_declared_once() -> None:
    models = [
        name
        for module in MODULES
        for name, value in vars(module).items()
        if inspect.isclass(value)
        and issubclass(value, Message)
        and value.__module__ == module.__name__
    ]
    models.remove("Message")
    assert re.findall(r"^export interface (\w+)", WRITTEN, re.M) == models


def test_fields_have_the_right_types() -> None:
    assert "export type Hex = [number, number];" in WRITTEN
    assert 'export type ColorLetter = "w" | "b";' in WRITTEN
    assert fields_of("Way") == {
        "to": "Hex",
        "path": "Hex[]",
        "thrower": "string | null",
        "ends_by_repetition": "boolean",
    }
    assert fields_of("Turn")["hands"] == "Record<ColorLetter, string[]>"
    assert fields_of("WhyNot")["parts"] == "string[][]"


def test_an_interface_extends_the_model_it_inherits_from() -> None:
    assert "export interface Game extends GameSummary {" in WRITTEN
    assert "id" not in fields_of("Game")


def test_only_fields_the_page_sends_are_optional() -> None:
    assert fields_of("SayWhy")["to?"] == "Hex | null"
    assert fields_of("NewGame")["color?"] == '"w" | "b" | "random"'
    assert fields_of("TellGame")["type"] == '"game"'
    assert fields_of("PlayerInfo")["level"] == "number | null"


def test_unions_are_distinguished_by_their_type() -> None:
    for union in ("PageMessage", "ServerMessage"):
        members = re.search(rf"export type {union} = (.*);", WRITTEN)
        assert members is not None
        kinds = [fields_of(member)["type"] for member in members[1].split(" | ")]
        assert len(set(kinds)) == len(kinds) > 1


def test_the_command_prints_the_types() -> None:
    command = [sys.executable, "-m", "beespace.server.app.typescript"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == WRITTEN
