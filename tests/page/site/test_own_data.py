"""Studies in this browser, and everything on this device as one file, on a static host."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from support.local.static_site import StaticSite
from support.page.study_screen import type_move

TIMEOUT_MS = 60_000


def open_page(browser: Browser) -> Page:
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(TIMEOUT_MS)
    return context.new_page()


def restore(page: Page, url: str, file: Path) -> None:
    page.goto(f"{url}#/settings")
    page.get_by_test_id("restore-file").set_input_files(file)


def test_a_study_goes_from_one_device_to_another(browser: Browser, tmp_path: Path) -> None:
    site = StaticSite(tmp_path / "site")
    first, second = open_page(browser), open_page(browser)
    try:
        first.goto(f"{site.url}#/analysis")
        first.wait_for_selector(".hand button[aria-disabled=false]")
        type_move(first, "wS1")
        type_move(first, "bG1 wS1-")
        first.get_by_role("button", name="Save or share").click()
        first.locator("#share-title").fill("A start")
        first.get_by_role("button", name="Save", exact=True).click()
        expect(first.locator("dialog")).to_contain_text("Saved in this browser.")
        address = first.get_by_test_id("share-link").get_attribute("href")
        assert address is not None
        first.goto(f"{site.url}#/games")
        expect(first.get_by_test_id("own-studies")).to_contain_text("A start")

        first.goto(f"{site.url}#/settings")
        with first.expect_download() as waiting:
            first.get_by_role("button", name="Download everything on this device").click()
        file = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(file)

        broken = tmp_path / "broken.json"
        broken.write_text(file.read_text(encoding="utf-8")[:-40], encoding="utf-8")
        restore(second, site.url, broken)
        said = second.get_by_test_id("data-said")
        expect(said).to_contain_text("This isn't a Beespace backup file")
        restore(second, site.url, file)
        expect(said).to_contain_text("Restored analyses: 1.")
        # Twice is as good as once.
        restore(second, site.url, file)
        expect(said).to_contain_text("Restored analyses: 0.")
        newer = tmp_path / "newer.json"
        newer.write_text(json.dumps(json.loads(file.read_text()) | {"version": 2}))
        restore(second, site.url, newer)
        expect(said).to_contain_text("A newer version of Beespace wrote this file.")

        second.goto(address)
        second.reload()
        expect(second.locator("[data-testid=tree] [data-text]")).to_have_count(2)
        second.goto(f"{site.url}#/games")
        second.get_by_role("button", name="Delete analysis: A start").click()
        second.locator("dialog").get_by_role("button", name="Delete analysis").click()
        expect(second.get_by_test_id("own-studies")).to_have_count(0)
    finally:
        first.context.close()
        second.context.close()
        site.stop()
