"""The conversations in docs/playing.md are what the program really says."""

from __future__ import annotations

from beespace import EDITIONS
from beespace.terminal.hot_seat import HotSeat
from beespace.terminal.screen import Screen
from support.repository import REPOSITORY

GUIDE = REPOSITORY / "docs" / "playing.md"
OPENING = r"wS1;bG1 wS1-;wQ \wS1;bQ bG1/;wB1 -wS1;bA1 bQ-"


def conversations() -> list[str]:
    """Return the blocks of the guide that begin with a prompt."""
    blocks = GUIDE.read_text(encoding="utf-8").split("```")[1::2]
    return [block.strip("\n") for block in blocks if "> " in block.splitlines()[1]]


def say(hot_seat: HotSeat, *lines: str) -> str:
    """Type lines, and return them with their prompts and replies."""
    return "\n".join(f"{hot_seat.prompt}{line}\n{hot_seat.answer(line)}" for line in lines)


def test_the_guide_shows_what_the_program_says() -> None:
    hot_seat = HotSeat(Screen(), EDITIONS["base"].ruleset)
    for move in OPENING.split(";"):
        hot_seat.answer(move)
    picked, declined = conversations()
    # There is a second beetle in hand, so the piece's name alone would not be clear.
    assert picked == say(hot_seat, "wB1").rstrip()
    hot_seat.answer("1")
    assert declined == say(hot_seat, "draw", "decline")


def test_the_guide_names_every_command() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    hot_seat = HotSeat(Screen(), EDITIONS["base"].ruleset)
    for line in hot_seat.answer("help").split("\n\n")[-1].splitlines():
        assert f"`{line.split()[0].strip(',')}" in text
