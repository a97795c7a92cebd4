"""The page as a person sees and uses it: real pointers and keys, and the text on the screen.

Positions are read from the drawing; tests call none of the page's own code.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Browser, CDPSession, Locator, Request, Response, expect
from playwright.sync_api import TimeoutError as PageTimeoutError

from beespace import Board, Pass
from support.page.games import message_of, stored_game
from support.page.serving import Server

Point = tuple[float, float]
Hex = Sequence[int]

DESKTOP = (1400, 900)
TABLET = (768, 1024)
PHONE = (360, 740)

# Must match web/src/board/geometry.ts.
_COLUMN, _ROW, _LEVEL = math.sqrt(3) * 59.4, 1.5 * 59.4, 12
_ORIGIN = "element => { const m = element.getScreenCTM(); return [m.e, m.f]; }"
_MATRIX = "element => { const m = element.getScreenCTM(); return [m.a, m.e, m.f]; }"
# `elementFromPoint` returns null beyond the edge of the screen.
_IS_BOARD = "([x, y]) => document.elementFromPoint(x, y)?.closest('.board') != null"
# Resolves in the second frame from now: by then the board has adapted to a change of its size.
_SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
# Generous: no test may fail because the machine is busy.
_TIMEOUT_MS = 60_000
expect.set_options(timeout=_TIMEOUT_MS)
RETRY_MS = 15_000


class Screen:
    """One person's browser. Any unexpected error in it fails the test when it is closed."""

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
        """Open a browser, signed in as the test server's guest unless `is_stranger`."""
        options: dict[str, Any] = {
            "viewport": {"width": size[0], "height": size[1]},
            "locale": language,
            "color_scheme": theme,
            "has_touch": has_touch,
            "is_mobile": has_touch,
            "reduced_motion": "no-preference" if has_motion else "reduce",
            # It would load the whole page once more for every test.
            "service_workers": "block",
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
        # Parts of error messages that a test provokes on purpose.
        self.expected: list[str] = []
        self._problems: list[str] = []
        self.page.on("console", lambda said: self._notice(said.type == "error", said.text))
        self.page.on("pageerror", lambda error: self._notice(True, str(error)))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)

    def _failed(self, request: Request) -> None:
        # Chromium aborts requests when the page is left or the response is a download.
        self._notice(request.failure != "net::ERR_ABORTED", f"{request.failure}: {request.url}")

    def _answered(self, response: Response) -> None:
        self._notice(response.status >= 400, f"{response.status}: {response.url}")

    def _notice(self, is_problem: bool, text: str) -> None:
        if is_problem:
            self._problems.append(text)

    def close(self) -> None:
        """Close the browser, and fail if there were unexpected errors."""
        self.context.close()
        surprises = [
            problem
            for problem in self._problems
            if not any(part in problem for part in self.expected)
        ]
        assert not surprises, surprises

    # Navigation

    def go(self, path: str) -> None:
        """Go to a path, and wait for the game if it is one."""
        self.page.goto(path)
        self.page.wait_for_selector("h1", state="attached")
        self.game_id = path.removeprefix("/game/") if path.startswith("/game/") else ""
        if self.game_id:
            self.wait_for_game()

    def wait_for_game(self) -> None:
        """Wait until a game is on the screen."""
        self.find("[data-hand=w]").wait_for()
        self.find(".board svg").wait_for()
        if self.game_id == "":
            self.game_id = self.page.url.rpartition("/")[2]

    def find(self, selector: str, *, has_text: str | None = None) -> Locator:
        return self.page.locator(selector, has_text=has_text)

    def button(self, name: str) -> Locator:
        """Return the button with this name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def tested(self, name: str) -> Locator:
        """Return the element with this test ID."""
        return self.page.get_by_test_id(name)

    # The board

    def where(self, hex: Hex, level: int = 0) -> Point:
        """Return the screen position of the centre of a hex, or of a tile at a level there."""
        return drawn_at(self.find(".board > svg > g").evaluate(_MATRIX), centre(hex), level)

    def tile(self, piece: str) -> Locator:
        """Return a piece on the board."""
        return self.find(f'.board .tile[data-piece="{piece}"]')

    def slot(self, piece: str) -> Locator:
        """Return a piece in a hand."""
        return self.find(f'.hand button[data-piece="{piece}"]')

    def target(self, hex: Hex) -> Locator:
        """Return the mark on a hex that the selected piece can move to."""
        return self.find(f'[data-target="{hex[0]},{hex[1]}"]')

    def targets(self) -> set[tuple[int, int]]:
        """Return all hexes that the selected piece can move to."""
        keys = self.find("[data-target]").evaluate_all("all => all.map(g => g.dataset.target)")
        return {(int(q), int(r)) for q, r in (key.split(",") for key in keys)}

    def at(self, piece: str) -> Point:
        """Return the screen position of a piece on the board or in a hand."""
        self.page.evaluate(_SETTLED)
        if self.tile(piece).count():
            return self.origin(self.tile(piece))
        box = self.slot(piece).bounding_box()
        assert box is not None, f"{piece} is neither on the board nor in a hand"
        return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def origin(self, drawn: Locator) -> Point:
        """Return the screen position of the origin of a drawn element."""
        x, y = drawn.evaluate(_ORIGIN)
        return (x, y)

    def bring_into_view(self, hex: Hex) -> None:
        """Zoom out until a hex is neither behind a hand nor off the screen."""
        for _ in range(12):
            if self.page.evaluate(_IS_BOARD, list(self.where(hex))):
                return
            box = self.find(".board").bounding_box()
            assert box is not None
            self.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.wheel(100)
        raise AssertionError(f"{tuple(hex)} cannot be brought into view")

    # Actions

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
        """Turn the mouse wheel and wait for the board to zoom."""
        before = self.find(".board > svg > g").get_attribute("transform")
        self.mouse.wheel(0, delta)
        expect(self.find(".board > svg > g")).not_to_have_attribute("transform", before or "")

    def select(self, piece: str) -> None:
        """Click on a piece that can move."""
        if self.tile(piece).count():
            stack = self.stack_of(piece)
            self.bring_into_view(stack["hex"])
        self.until_offered(lambda: self.click(self.at(piece)), self.find("[data-target]").first)

    def until_offered(self, choose: Callable[[], None], target: Locator) -> None:
        """Choose a piece and wait for a target.

        Like a person, choose it again if the board was still moving or loading.
        """
        choose()
        with contextlib.suppress(PageTimeoutError):
            target.wait_for(state="attached", timeout=RETRY_MS)
        if not target.count():
            self.keyboard.press("Escape")
            choose()
            target.wait_for(state="attached")

    def play(self, piece: str, to: Hex) -> None:
        """Play a move with two clicks and wait until the move list shows it."""
        before = self.plies()
        self.select(piece)
        self.bring_into_view(to)
        self.click(self.origin(self.target(to)))
        self.wait_for_ply(before + 1)

    def play_all(self, texts: Sequence[str]) -> None:
        """Play moves by clicking; the page plays passes itself."""
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

    # State
    def game(self) -> dict[str, Any]:
        """Return the game from where it is stored: this browser or the server."""
        stored = stored_game(self.page.evaluate, self.game_id)
        return self.server.game(self.game_id) if stored is None else message_of(stored)

    def stack_of(self, piece: str) -> dict[str, Any]:
        """Return the stack that a piece is in."""
        for stack in self.game()["turn"]["stacks"]:
            if piece in stack["pieces"]:
                found: dict[str, Any] = stack
                return found
        raise AssertionError(f"{piece} is not on the board")

    def plies(self) -> int:
        """Return how many moves the list shows."""
        return self.find("[data-ply]").count()

    def wait_for_ply(self, count: int) -> None:
        """Wait until the list shows at least this many moves; an engine may have replied."""
        self.find(f'[data-ply="{count}"]').wait_for(state="attached")

    def why(self) -> str:
        """Return the explanation shown on the board."""
        return self.tested("why").inner_text()

    def causes(self) -> list[Point]:
        """Return the screen positions of the pieces marked as causes."""
        return [self.middle(mark) for mark in self.tested("cause").all()]

    def middle(self, drawn: Locator) -> Point:
        """Return the centre of a drawn element's bounding box."""
        box = drawn.bounding_box()
        assert box is not None
        return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    # Touch and pen: Playwright's own API only has taps.

    def devtools(self) -> CDPSession:
        return self.context.new_cdp_session(self.page)


def centre(hex: Hex) -> Point:
    """Return the centre of a hex in the board's own units."""
    return (_COLUMN * (hex[0] + hex[1] / 2), _ROW * hex[1])


def drawn_at(matrix: Sequence[float], place: Point, level: int) -> Point:
    """Return the screen position of a place in the board's own units."""
    scale, x, y = matrix
    return (x + scale * place[0], y + scale * (place[1] - _LEVEL * level))


def near(a: Point, b: Point, distance: float = 6) -> bool:
    """Return whether two points look the same on the screen."""
    return math.dist(a, b) <= distance


def said(region: Locator, words: str) -> None:
    """Expect a live region to contain these words."""
    expect(region).to_contain_text(words)


# Opens the page: the fixture `look`.
Look = Callable[..., Screen]
