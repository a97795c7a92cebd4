"""The page as a person sees and touches it: real pointers and keys, and what can be read.

Where things are is read from the drawing; nothing of the page's own code is called.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, CDPSession, Locator, Request, Response, expect

from beespace import Board, Pass
from page.serving import Server

Point = tuple[float, float]
Hex = Sequence[int]

DESKTOP = (1400, 900)
TABLET = (768, 1024)
PHONE = (360, 740)

# As web/src/board/geometry.ts has them.
_COLUMN, _ROW, _LEVEL = math.sqrt(3) * 59.4, 1.5 * 59.4, 12
_ORIGIN = "element => { const m = element.getScreenCTM(); return [m.e, m.f]; }"
_MATRIX = "element => { const m = element.getScreenCTM(); return [m.a, m.e, m.f]; }"
# Beyond the edge of the screen there is no element at all.
_IS_BOARD = "([x, y]) => document.elementFromPoint(x, y)?.closest('.board') != null"
_TIMEOUT_MS = 15_000


class Screen:
    """One person's browser. Whatever goes wrong in it fails the test in the end."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        *,
        size: tuple[int, int] = DESKTOP,
        language: str = "en-GB",
        theme: str = "light",
        has_touch: bool = False,
        has_motion: bool = False,
        is_stranger: bool = False,
    ) -> None:
        """Open a browser: that of the guest who makes the games of the tests, or a stranger's."""
        options: dict[str, Any] = {
            "viewport": {"width": size[0], "height": size[1]},
            "locale": language,
            "color_scheme": theme,
            "has_touch": has_touch,
            "is_mobile": has_touch,
            "reduced_motion": "no-preference" if has_motion else "reduce",
        }
        self.server = server
        self.language = language[:2]
        self.context = browser.new_context(base_url=server.url, **options)
        self.context.set_default_timeout(_TIMEOUT_MS)
        if not is_stranger:
            self.context.add_cookies([server.cookie()])
        self.page = self.context.new_page()
        self.mouse, self.keyboard = self.page.mouse, self.page.keyboard
        self.game_id = ""
        # Parts of messages that a test brings about on purpose.
        self.expected: list[str] = []
        self._problems: list[str] = []
        self.page.on("console", lambda said: self._notice(said.type == "error", said.text))
        self.page.on("pageerror", lambda error: self._notice(True, str(error)))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)

    def _failed(self, request: Request) -> None:
        # Aborted: by going elsewhere, or because a visit turns out to be a download.
        self._notice(request.failure != "net::ERR_ABORTED", f"{request.failure}: {request.url}")

    def _answered(self, response: Response) -> None:
        self._notice(response.status >= 400, f"{response.status}: {response.url}")

    def _notice(self, is_problem: bool, text: str) -> None:
        if is_problem:
            self._problems.append(text)

    def close(self) -> None:
        """End, and complain about what went wrong unexpectedly."""
        self.context.close()
        surprises = [
            problem
            for problem in self._problems
            if not any(part in problem for part in self.expected)
        ]
        assert not surprises, surprises

    # Places

    def go(self, path: str) -> None:
        """Visit an address."""
        self.page.goto(path)
        self.page.wait_for_selector("h1", state="attached")
        self.game_id = path.removeprefix("/game/") if path.startswith("/game/") else ""
        if self.game_id:
            self.wait_for_game()

    def wait_for_game(self) -> None:
        """Until a game is on the screen."""
        self.find("[data-hand=w]").wait_for()
        self.find(".board svg").wait_for()
        if self.game_id == "":
            self.game_id = self.page.url.rpartition("/")[2]

    def find(self, selector: str, *, has_text: str | None = None) -> Locator:
        return self.page.locator(selector, has_text=has_text)

    def button(self, name: str) -> Locator:
        """A button or a link that looks like one, by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def tested(self, name: str) -> Locator:
        """A part of the page that is marked for tests."""
        return self.page.get_by_test_id(name)

    # The board

    def where(self, hex: Hex, level: int = 0) -> Point:
        """Where the middle of a hex is on the screen, or of a tile on a level there."""
        scale, x, y = self.find(".board > svg > g").evaluate(_MATRIX)
        across, down = centre(hex)
        return (x + scale * across, y + scale * (down - _LEVEL * level))

    def tile(self, piece: str) -> Locator:
        """A piece on the board."""
        return self.find(f'.board .tile[data-piece="{piece}"]')

    def slot(self, piece: str) -> Locator:
        """A piece in a hand."""
        return self.find(f'.hand button[data-piece="{piece}"]')

    def target(self, hex: Hex) -> Locator:
        """A hex that is offered to the selected piece."""
        return self.find(f'[data-target="{hex[0]},{hex[1]}"]')

    def targets(self) -> set[tuple[int, int]]:
        """All hexes that are offered."""
        keys = self.find("[data-target]").evaluate_all("all => all.map(g => g.dataset.target)")
        return {(int(q), int(r)) for q, r in (key.split(",") for key in keys)}

    def at(self, piece: str) -> Point:
        """Where a piece is, on the board or in a hand."""
        if self.tile(piece).count():
            return self.origin(self.tile(piece))
        box = self.slot(piece).bounding_box()
        assert box is not None, f"{piece} is nowhere"
        return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def origin(self, drawn: Locator) -> Point:
        """Where a part of the drawing has its middle."""
        x, y = drawn.evaluate(_ORIGIN)
        return (x, y)

    def bring_into_view(self, hex: Hex) -> None:
        """Zoom out, as a person does, until a hex is not behind a hand or beyond the edge."""
        for _ in range(12):
            if self.page.evaluate(_IS_BOARD, list(self.where(hex))):
                return
            box = self.find(".board").bounding_box()
            assert box is not None
            self.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.wheel(100)
        raise AssertionError(f"{tuple(hex)} cannot be brought into view")

    # Doing

    def click(self, point: Point) -> None:
        self.mouse.move(*point)
        self.mouse.down()
        self.mouse.up()

    def drag(self, start: Point, end: Point, steps: int = 8) -> None:
        self.hold(start, end, steps)
        self.mouse.up()

    def hold(self, start: Point, end: Point, steps: int = 8) -> None:
        """Drag without letting go."""
        self.mouse.move(*start)
        self.mouse.down()
        self.mouse.move(*end, steps=steps)

    def wheel(self, delta: float) -> None:
        """Turn the wheel and wait until the board has followed."""
        before = self.find(".board > svg > g").get_attribute("transform")
        self.mouse.wheel(0, delta)
        expect(self.find(".board > svg > g")).not_to_have_attribute("transform", before or "")

    def select(self, piece: str) -> None:
        """Click on a piece that can move."""
        if self.tile(piece).count():
            stack = self.stack_of(piece)
            self.bring_into_view(stack["hex"])
        self.click(self.at(piece))
        self.find("[data-target]").first.wait_for(state="attached")

    def play(self, piece: str, to: Hex) -> None:
        """Play a move by two clicks and wait until it is in the record."""
        before = self.plies()
        self.select(piece)
        self.bring_into_view(to)
        self.click(self.origin(self.target(to)))
        self.wait_for_ply(before + 1)

    def play_all(self, texts: Sequence[str]) -> None:
        """Play moves of a game by clicks; passes are left to the page."""
        record = self.game()
        board = Board(record["ruleset"])
        for move in record["moves"]:
            board.push_uhp(move["text"])
        for text in texts:
            move = board.parse_uhp(text)
            if isinstance(move, Pass):
                self.wait_for_ply(board.ply + 1)
            else:
                self.play(str(move.piece), (move.to.q, move.to.r))
            board.push(move)

    # Reading

    def game(self) -> dict[str, Any]:
        """The game as the server has it."""
        return self.server.game(self.game_id)

    def stack_of(self, piece: str) -> dict[str, Any]:
        """The stack a piece is in."""
        for stack in self.game()["turn"]["stacks"]:
            if piece in stack["pieces"]:
                found: dict[str, Any] = stack
                return found
        raise AssertionError(f"{piece} is not on the board")

    def plies(self) -> int:
        """How many moves the list shows."""
        return self.find("[data-ply]").count()

    def wait_for_ply(self, count: int) -> None:
        """Until so many moves are in the list, or more: an engine may have answered already."""
        self.find(f'[data-ply="{count}"]').wait_for(state="attached")

    def why(self) -> str:
        """The explanation on the board."""
        return self.tested("why").inner_text()

    def causes(self) -> list[Point]:
        """Where pieces are marked as the cause of something."""
        return [self.middle(mark) for mark in self.tested("cause").all()]

    def middle(self, drawn: Locator) -> Point:
        """The middle of what is drawn, wherever its own origin lies."""
        box = drawn.bounding_box()
        assert box is not None
        return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    # Touch and pen, which playwright itself has only as taps

    def devtools(self) -> CDPSession:
        return self.context.new_cdp_session(self.page)


def centre(hex: Hex) -> Point:
    """The middle of a hex in the board's own units."""
    return (_COLUMN * (hex[0] + hex[1] / 2), _ROW * hex[1])


def near(a: Point, b: Point, distance: float = 6) -> bool:
    """Whether two points are the same to the eye."""
    return math.dist(a, b) <= distance


def said(region: Locator, words: str) -> None:
    """A live region says it."""
    expect(region).to_contain_text(words)
