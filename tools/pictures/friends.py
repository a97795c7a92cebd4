"""Takes the screenshots of a game with a friend, from its settings to the rematch."""

from __future__ import annotations

from camera import DESKTOP, PHONE, SCREENS, Camera, Theme
from playwright.sync_api import APIRequestContext

# The first moves of a game with a friend.
OPENING = ("wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1/", "wA1 -wQ", "bA1 bQ-", "wB1 /wS1", "bS1 bG1\\")


def take_all(camera: Camera) -> None:
    """Take all screenshots of this set."""
    friend = camera.new_guest()
    for size, kind, theme in SCREENS:
        _take(camera, friend, size, f"{kind}-{theme}", theme)


def _take(
    camera: Camera, bo: APIRequestContext, size: tuple[int, int], name: str, theme: Theme
) -> None:
    ann = camera.guest
    page = camera.open("/", size, theme)
    page.locator("label:has([value=friend])").click()
    page.locator("#own-name").fill("Ann")
    page.locator("#own-name").blur()
    camera.take(page, f"friend-wish-{name}")
    asked = {"opponent": "friend", "color": "w", "name": "Ann", "ruleset": "Base+MLP"}
    clock = {"kind": "live", "base_s": 600, "increment_s": 5}
    game = ann.post("/api/games", data={**asked, "clock": clock}).json()
    path = f"/api/games/{game['id']}"
    page = camera.open(f"/game/{game['id']}", size, theme)
    page.get_by_role("button", name="Make a new link").click()
    page.get_by_test_id("qr").wait_for()
    camera.take(page, f"friend-invite-{name}")
    invitation = ann.post(f"{path}/invitation").json()["secret"]
    page = camera.open(f"/join/{game['id']}#{invitation}", size, theme, is_stranger=True)
    camera.take(page, f"friend-join-{name}")
    bo.post(f"{path}/join", data={"secret": invitation, "name": "Bo"})

    def say(who: APIRequestContext, **said: object) -> None:
        answer = who.post(f"{path}/say", data=said)
        assert answer.ok, answer.text()

    for ply, text in enumerate(OPENING):
        say((ann, bo)[ply % 2], type="move_text", ply=ply, text=text)
    say(bo, type="chat", text="Hello Ann! Good luck.")
    say(ann, type="chat", text="And to you, Bo.")
    watcher = camera.open(f"/game/{game['id']}", DESKTOP, theme, is_stranger=True)
    away = camera.open(f"/game/{game['id']}", size, theme)
    say(bo, type="offer", kind="draw", ply=len(OPENING))
    away.get_by_test_id("offer").wait_for()
    camera.take(away, f"friend-offer-{name}")
    page = camera.open(f"/game/{game['id']}", size, theme)
    if size == PHONE:
        page.get_by_role("button", name="Chat").click()
        camera.take(page, f"friend-chat-{name}")
        page = camera.open(f"/game/{game['id']}", size, theme)
    say(ann, type="move_text", ply=len(OPENING), text="wA2 -wA1")
    page.locator("[data-ply='9']").wait_for(state="attached")
    page.locator("[data-hand=w] [data-piece=wG1]").click()
    page.locator("[data-target='-4,0']").hover()
    page.mouse.down()
    page.mouse.up()
    page.get_by_test_id("planned").wait_for()
    camera.take(page, f"friend-ahead-{name}")
    page = camera.open(f"/game/{game['id']}", size, theme)
    if size == PHONE:
        page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Continue on another device").click()
    page.get_by_test_id("qr").wait_for()
    camera.take(page, f"friend-carry-{name}")
    say(bo, type="resign", ply=len(OPENING) + 1)
    say(bo, type="offer", kind="rematch", ply=len(OPENING) + 1)
    camera.take(camera.open(f"/game/{game['id']}", size, theme), f"friend-end-{name}")
    watcher.context.close()
