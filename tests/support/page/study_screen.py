"""The analysis board as a person sees it: the tree, the engine's lines, the review."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from support.page.screen import PHONE, Hex, Screen
from support.repository import REPOSITORY

CATALOGUES = REPOSITORY / "web" / "src" / "lib" / "i18n"
BOTH = pytest.mark.parametrize(
    "way", [{}, {"size": PHONE, "language": "it-IT"}], ids=["desktop-en", "phone-it"]
)


@cache
def _catalogue(language: str) -> dict[str, str]:
    text = (CATALOGUES / f"{language}.ts").read_text(encoding="utf-8")
    return dict(re.findall(r'^  "([^"]+)":\s+"([^"]+)",$', text, re.MULTILINE))


def words(screen: Screen, key: str) -> str:
    """Return the page's text for a catalogue key, in the language of this screen."""
    return _catalogue(screen.language)[key]


def tree(screen: Screen) -> list[str]:
    """Return the moves in the tree, in reading order."""
    moves = screen.find("[data-testid=tree] [data-text]")
    texts: list[str] = moves.evaluate_all("all => all.map(one => one.dataset.text)")
    return texts


def move(screen: Screen, text: str) -> Locator:
    """Return a move in the tree."""
    return screen.find(f"[data-testid=tree] [data-text={_quoted(text)}]")


def here(screen: Screen, text: str) -> None:
    """Expect the board to show the position after a move in the tree, or the starting position."""
    current = screen.find("[data-testid=tree] [aria-current]")
    if text == "":
        expect(current).to_have_count(0)
    else:
        expect(current).to_have_attribute("data-text", text)
    expect(screen.find("[data-shown]")).to_have_attribute("data-shown", text)


def play(screen: Screen, piece: str, to: Hex, text: str) -> None:
    """Play a move with two clicks and wait until the tree shows it with this text."""
    targets = screen.find("[data-target]")
    screen.until_offered(lambda: screen.click(screen.at(piece)), targets.first)
    screen.bring_into_view(to)
    screen.click(screen.origin(screen.target(to)))
    here(screen, text)


def type_move(page: Page, text: str) -> None:
    """Play a move on the analysis board by typing it."""
    page.keyboard.press("/")
    page.locator("#type-move").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator("[data-shown]")).to_have_attribute("data-shown", text)


def open_text(screen: Screen, text: str) -> None:
    """Paste text into the dialog and open it."""
    screen.keyboard.press("o")
    screen.find("#open-text").fill(text)
    button = words(screen, "open.do")
    screen.find("dialog").get_by_role("button", name=button, exact=True).click()
    screen.find("dialog").wait_for(state="detached")


def drop_file(screen: Screen, file: Path) -> None:
    """Drop a file on the board, as if dragged from another window."""
    devtools = screen.devtools()
    x, y = screen.middle(screen.find(".board"))
    data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        devtools.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})


def is_ready(screen: Screen) -> None:
    """Wait until the board can be played on."""
    screen.find(".hand button[aria-disabled=false]").first.wait_for()


def put(screen: Screen, piece: str, hex: Hex) -> None:
    """Put a piece on a hex in the editor with two clicks."""
    screen.click(screen.at(piece))
    screen.bring_into_view(hex)
    screen.click(screen.where(hex))
    screen.tile(piece).wait_for()


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\")
    return f'"{escaped}"'
