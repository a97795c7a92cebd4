"""After one visit, our server's page works without it, and new versions wait until the user agrees.

Static hosts are in tests/page/browsers.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from support.local.static_site import BUILT, StaticSite
from support.local.visiting import visited
from support.missing import missing
from support.page.serving import Server
from support.page.study_screen import type_move

TIMEOUT_MS = 60_000
READY = "navigator.serviceWorker.ready.then(() => true)"


def analyse(page: Page) -> None:
    """Play two moves, reload, and let the engine show three lines."""
    page.wait_for_selector("[data-hand=w]")
    type_move(page, "wS1")
    type_move(page, "bG1 wS1-")
    page.reload()
    expect(page.locator("[data-testid=tree] [data-text]")).to_have_count(2)
    page.keyboard.press("3")
    page.keyboard.press("e")
    expect(page.get_by_test_id("line")).to_have_count(3)
    expect(page.get_by_test_id("runs-on")).to_have_text(re.compile("Runs on this device"))


def test_our_own_page_works_while_the_server_is_away(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        if not any((BUILT / "assets").glob("*.wasm")):
            missing("the page has no engine: run `make site`")
        with visited(browser, f"{server.url}/settings") as page:
            server.kill()
            page.context.set_offline(True)
            page.goto(f"{server.url}/analysis")
            analyse(page)
    finally:
        server.stop()


def publish_newer(site: StaticSite) -> None:
    """Put a newer version on the host: every script gets another name."""
    scripts = sorted((site.files / "assets").glob("*.js"))
    for file in (site.files / "index.html", site.files / "service-worker.js", *scripts):
        text = file.read_text()
        for script in scripts:
            text = text.replace(script.name, f"{script.stem}-newer.js")
        file.write_text(re.sub(r'"version":"\w+"', '"version":"newer"', text))
    for script in scripts:
        script.rename(script.with_name(f"{script.stem}-newer.js"))


def test_a_new_version_is_announced_and_never_forced(browser: Browser, tmp_path: Path) -> None:
    site = StaticSite(tmp_path)
    with visited(browser, f"{site.url}#/analysis") as page:
        page.wait_for_selector("[data-hand=w]")
        script = page.locator("script[type=module]")
        publish_newer(site)
        page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
        expect(page.get_by_test_id("new-version")).to_contain_text("A new version is ready.")
        expect(script).not_to_have_attribute("src", re.compile("newer"))
        # The old version still works, also what it loads only now.
        type_move(page, "wS1")
        page.keyboard.press("e")
        expect(page.get_by_test_id("line").first).to_be_visible()
        with page.expect_navigation():
            page.get_by_role("button", name="Reload").click()
        expect(script).to_have_attribute("src", re.compile("newer"))
        expect(page.locator("[data-testid=tree] [data-text]")).to_have_count(1)
        expect(page.get_by_test_id("new-version")).to_have_count(0)
    site.stop()
