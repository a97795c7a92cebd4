"""What visitors do on the page in any browser: take a lesson, solve a puzzle, analyse.

Each reloads the page in the middle, and nothing may be lost.
"""

from __future__ import annotations

from collections.abc import Callable

from beespace.lessons import Doing, Step, answer, lessons, solution
from beespace.lessons.goals import Look
from beespace.puzzles import shelf, trying
from beespace.rules import Hex, Pass
from support.browsers.visitor import Visitor

LINES = "document.querySelectorAll('[data-testid=line]').length"
_DONE = "document.querySelector('[data-testid=message]')?.dataset.done === 'true'"
_SHOWN = "document.querySelector('[data-shown]')?.dataset.shown === "


def visit(visitor: Visitor, url: str) -> None:
    """Visit the page once, and wait until it is cached."""
    visitor.goto(url)
    visitor.see("h1")
    visitor.until("navigator.serviceWorker.ready.then(found => found.active !== null)")
    visitor.until("navigator.serviceWorker.controller !== null")


def start_engine(visitor: Visitor) -> None:
    """Start the engine of the analysis board."""
    on = "document.querySelector('.engine .head button')?.ariaPressed === 'true'"
    visitor.press("Start engine", on)


def analyse(visitor: Visitor, url: str) -> None:
    """Play two moves, reload, and let the engine show three lines."""
    visitor.goto(url)
    visitor.see(".hand button[aria-disabled=false]")
    visitor.play("wS1", (0, 0), f"{_SHOWN}'wS1'")
    visitor.play("bG1", (1, 0), f"{_SHOWN}'bG1 wS1-'")
    visitor.reload()
    visitor.see("[data-testid=tree] [data-text]", 2)
    visitor.choose(".engine select", "3")
    start_engine(visitor)
    visitor.until(f"{LINES} === 3")
    visitor.read("[data-testid=runs-on]", "Runs on this device")
    visitor.press("Stop engine", "document.querySelector('[data-testid=runs-on]') === null")


def take_lesson(visitor: Visitor, address: Callable[[str], str]) -> None:
    """Take a lesson to its end, with a reload after the first step."""
    name = "goal"
    first, *others = lessons()[name].steps
    visitor.goto(address(f"/learn/{name}"))
    _do_step(visitor, first)
    visitor.reload()
    for number, step in enumerate(others, 2):
        visitor.until(f"document.querySelector('[aria-current=step]')?.dataset.step === '{number}'")
        _do_step(visitor, step)
        if number <= len(others):
            visitor.click("[data-testid=onward]", f"!{_DONE}")
    visitor.see("[data-testid=finished]")
    visitor.goto(address("/learn"))
    visitor.see("a.done", 1)


def _do_step(visitor: Visitor, step: Step) -> None:
    visitor.see("[data-testid=text]")
    visitor.see(".board .tile")
    doing = Doing()
    while not isinstance(step.goal, Look):
        board, right = solution(step, doing)
        assert not isinstance(right, Pass)
        assert right is not None
        if isinstance(right, Hex):
            level = max(len(board.stack(right)) - 1, 0)
            found = f"document.querySelector('[data-found=\"{right.q},{right.r}\"]') !== null"
            visitor.do_until(
                lambda at=right, level=level: visitor.click_at(visitor.hex_at(at, level)),  # type: ignore[misc]
                f"{found} || {_DONE}",
            )
            result = answer(step, doing, None, right)
            doing = Doing(found=result.found)
        else:
            result = answer(step, doing, right.piece, right.to)
            assert result.is_done, "choose a lesson whose goals take one move"
            visitor.play(str(right.piece), right.to, _DONE)
        if result.is_done:
            break
    visitor.until(_DONE)


def solve_puzzle(visitor: Visitor, address: Callable[[str], str]) -> None:
    """Solve a win in two moves, with a reload after the first."""
    puzzle = min(
        (one for one in shelf.shipped().values() if one.kind == "win-in-2"),
        key=lambda one: (one.grade, one.id),
    )
    first, _, last = trying.solution(puzzle, trying.begin(puzzle))
    assert not isinstance(first, Pass)
    assert not isinstance(last, Pass)
    visitor.goto(address(f"/puzzles/{puzzle.id}"))
    right = "document.querySelector('[data-testid=message]')?.innerText.includes(\"That's right.\")"
    visitor.play(str(first.piece), first.to, right)
    visitor.reload()
    visitor.until(right)
    solved = "document.querySelector('[data-testid=about]')?.dataset.state === 'solved'"
    visitor.play(str(last.piece), last.to, solved)
    visitor.reload()
    visitor.read("[data-testid=streak]", "1")
