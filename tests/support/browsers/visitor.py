"""Someone who visits the page in any browser: the few things that all tests of browsers need.

The browsers differ in how they are driven, so a visitor does little: it runs a script, and moves a
real pointer. Everything else is built on these. Whatever it does, it waits for a state of the page,
however long that takes, and like a person it tries again if nothing happened.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from support.page.screen import centre, drawn_at

Point = tuple[float, float]

TIMEOUT_S = 120
# When to do again what seems to have had no effect.
RETRY_S = 20
_PAUSE_S = 0.1

# The elements that people can press, by what they are called.
_NAMED = """(name => [...document.querySelectorAll("button, a, label, summary")].find(element =>
    element.checkVisibility() && !element.disabled &&
    [element.ariaLabel, element.innerText?.trim()].includes(name)))"""
_MIDDLE = """(element => {
    element.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
})"""


class NoBrowserError(Exception):
    """The browser is not installed or does not start."""


class Visitor(ABC):
    """A tab of a browser, with storage of its own."""

    # What browsers do in their own ways

    @abstractmethod
    def goto(self, url: str) -> None:
        """Go to an address."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page again."""

    @abstractmethod
    def evaluate(self, script: str) -> Any:
        """Return the value of an expression, or what its promise resolves to."""

    @abstractmethod
    def before_each_page(self, script: str) -> None:
        """Run a script in every page before its own scripts."""

    @abstractmethod
    def click_at(self, point: Point) -> None:
        """Click with a real pointer."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type with a real keyboard."""

    @abstractmethod
    def second_tab(self) -> Visitor:
        """Return another tab with the same storage."""

    @abstractmethod
    def requests(self) -> list[str]:
        """Return the addresses of all requests of the page so far."""

    @abstractmethod
    def errors(self) -> list[str]:
        """Return the errors that the page didn't handle."""

    @abstractmethod
    def close(self) -> None:
        """Close the tab."""

    # What follows from these

    def until(self, condition: str) -> None:
        """Wait until a condition holds on the page."""
        assert self._holds_within(condition, TIMEOUT_S), f"never true: {condition}\n{self._text()}"

    def do_until(self, act: Callable[[], None], condition: str) -> None:
        """Do something and wait for its effect; like a person, do it again if there is none."""
        end = time.monotonic() + TIMEOUT_S
        while time.monotonic() < end:
            act()
            if self._holds_within(condition, RETRY_S):
                return
        raise AssertionError(f"never true: {condition}\n{self._text()}")

    def see(self, selector: str, count: int | None = None) -> None:
        """Wait for an element, or for so many of them."""
        found = f"document.querySelectorAll({json.dumps(selector)}).length"
        self.until(f"{found} > 0" if count is None else f"{found} === {count}")

    def read(self, selector: str, text: str) -> None:
        """Wait until an element contains a text."""
        self.until(f"{_element(selector)}?.innerText.includes({json.dumps(text)})")

    def click(self, selector: str, condition: str) -> None:
        """Click on an element until a condition holds."""
        self._click(_element(selector), condition)

    def press(self, name: str, condition: str) -> None:
        """Press the button or link with this name until a condition holds."""
        self._click(f"{_NAMED}({json.dumps(name)})", condition)

    def choose(self, selector: str, value: str) -> None:
        """Choose an option of a list. Headless browsers draw no list to click on."""
        script = f"""(list => {{
            list.value = {json.dumps(value)};
            list.dispatchEvent(new Event("change", {{ bubbles: true }}));
            return true;
        }})({_element(selector)})"""
        self.see(selector)
        assert self.evaluate(script)

    def _click(self, element: str, condition: str) -> None:
        self.until(f"{element} != null || ({condition})")

        def act() -> None:
            place = self.evaluate(f"(found => found && {_MIDDLE}(found))({element} ?? null)")
            if place is not None:
                self.click_at((place[0], place[1]))

        self.do_until(act, condition)

    # The board

    def hex_at(self, hex: Sequence[int], level: int = 0) -> Point:
        """Return the screen position of a hex, or of a piece at a level there."""
        matrix = """(drawing => {
            const m = drawing.getScreenCTM();
            return [m.a, m.e, m.f];
        })(document.querySelector(".board > svg > g"))"""
        return drawn_at(self.evaluate(matrix), centre(hex), level)

    def play(self, piece: str, to: Sequence[int], condition: str) -> None:
        """Play a move with two clicks until a condition holds."""
        target = f'[data-target="{to[0]},{to[1]}"]'

        def act() -> None:
            self.see(".board svg")
            if self.evaluate(condition):
                return
            if not self.evaluate(f"{_element(target)} !== null"):
                self._choose_piece(piece)
            if self._holds_within(f"{_element(target)} !== null", RETRY_S):
                place = self.evaluate(f"{_drawn_middle(target)}")
                self.click_at((place[0], place[1]))

        self.do_until(act, condition)

    def _choose_piece(self, piece: str) -> None:
        name = json.dumps(piece)
        place = self.evaluate(f"""(name => {{
            const tile = document.querySelector(`.board .tile[data-piece="${{name}}"]`);
            if (tile) {{ const m = tile.getScreenCTM(); return [m.e, m.f]; }}
            const slot = document.querySelector(`.hand button[data-piece="${{name}}"]`);
            return slot && {_MIDDLE}(slot);
        }})({name})""")
        if place is not None:
            self.click_at((place[0], place[1]))

    def _holds_within(self, condition: str, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({condition})"):
            if time.monotonic() > end:
                return False
            time.sleep(_PAUSE_S)
        return True

    def _text(self) -> str:
        return str(self.evaluate("location.href + '\\n' + document.body?.innerText"))


def _element(selector: str) -> str:
    return f"document.querySelector({json.dumps(selector)})"


def _drawn_middle(selector: str) -> str:
    return f"(m => [m.e, m.f])({_element(selector)}.getScreenCTM())"
