"""Plays a lesson on the page: makes its right moves and wrong tries with a real pointer."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial

from playwright.sync_api import expect

from beespace.lessons import Doing, Step, answer, lessons, solution
from beespace.lessons.goals import Look, Play
from beespace.lessons.lesson import WrongTry
from beespace.rules import BaseBoard, Hex, Pass, Piece
from support.page.pointers import Fingers
from support.page.screen import RETRY_MS, Point, Screen


class LessonScreen:
    """A learner taking a lesson."""

    def __init__(
        self, screen: Screen, name: str, *, with_finger: bool = False, is_open: bool = False
    ) -> None:
        self.screen = screen
        self.lesson = lessons()[name]
        # Taps with a finger or clicks with the mouse.
        self._tap: Callable[[Point], None] = (
            Fingers(screen).tap if with_finger else lambda point: screen.click(point)
        )
        if not is_open:
            self.screen.go(f"/learn/{name}")
        self.screen.tested("text").wait_for()

    # Actions

    def tap(self, board: BaseBoard, hex: Hex) -> None:
        """Tap a hex, or the top piece on it."""
        self.screen.bring_into_view(hex)
        self._tap(self.screen.where(hex, max(len(board.stack(hex)) - 1, 0)))

    def choose(self, board: BaseBoard, piece: Piece) -> None:
        """Tap a piece on the board or in a hand."""
        hex = board.location(piece)
        if hex is not None:
            self.tap(board, hex)
        else:
            self._tap(self.screen.at(str(piece)))

    def move(self, board: BaseBoard, piece: Piece, to: Hex) -> None:
        self.screen.until_offered(lambda: self.choose(board, piece), self.screen.target(to))
        self.tap(board, to)

    def try_wrong(self, step: Step, wrong: WrongTry) -> None:
        """Make a wrong try and expect the page to say why it's wrong."""
        message = self.screen.tested("message")
        self._try(step, wrong)
        # Like a person, try again if the board was still moving.
        with contextlib.suppress(AssertionError):
            expect(message).to_have_attribute("data-code", wrong.code, timeout=RETRY_MS)
        if message.get_attribute("data-code") != wrong.code:
            self.screen.keyboard.press("Escape")
            self._try(step, wrong)
        expect(message).to_have_attribute("data-code", wrong.code)
        assert message.inner_text().strip()
        self.screen.keyboard.press("Escape")

    def _try(self, step: Step, wrong: WrongTry) -> None:
        board = step.board()
        if wrong.piece is None and wrong.to is None:
            self.screen.tested("pass").click()
        elif isinstance(step.goal, Play) and wrong.piece is not None:
            self.choose(board, wrong.piece)
            if wrong.to is not None and board.legal_moves.of(wrong.piece):
                self.screen.find("[data-target]").first.wait_for(state="attached")
                if board.stack(wrong.to):
                    # Tapping another piece would ask about that piece instead.
                    self.screen.drag(
                        self.screen.at(str(wrong.piece)),
                        self.screen.where(wrong.to, len(board.stack(wrong.to)) - 1),
                    )
                else:
                    self.tap(board, wrong.to)
        else:
            assert wrong.to is not None
            self.tap(board, wrong.to)

    def do(self, step: Step) -> None:
        """Complete a step."""
        doing = Doing()
        while not isinstance(step.goal, Look):
            board, right = solution(step, doing)
            if isinstance(right, Hex):
                found = self.screen.find(f'[data-found="{right.q},{right.r}"]')
                self.screen.until_offered(partial(self.tap, board, right), found)
                result = answer(step, doing, None, right)
                doing = Doing(found=result.found)
            elif isinstance(right, Pass):
                self.screen.tested("pass").click()
                result = answer(step, doing, None, None)
            else:
                assert right is not None
                self.move(board, right.piece, right.to)
                result = answer(step, doing, right.piece, right.to)
                doing = Doing(moves=[*doing.moves, (right.piece, right.to)])
                if not result.is_done:
                    left = str(len(step.goal.turns) - len(doing.moves))  # type: ignore[union-attr]
                    expect(self.screen.tested("left")).to_contain_text(left)
            if result.is_done:
                break
        expect(self.screen.tested("message")).to_have_attribute("data-done", "true")

    def next_step(self) -> None:
        """Go from a completed step to the next."""
        self.screen.tested("onward").click()

    def do_all(self, *, with_wrong_tries: bool = True) -> None:
        for number, step in enumerate(self.lesson.steps, 1):
            here = self.screen.find("[aria-current=step]")
            expect(here).to_have_attribute("data-step", str(number))
            for wrong in step.wrong if with_wrong_tries else ():
                self.try_wrong(step, wrong)
            self.do(step)
            if number < len(self.lesson.steps):
                self.next_step()
        expect(self.screen.tested("finished")).to_be_visible()


def walk(screen: Screen, to: tuple[int, int]) -> None:
    """Move the board's cursor to a hex with the arrow keys."""
    for _ in range(30):
        q, r = (
            int(part) for part in str(screen.tested("cursor").get_attribute("data-at")).split(",")
        )
        if (q, r) == to:
            return
        if r != to[1]:
            screen.keyboard.press("ArrowDown" if to[1] > r else "ArrowUp")
        else:
            screen.keyboard.press("ArrowRight" if to[0] > q else "ArrowLeft")
    raise AssertionError(f"{to} can't be reached with the arrow keys")
