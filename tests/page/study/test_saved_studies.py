"""Analyses that are saved, left and opened again: nothing is overwritten, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from support.local.static_site import StaticSite
from support.page.screen import Look
from support.page.study_screen import here, is_ready, move, open_text, put, tree, type_move

GAME = "1. wS1 2. bG1 wS1- (2. bA1 wS1-) 3. wQ -wS1"
READY = ".hand button[aria-disabled=false]"


def save(page: Page, title: str) -> None:
    """Save the analysis, and leave the dialog open."""
    page.get_by_role("button", name="Save or share").click()
    page.locator("#share-title").fill(title)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_test_id("share-link").wait_for()


def comment(page: Page, text: str) -> None:
    page.locator("#study-comment").fill(text)
    expect(page.get_by_test_id("changed")).to_be_visible()


def close_dialog(page: Page) -> None:
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def open_again(first: Page, *, is_deaf: bool) -> Page:
    """Open the first page's study in another tab, which may hear nothing of the first one."""
    second = first.context.new_page()
    if is_deaf:
        second.add_init_script("delete window.BroadcastChannel")
        second.route("**/api/sync", lambda route: route.abort())
    second.goto(first.url)
    second.wait_for_selector(READY)
    return second


def comments_of(page: Page, title: str) -> list[str]:
    """Return the comments of the saved analyses with a title."""
    page.goto("/games")
    links = page.get_by_test_id("own-studies").get_by_role("link", name=title)
    links.first.wait_for()
    addresses = [link.get_attribute("href") or "" for link in links.all()]
    found = []
    for address in addresses:
        page.goto(address)
        page.wait_for_selector(READY)
        found.append(page.locator("#study-comment").input_value())
    return sorted(found)


def test_the_tab_that_saves_second_overwrites_nothing(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    first = screen.page
    save(first, "Shared")
    close_dialog(first)
    second = open_again(first, is_deaf=True)
    address = second.url
    comment(first, "A")
    comment(second, "B")
    save(first, "Shared")
    expect(first.locator("dialog")).to_contain_text("Saved. Here's the link:")
    assert first.get_by_test_id("share-link").get_attribute("href") == address
    save(second, "Shared")
    expect(second.locator("dialog")).to_contain_text("yours was saved as a separate one")
    separate = second.get_by_test_id("share-link").get_attribute("href")
    assert separate not in (None, address)
    # It continues with its own one, and can save it again.
    assert second.url == separate
    close_dialog(second)
    comment(second, "B again")
    save(second, "Shared")
    assert second.get_by_test_id("share-link").get_attribute("href") == separate
    expect(second.locator("dialog")).not_to_contain_text("separate")
    assert comments_of(first, "Shared") == ["A", "B again"]


def test_a_tab_follows_what_another_one_saves(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    open_text(screen, GAME)
    first = screen.page
    save(first, "Followed")
    close_dialog(first)
    second = open_again(first, is_deaf=False)
    second.locator('[data-testid=tree] [data-text="bG1 wS1-"]').click()
    # Without changes it shows the new version, where the user was, even while the first tab still
    # waits for the server.
    first.route("**/api/sync", lambda _: None)
    comment(first, "A")
    save(first, "Followed")
    close_dialog(first)
    expect(second.locator("[data-testid=tree]")).to_contain_text("A")
    expect(second.locator("[data-shown]")).to_have_attribute("data-shown", "bG1 wS1-")
    expect(second.get_by_test_id("changed")).to_have_count(0)
    # With changes it keeps them, and says what saving does.
    comment(second, "B")
    comment(first, "A again")
    save(first, "Followed")
    expect(second.get_by_test_id("changed")).to_contain_text("becomes a separate analysis")
    save(second, "Followed")
    expect(second.locator("dialog")).to_contain_text("yours was saved as a separate one")
    assert second.url != first.url


def test_the_first_save_goes_to_the_address_of_the_study(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    type_move(screen.page, "wS1")
    save(screen.page, "A start")
    address = screen.tested("share-link").get_attribute("href")
    expect(screen.page).to_have_url(str(address))
    close_dialog(screen.page)
    here(screen, "wS1")
    # What is added belongs to the study, and a new analysis begins empty.
    type_move(screen.page, "bG1 wS1-")
    expect(screen.tested("changed")).to_contain_text("You have unsaved changes.")
    screen.go("/analysis")
    is_ready(screen)
    assert tree(screen) == []
    screen.page.goto(str(address))
    here(screen, "bG1 wS1-")
    expect(screen.tested("changed")).to_contain_text("You have unsaved changes.")


def test_a_reload_stays_at_the_current_move(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    open_text(screen, GAME)
    move(screen, "bA1 wS1-").click()
    here(screen, "bA1 wS1-")
    screen.page.reload()
    here(screen, "bA1 wS1-")
    # In a saved study, too, with and without changes.
    save(screen.page, "A place")
    close_dialog(screen.page)
    screen.keyboard.press("ArrowLeft")
    here(screen, "wS1")
    screen.page.reload()
    here(screen, "wS1")
    expect(screen.tested("changed")).to_have_count(0)
    type_move(screen.page, "bB1 wS1-")
    screen.page.reload()
    here(screen, "bB1 wS1-")
    expect(screen.tested("changed")).to_be_visible()
    # Another game begins at its start.
    screen.go("/analysis")
    is_ready(screen)
    open_text(screen, GAME)
    here(screen, "")


def test_a_position_that_is_being_set_up_survives_a_reload(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    type_move(screen.page, "wS1")
    screen.button("Edit position").click()
    put(screen, "wQ", (1, 0))
    put(screen, "bA1", (2, 0))
    screen.page.get_by_text("Black", exact=True).click()
    screen.page.reload()
    expect(screen.find("aside h1")).to_have_text("Edit position")
    expect(screen.find(".board .tile")).to_have_count(3)
    expect(screen.page.get_by_role("radio", name="Black")).to_be_checked()
    # Back to the analysis, which is still there.
    screen.button("Cancel").click()
    here(screen, "wS1")
    screen.page.reload()
    here(screen, "wS1")


def test_the_dialog_says_what_saving_will_do(look: Look, browser: Browser, tmp_path: Path) -> None:
    screen = look("/analysis")
    is_ready(screen)
    dialog = screen.find("dialog")
    screen.keyboard.press("s")
    expect(dialog).to_contain_text("Saves to this browser and to the server.")
    close_dialog(screen.page)
    save(screen.page, "Online")
    close_dialog(screen.page)
    screen.context.set_offline(True)
    screen.expected += ["ERR_INTERNET_DISCONNECTED"]
    save(screen.page, "Offline")
    expect(dialog).to_contain_text("Others can open the link once the server can be reached again:")
    expect(dialog).not_to_contain_text("Saves to")
    expect(dialog).not_to_contain_text("only works here")
    close_dialog(screen.page)
    screen.keyboard.press("s")
    expect(dialog).to_contain_text("Saves to this browser. Others can open the link once")
    site = StaticSite(tmp_path)
    page = browser.new_page(locale="en-GB")
    page.goto(f"{site.url}#/analysis")
    page.wait_for_selector(READY)
    page.keyboard.press("s")
    expect(page.locator("dialog")).to_contain_text(
        "Saves to this browser. To share it, download a file."
    )
    close_dialog(page)
    save(page, "Here")
    expect(page.locator("dialog")).to_contain_text("The link only works here:")
    page.close()
    site.stop()
