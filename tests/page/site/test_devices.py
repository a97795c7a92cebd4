"""One person with two devices, in real browsers: the same games, studies and progress on both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from support.page.games import stored_game
from support.page.screen import DESKTOP, PHONE
from support.page.serving import Server
from support.page.study_screen import type_move
from support.server.serving import wait_until

TIMEOUT_MS = 60_000
LAPTOP = {"viewport": {"width": DESKTOP[0], "height": DESKTOP[1]}}
SMARTPHONE = {
    "viewport": {"width": PHONE[0], "height": PHONE[1]},
    "has_touch": True,
    "is_mobile": True,
}
IS_SYNCED = """async () => {
    const rows = await new Promise(resolve => {
        const opening = indexedDB.open("beespace");
        opening.onsuccess = () => {
            const stores = ["games", "studies"], found = [];
            const transaction = opening.result.transaction(stores);
            for (const name of stores) {
                const asking = transaction.objectStore(name).getAll();
                asking.onsuccess = () => found.push(...asking.result);
            }
            transaction.oncomplete = () => { opening.result.close(); resolve(found); };
        };
    });
    return rows.every(row => row.changed === row.synced);
}"""


def open_page(browser: Browser, server: Server, device: dict[str, Any]) -> Page:
    context = browser.new_context(
        base_url=server.url, locale="en-GB", reduced_motion="reduce", **device
    )
    context.set_default_timeout(TIMEOUT_MS)
    return context.new_page()


@pytest.fixture
def two(browser: Browser, server: Server) -> Iterator[list[Page]]:
    """A laptop and a phone of one person. Each has a game, and joins by the link in Settings."""
    pages = [open_page(browser, server, device) for device in (LAPTOP, SMARTPHONE)]
    yield pages
    for page in pages:
        page.context.close()


def link(laptop: Page, phone: Page) -> None:
    """Add the phone to the laptop's devices, as people do."""
    laptop.goto("/settings")
    laptop.get_by_role("button", name="Add a device").click()
    address = laptop.get_by_label("Link for your other device").input_value()
    phone.goto(address[address.index("/device#") :])
    phone.get_by_role("button", name="Yes, add this device").click()
    expect(phone.get_by_role("heading", name="This device was added")).to_be_visible()


def start_game(page: Page) -> str:
    """Start a game for two on this device, and return its id."""
    page.goto("/")
    page.locator("input[value=local]").dispatch_event("click")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".board svg")
    return page.url.split("/")[-1]


def plies(page: Page, game: str) -> int:
    row = stored_game(page.evaluate, game)
    return -1 if row is None else len(row["moves"])


def play(page: Page, game: str, *moves: str) -> None:
    for move in moves:
        before = plies(page, game)
        page.keyboard.press("/")
        page.locator("#type-move").fill(move)
        page.keyboard.press("Enter")
        expect(page.locator("[data-ply]")).to_have_count(before + 1)


