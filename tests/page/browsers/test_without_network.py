"""After one visit to a static host, everything works without a network, in every browser.

The host is a plain file server, at its root and in a folder of it, and stops after the visit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from beespace.backend import BACKEND
from support.browsers.visitor import Visitor
from support.local.static_site import StaticSite
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from support.browsers.games import play_at_one_device, play_the_computer, review
from support.browsers.tasks import analyse, solve_puzzle, take_lesson, visit

Open = Callable[[str], Visitor]


@contextmanager
def cut_off(visitor: Visitor, site: StaticSite) -> Iterator[Callable[[str], str]]:
    """Visit a site once, stop it, and return a function for its addresses.

    Afterwards nothing may have asked for anything but files of the site.
    """
    visit(visitor, site.url)
    site.stop()
    visitor.reload()
    yield lambda path: f"{site.url}#{path}"
    asked = [url for url in visitor.requests() if not url.startswith(("blob:", "data:"))]
    assert asked
    assert not [url for url in asked if not url.startswith(site.url) or "/api/" in url]
    assert not [path for path in site.asked if "/api/" in path]


def short_visit(visitor: Visitor, address: Callable[[str], str]) -> None:
    # People can only meet on a server.
    visitor.see("h1")
    assert not visitor.evaluate("document.body.innerText.includes('Friend')")
    analyse(visitor, address("/analysis"))


def games_visit(visitor: Visitor, address: Callable[[str], str], levels: Sequence[int]) -> None:
    play_at_one_device(visitor, address)
    for level in levels:
        play_the_computer(visitor, address, level)
    review(visitor)


def long_visit(visitor: Visitor, address: Callable[[str], str]) -> None:
    take_lesson(visitor, address)
    solve_puzzle(visitor, address)
    games_visit(visitor, address, (1, 3, 5))
    analyse(visitor, address("/analysis"))
    visitor.goto(address("/settings"))
    # All drawings of pieces, which load only here.
    visitor.see("[id^=bs-inlay]")
    visitor.see("[id^=bs-contrast]")
    visitor.reload()
    visitor.read("h1", "Settings")


@pytest.mark.parametrize(("browser_name", "folder"), [("chromium", ""), ("firefox", "hive/")])
def test_an_analysis(open_browser: Open, tmp_path: Path, browser_name: str, folder: str) -> None:
    visitor, site = open_browser(browser_name), StaticSite(tmp_path, folder)
    with cut_off(visitor, site) as address:
        short_visit(visitor, address)


@pytest.mark.parametrize("browser_name", ["chromium"])
def test_games_and_a_review(open_browser: Open, tmp_path: Path, browser_name: str) -> None:
    visitor, site = open_browser(browser_name), StaticSite(tmp_path, "hive/")
    with cut_off(visitor, site) as address:
        games_visit(visitor, address, (1,))


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["", "hive/"], ids=["root", "folder"])
@pytest.mark.parametrize("browser_name", ["chromium", "firefox"])
def test_everything(open_browser: Open, tmp_path: Path, browser_name: str, folder: str) -> None:
    visitor, site = open_browser(browser_name), StaticSite(tmp_path, folder)
    with cut_off(visitor, site) as address:
        long_visit(visitor, address)
