"""The colours and characters chosen for each terminal."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from beespace.formats.colors import (
    MANY_COLORS,
    NO_COLORS,
    SIXTEEN_COLORS,
    Palette,
    can_draw_unicode,
    palette_for,
)
from beespace.rules import PIECES


@dataclass
class Stream:
    encoding: str | None = "utf-8"
    terminal: bool = True

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("environment", "palette"),
    [
        ({"TERM": "xterm-256color"}, MANY_COLORS),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, MANY_COLORS),
        ({"TERM": "xterm"}, SIXTEEN_COLORS),
        ({"TERM": "xterm", "NO_COLOR": ""}, SIXTEEN_COLORS),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, NO_COLORS),
        ({"TERM": "dumb"}, NO_COLORS),
        ({}, NO_COLORS),
    ],
)
def test_the_environment_selects_the_colors(environment: dict[str, str], palette: Palette) -> None:
    assert palette_for(Stream(), environment) is palette


def test_only_a_terminal_gets_colors() -> None:
    assert palette_for(Stream(terminal=False), {"TERM": "xterm-256color"}) is NO_COLORS


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", None, "no such encoding"])
def test_characters_that_the_encoding_lacks_are_not_drawn(encoding: str | None) -> None:
    assert not can_draw_unicode(Stream(encoding), {"TERM": "xterm"})
    assert can_draw_unicode(Stream("utf-8"), {"TERM": "xterm"})


def test_the_linux_console_gets_ascii() -> None:
    assert not can_draw_unicode(Stream(), {"TERM": "linux"})


def test_every_piece_has_its_own_color_and_the_two_sides_differ() -> None:
    for palette in (SIXTEEN_COLORS, MANY_COLORS):
        codes = {(piece.color, piece.bug): palette.piece_code(piece) for piece in PIECES}
        white, black = ({c for (k, _), c in codes.items() if k.value == v} for v in "wb")
        assert not white & black
    assert len(set(codes.values())) == 16