def sync(page: Page) -> None:
    """Let the page synchronize, as it does when the user returns to it."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait_until(lambda: bool(page.evaluate(IS_SYNCED)))


def offline(*contexts: BrowserContext, is_offline: bool) -> None:
    for context in contexts:
        context.set_offline(is_offline)


def text(notice: Locator) -> str:
    """Return what a notice says; nothing if there is none."""
    return "".join(notice.all_inner_texts())


def test_a_game_goes_on_on_another_device(two: list[Page]) -> None:
    laptop, phone = two
    game = start_game(laptop)
    play(laptop, game, "wS1", "bG1 wS1-")
    link(laptop, phone)
    # The phone gets what the laptop had.
    phone.get_by_role("link", name="Your games").click()
    phone.locator(f"a[href='/game/{game}']").first.click()
    expect(phone.locator("[data-ply]")).to_have_count(2)
    play(phone, game, "wQ -wS1")
    sync(phone)
    # A page that is open shows it, too.
    laptop.goto(f"/game/{game}")
    expect(laptop.locator("[data-ply]")).to_have_count(3)
    play(phone, game, "bQ bG1-")
    expect(laptop.locator("[data-ply]")).to_have_count(4)  # by itself
    # Settings lists both devices; the phone can be removed.
    laptop.goto("/settings")
    expect(laptop.get_by_test_id("syncing")).to_contain_text("Everything is saved.")
    expect(laptop.get_by_text("This device", exact=True)).to_be_visible()
    laptop.get_by_role("button", name="Remove").click()
    laptop.locator("dialog").get_by_role("button", name="Remove").click()
    expect(laptop.get_by_role("button", name="Remove")).to_have_count(0)


def test_both_play_on_without_a_network(two: list[Page]) -> None:
    laptop, phone = two
    game = start_game(laptop)
    play(laptop, game, "wS1")
    link(laptop, phone)
    for page in two:
        page.goto(f"/game/{game}")
        expect(page.locator("[data-ply]")).to_have_count(1)
    contexts = [page.context for page in two]
    offline(*contexts, is_offline=True)
    play(laptop, game, "bG1 wS1-", "wQ -wS1")
    play(phone, game, "bA1 wS1-")
    offline(*contexts, is_offline=False)
    # The first one to be back keeps the game, and the other one's moves become a new game.
    notices = [page.get_by_test_id("notice") for page in two]
    wait_until(lambda: any("saved as a separate game" in text(notice) for notice in notices))
    # It has a link to that game.
    (told,) = [notice for notice in notices if "separate game" in text(notice)]
    copy = told.get_by_role("link", name="Open").get_attribute("href")
    assert copy is not None
    for page in two:
        sync(page)
    for page in two:
        page.goto("/games")
        # The list says which one is the copy.
        expect(page.get_by_test_id("copy")).to_have_count(1)
        row = page.locator(f"a[href='{copy}']").filter(has_text="Copy from Chrome")
        expect(row).to_have_count(1)
        games = page.evaluate(
            "fetch('/api/sync', {method: 'POST', body: '{}', headers: "
            "{'content-type': 'application/json'}}).then(a => a.json())"
        )
        lengths = sorted(
            row["content"].count('"text"') for row in games["rows"] if row["store"] == "games"
        )
        assert lengths == [2, 3]


def save_study(page: Page, title: str) -> None:
    page.get_by_role("button", name="Save or share").click()
    page.locator("#share-title").fill(title)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_test_id("share-link").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def test_a_study_that_both_changed_without_a_network(two: list[Page]) -> None:
    laptop, phone = two
    link(laptop, phone)
    laptop.goto("/analysis")
    laptop.wait_for_selector(".hand button[aria-disabled=false]")
    type_move(laptop, "wS1")
    save_study(laptop, "A start")
    sync(phone)
    phone.goto(laptop.url)
    phone.wait_for_selector(".hand button[aria-disabled=false]")
    save_study(phone, "Shared")
    expect(laptop.locator("h1")).to_have_text("Shared")  # both continue the same version
    contexts = [page.context for page in two]
    offline(*contexts, is_offline=True)
    for page, words in ((laptop, "on the laptop"), (phone, "on the phone")):
        page.locator("#study-comment").fill(words)
        save_study(page, "Shared")
    for page in two:
        offline(page.context, is_offline=False)
        sync(page)
    wait_until(lambda: any(page.get_by_test_id("separate").count() for page in two))
    (told,) = [page for page in two if page.get_by_test_id("separate").count()]
    separate = told.get_by_test_id("separate")
    expect(separate).to_contain_text("Your changes here were saved as a separate analysis.")
    separate.get_by_role("link", name="Open").click()
    expect(told.locator("h1")).to_have_text("Shared (Chrome, Linux)")
    for page in two:
        sync(page)
        page.goto("/games")
        links = page.get_by_test_id("own-studies").get_by_role("link")
        expect(links).to_have_count(2)
        expect(links.filter(has_text="Shared (Chrome, ")).to_have_count(1)


def test_the_open_list_shows_what_arrives(two: list[Page]) -> None:
    laptop, phone = two
    link(laptop, phone)
    laptop.goto("/games")
    laptop.get_by_role("heading", name="Your games").wait_for()
    # From another device, and from another tab.
    game = start_game(phone)
    sync(phone)
    sync(laptop)
    expect(laptop.locator(f"a.open[href='/game/{game}']")).to_have_count(1)
    tab = laptop.context.new_page()
    here = start_game(tab)
    expect(laptop.locator(f"a.open[href='/game/{here}']")).to_have_count(1)
    play(tab, here, "wS1")
    expect(laptop.locator(f"a.open[href='/game/{here}']")).to_contain_text("1 move")
    tab.goto("/analysis")
    tab.wait_for_selector(".hand button[aria-disabled=false]")
    save_study(tab, "Just saved")
    expect(laptop.get_by_test_id("own-studies")).to_contain_text("Just saved")


def test_a_study_saved_without_a_network_gets_its_link(two: list[Page]) -> None:
    laptop, phone = two
    laptop.goto("/analysis")
    laptop.wait_for_selector(".hand button[aria-disabled=false]")
    laptop.evaluate("navigator.serviceWorker.ready.then(() => true)")  # it has everything now
    laptop.context.set_offline(True)
    type_move(laptop, "wS1")
    laptop.get_by_role("button", name="Save or share").click()
    laptop.locator("#share-title").fill("A start")
    laptop.get_by_role("button", name="Save", exact=True).click()
    expect(laptop.locator("dialog")).to_contain_text("Saved in this browser.")
    address = laptop.get_by_test_id("share-link").get_attribute("href")
    assert address is not None
    laptop.context.set_offline(False)
    sync(laptop)
    # Somebody else opens the same link.
    phone.goto(address)
    expect(phone.locator("[data-testid=tree] [data-text]")).to_have_count(1)


def test_links_that_do_not_work(two: list[Page]) -> None:
    laptop, phone = two
    link(laptop, phone)
    phone.reload()
    expect(phone.get_by_role("heading", name="This link doesn't work any more")).to_be_visible()
    laptop.goto("/settings")
    laptop.get_by_role("button", name="Add a device").click()
    address = laptop.get_by_label("Link for your other device").input_value()
    laptop.goto(address[address.index("/device#") :])
    expect(laptop.get_by_role("heading", name="This device has already been added")).to_be_visible()
