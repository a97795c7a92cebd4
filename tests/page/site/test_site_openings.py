"""Openings and imports without a server: on a static host, and while our own server is away."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from beespace.formats import GameRecord, Result, dumps
from support.local.static_site import StaticSite
from support.local.visiting import visited
from support.page.screen import PHONE
from support.page.serving import Server

TIMEOUT_MS = 60_000
READY = "navigator.serviceWorker.ready.then(() => true)"


def collection() -> str:
    """Return three games as PGN, two of which begin with the same position, mirrored."""
    games = []
    for number, (moves, result) in enumerate(
        [
            (["wS1", "bG1 wS1-", "wQ -wS1"], Result.WHITE_WINS),
            (["wS1", "bG1 /wS1", "wQ wS1/"], Result.DRAW),
            (["wG1", "bG1 wG1-"], Result.BLACK_WINS),
        ]
    ):
        record = GameRecord.from_moves("Base", moves, white=f"Ann {number}", black="Bob")
        record.result = result
        games.append(dumps(record, "pgn"))
    return "\n\n".join(games)


def import_games(page: Page, text: str) -> None:
    page.fill("#import-text", text)
    page.get_by_role("button", name="Import", exact=True).click()


def test_a_static_host_has_imports_and_openings(browser: Browser, tmp_path: Path) -> None:
    site = StaticSite(tmp_path)
    with visited(browser, f"{site.url}#/games", PHONE) as page:
        site.stop()
        page.context.set_offline(True)
        import_games(page, collection() + '\n\n[GameType "Base"]\n\n1. wX\n')
        expect(page.get_by_text("3 games imported.")).to_be_visible()
        expect(
            page.get_by_text(re.compile(r"Line \d+, column \d+: We can't read “wX”"))
        ).to_be_visible()
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("link", name="Openings").click()
        expect(page.get_by_test_id("count")).to_have_text("3 games continued from here.")
        # Both replies lead to the same position.
        page.locator('tr[data-move="wS1"] button').first.click()
        expect(page.get_by_test_id("count")).to_have_text("2 games continued from here.")
        expect(page.locator("tr[data-move]")).to_have_count(1)
        expect(page.locator("tr[data-move]").first).to_contain_text("2")
        # The engine in the page scores them.
        expect(page.get_by_test_id("score").first).to_have_text(re.compile(r"\d"))
        # Only one of them was a draw.
        page.locator("select").nth(1).select_option("draw")
        expect(page.get_by_test_id("count")).to_have_text("1 game continued from here.")
        # What was counted survives a reload, and a game can be opened from here.
        page.reload()
        expect(page.get_by_test_id("count")).to_have_text("1 game continued from here.")
        game = page.get_by_test_id("opening-game").first
        expect(game).to_contain_text("Ann 1 – Bob")
        game.click()
        page.wait_for_selector("[data-hand=w]")
        assert "#/game/" in page.url
    assert not [path for path in site.asked if "/api/" in path]


def test_both_games_of_the_server_and_of_this_browser_count(
    browser: Browser, tmp_path: Path
) -> None:
    server = Server(tmp_path)
    try:
        with visited(browser, f"{server.url}/games") as page:
            said = {"text": collection()}
            server.http.post("/api/imports", json=said).raise_for_status()  # another guest's
            page.goto(f"{server.url}/openings")
            expect(page.get_by_test_id("count")).to_have_text("3 games continued from here.")
            server.kill()
            page.goto(f"{server.url}/games")
            import_games(page, collection())
            expect(page.get_by_text("3 games imported.")).to_be_visible()
            page.goto(f"{server.url}/openings")
            expect(page.get_by_test_id("count")).to_have_text("3 games continued from here.")
            expect(page.get_by_test_id("away")).to_be_visible()
            server.start()
            page.reload()
            expect(page.get_by_test_id("count")).to_have_text("6 games continued from here.")
            expect(page.get_by_test_id("away")).to_have_count(0)
            expect(page.locator('tr[data-move="wS1"]')).to_contain_text("4")
    finally:
        server.stop()
