"""What browsers and hosts may lack: the page works without it, or says plainly what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from beespace.backend import BACKEND
from support.browsers.visitor import Visitor
from support.local.static_site import StaticSite
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from support.browsers.games import PLIES, any_move, game_id, start_game, type_move
from support.browsers.tasks import LINES, analyse, start_engine
from support.page.games import stored_game

Open = Callable[[str], Visitor]

# Each test runs with Chromium, and the slow ones with Firefox.
EACH_BROWSER = pytest.mark.parametrize(
    "browser_name", ["chromium", pytest.param("firefox", marks=pytest.mark.slow)]
)
ISOLATED = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
FOUR_PROCESSORS = "Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 4 });"


@contextmanager
def served(root: Path, headers: Mapping[str, str] | None = None) -> Iterator[Callable[[str], str]]:
    """Serve the site, and return a function for its addresses."""
    site = StaticSite(root, headers=headers)
    try:
        yield lambda path: f"{site.url}#{path}"
    finally:
        site.stop()


def modules(visitor: Visitor) -> set[str]:
    """Return which of the three modules the page has loaded."""
    names = [url.rpartition("/")[2] for url in visitor.requests() if ".wasm" in url]
    return {name.split("-")[1] for name in names}


@EACH_BROWSER
@pytest.mark.parametrize("is_isolated", [True, False], ids=["isolated", "plain"])
def test_threads_need_the_isolation_headers(
    open_browser: Open, tmp_path: Path, browser_name: str, is_isolated: bool
) -> None:
    visitor = open_browser(browser_name)
    visitor.before_each_page(FOUR_PROCESSORS)
    with served(tmp_path, ISOLATED if is_isolated else None) as address:
        visitor.goto(address("/analysis"))
        assert visitor.evaluate("crossOriginIsolated") is is_isolated
        start_engine(visitor)
        visitor.until(f"{LINES} === 3")
        used = "2 processors" if is_isolated else "1 processor"
        visitor.read("[data-testid=runs-on]", f"Runs on this device with {used}.")
        assert modules(visitor) == {"threads" if is_isolated else "simd"}
        visitor.goto(address("/settings"))
        says = "Processors to use" if is_isolated else "The engine uses one processor"
        visitor.read("main", says)


@EACH_BROWSER
def test_without_simd_the_portable_module_is_used(
    open_browser: Open, tmp_path: Path, browser_name: str
) -> None:
    visitor = open_browser(browser_name)
    visitor.before_each_page("WebAssembly.validate = () => false;" + FOUR_PROCESSORS)
    with served(tmp_path, ISOLATED) as address:
        analyse(visitor, address("/analysis"))
        assert modules(visitor) == {"portable"}
        start_engine(visitor)
        visitor.read("[data-testid=runs-on]", "Runs on this device with 1 processor.")


@EACH_BROWSER
def test_without_webassembly_and_a_server_the_page_says_so(
    open_browser: Open, tmp_path: Path, browser_name: str
) -> None:
    visitor = open_browser(browser_name)
    # As a careful host may send it. WebAssembly would need 'wasm-unsafe-eval'.
    policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
    with served(tmp_path, {"Content-Security-Policy": policy}) as address:
        for path in ("/analysis", "/learn/goal", "/puzzles", "/rules/base"):
            visitor.goto(address(path))
            visitor.read("body", "This browser can't run the rules of Hive.")
        visitor.goto(address("/settings"))
        visitor.read("main", "This browser can't run the engine. WebAssembly may be blocked.")
        visitor.goto(address("/"))
        visitor.see("h1")


DENIED = """
for (const name of ["localStorage", "sessionStorage", "indexedDB"])
    Object.defineProperty(globalThis, name, {
        get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
    });
"""
FULL = """
const full = () => { throw new DOMException("There is no room left.", "QuotaExceededError"); };
Storage.prototype.setItem = full;
for (const name of ["add", "put"]) IDBObjectStore.prototype[name] = full;
"""


@EACH_BROWSER
@pytest.mark.parametrize("script", [DENIED, FULL], ids=["denied", "full"])
def test_without_storage_the_page_works(
    open_browser: Open, tmp_path: Path, browser_name: str, script: str
) -> None:
    visitor = open_browser(browser_name)
    visitor.before_each_page(script)
    with served(tmp_path) as address:
        visitor.goto(address("/analysis"))
        shown = "document.querySelector('[data-shown]')?.dataset.shown === "
        visitor.see(".hand button[aria-disabled=false]")
        # The notice covers a hand until it is closed.
        notice = "[data-testid=not-kept]"
        visitor.read(notice, "be lost when you close this tab.")
        visitor.click(f"{notice} button", f"document.querySelector('{notice}') === null")
        visitor.play("wS1", (0, 0), f"{shown}'wS1'")
        start_engine(visitor)
        visitor.until(f"{LINES} === 3")
        visitor.goto(address("/settings"))
        visitor.press("Dark", "document.documentElement.dataset.theme === 'dark'")


@EACH_BROWSER
@pytest.mark.parametrize(
    ("script", "says"), [(DENIED, "doesn't let Beespace store"), (FULL, "no room left")]
)
def test_without_storage_games_last_as_long_as_the_page(
    open_browser: Open, tmp_path: Path, browser_name: str, script: str, says: str
) -> None:
    visitor = open_browser(browser_name)
    visitor.before_each_page(script)
    with served(tmp_path) as address:
        start_game(visitor, address, level=1)
        visitor.read("[data-testid=not-kept]", says)
        visitor.click("[data-testid=not-kept] button", f"{PLIES} === 0")
        type_move(visitor, "wS1", 1)
        visitor.until(f"{PLIES} === 2")
        game = visitor.evaluate("location.hash")
        # The game is still there on other screens, and in the list.
        visitor.evaluate("(location.hash = '#/games', true)")
        visitor.click(f"a[href='{game}']", f"{PLIES} === 2")


@EACH_BROWSER
def test_two_tabs_show_the_same_game(open_browser: Open, tmp_path: Path, browser_name: str) -> None:
    first = open_browser(browser_name)
    with served(tmp_path) as address:
        start_game(first, address, level=1)
        game = game_id(first)
        second = first.second_tab()
        second.goto(address(f"/game/{game}"))
        second.see("[data-hand=w]")
        tabs = (first, second)
        # Both tabs could answer for the computer, but only one does.
        for ply, visitor in ((1, first), (3, second)):
            type_move(visitor, any_move(first, game), ply)
            for tab in tabs:
                tab.until(f"{PLIES} === {ply + 1}")
        second.press("Undo", f"{PLIES} === 2")
        first.until(f"{PLIES} === 2")
        stored = stored_game(first.evaluate, game)
        assert stored is not None
        assert len(stored["moves"]) == 2
        # One tab can be closed, also while the computer thinks.
        type_move(second, any_move(first, game), 3)
        second.close()
        first.until(f"{PLIES} === 4")


@EACH_BROWSER
def test_two_tabs_at_once(open_browser: Open, tmp_path: Path, browser_name: str) -> None:
    first = open_browser(browser_name)
    with served(tmp_path) as address:
        analyse(first, address("/analysis"))
        second = first.second_tab()
        # The second tab begins with the same moves, and both think at the same time.
        second.goto(address("/analysis"))
        second.see("[data-testid=tree] [data-text]", 2)
        for visitor in (first, second):
            start_engine(visitor)
        for visitor in (first, second):
            visitor.until(f"{LINES} === 3")
        second.close()
        first.reload()
        first.see("[data-testid=tree] [data-text]", 2)
