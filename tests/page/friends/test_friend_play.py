"""Planned moves, chat, aborting and resigning in a game with a friend."""

from __future__ import annotations

from playwright.sync_api import expect

from support.page.friends import OPENING_MOVES, Friends, play_in_turn


def test_a_planned_move_is_played_when_it_becomes_legal(friends: Friends) -> None:
    ann, bo = friends.pair()
    play_in_turn(ann, bo, OPENING_MOVES[:5])
    expect(ann.tested("status")).to_contain_text("You can plan your next move.")
    # Two clicks plan a move and show it; a click or Escape cancels it.
    for is_click in (True, False):
        ann.click(ann.at("wA2"))
        ann.click(ann.origin(ann.target((-1, 1))))
        expect(ann.tested("planned")).to_be_visible()
        expect(ann.tested("live")).to_contain_text("Planned for your next turn: White ant")
        if is_click:
            ann.click(ann.where((-1, 3)))
        else:
            ann.keyboard.press("Escape")
        expect(ann.tested("planned")).to_have_count(0)
    # Plan a move by dragging.
    ann.drag(ann.at("wA2"), ann.where((-3, 0)))
    expect(ann.tested("planned")).to_be_visible()
    assert len(ann.game()["moves"]) == 5
    bo.play("bA1", (3, 0))
    bo.wait_for_ply(7)
    expect(ann.tested("planned")).to_have_count(0)
    assert ann.game()["moves"][-1]["piece"] == "wA2"
    assert tuple(ann.game()["moves"][-1]["to"]) == (-3, 0)


def test_a_planned_move_that_is_not_legal_is_dropped(friends: Friends) -> None:
    ann, bo = friends.pair()
    play_in_turn(ann, bo, OPENING_MOVES[:5])
    # White can't place a new piece next to a black one.
    ann.click(ann.at("wA2"))
    ann.click(ann.origin(ann.target((3, 0))))
    expect(ann.tested("planned")).to_be_visible()
    play_in_turn(ann, bo, ["bA1 bQ/"])
    expect(ann.tested("notice")).to_have_text("The move you planned isn't possible any more.")
    expect(ann.tested("planned")).to_have_count(0)
    expect(ann.tested("status")).to_contain_text("Your move")
    assert len(ann.game()["moves"]) == 6


def test_a_throw_of_the_friends_piece_can_be_planned(friends: Friends) -> None:
    ann, bo = friends.pair(ruleset="Base+P")
    opening = ("wP", "bS1 wP-", "wQ -wP", "bQ bS1/", "wA1 -wQ", "bA1 bQ-", "wB1 -wA1")
    play_in_turn(ann, bo, opening)
    # The spider is pinned until the ant reaches its hex.
    ann.click(ann.at("bS1"))
    ann.click(ann.origin(ann.target((0, 1))))
    expect(ann.tested("planned")).to_be_visible()
    bo.play("bA1", (1, -1))
    ann.wait_for_ply(9)
    thrown = ann.game()["moves"][-1]
    assert (thrown["piece"], thrown["to"], thrown["thrower"]) == ("bS1", [0, 1], "wP")


def test_friends_chat_and_can_be_muted(friends: Friends) -> None:
    ann, bo = friends.pair()
    eve = friends.person()
    eve.go(f"/game/{ann.game_id}")
    ann.find("#chat-text").fill("Good luck <b>Bo</b>!")
    ann.keyboard.press("Enter")
    for screen in (ann, bo):
        expect(screen.tested("chat").locator("li")).to_have_text(["Ann Good luck <b>Bo</b>!"])
    expect(ann.find("#chat-text")).to_have_value("")
    # Keyboard shortcuts of the board are only letters here.
    bo.find("#chat-text").press_sequentially("fum?")
    expect(bo.find("dialog")).to_have_count(0)
    bo.button("Send").click()
    expect(ann.tested("chat").locator("li")).to_have_count(2)
    expect(eve.tested("chat")).to_have_count(0)
    ann.button("Mute").click()
    bo.find("#chat-text").fill("Hello?")
    bo.button("Send").click()
    expect(bo.tested("chat").locator("li")).to_have_count(3)
    expect(ann.tested("chat").locator("li")).to_have_text(["Ann Good luck <b>Bo</b>!"])
    # Muting is remembered and can be undone.
    ann.page.reload()
    expect(ann.button("Unmute")).to_be_visible()
    expect(ann.tested("chat").locator("li")).to_have_text(["Ann Good luck <b>Bo</b>!"])
    ann.button("Unmute").click()
    expect(ann.tested("chat").locator("li")).to_have_count(3)


def test_a_phone_counts_new_chat_messages(friends: Friends) -> None:
    ann, bo = friends.pair(size=(390, 844))
    bo.button("Chat").tap()
    bo.find("#chat-text").fill("Hello")
    bo.button("Send").tap()
    ann.button("Chat, 1 new message").tap()
    expect(ann.tested("chat").locator("li")).to_have_text(["Bo Hello"])
    expect(ann.button("Chat")).to_be_visible()


def test_offers_are_visible_above_a_phones_sheets(friends: Friends) -> None:
    ann, bo = friends.pair(size=(390, 844))
    play_in_turn(ann, bo, OPENING_MOVES[:2])
    for name, sheet in (("Chat", ".talk"), ("Moves", ".list.moves")):
        ann.button(name).tap()
        if name == "Chat":
            bo.button("Offer a draw").tap()
        expect(ann.tested("status")).to_contain_text("Your move")
        over = ann.find(sheet).bounding_box()
        assert over is not None
        for part in (ann.tested("offer"), ann.tested("status")):
            expect(part).to_be_visible()
            box = part.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= over["y"], name
    ann.tested("offer").get_by_role("button", name="Decline").tap()
    expect(ann.tested("offer")).to_have_count(0)
    expect(ann.button("Moves")).to_have_attribute("aria-expanded", "true")


def test_a_phones_sheets_can_be_closed_in_three_ways(friends: Friends) -> None:
    ann, _ = friends.pair(size=(390, 844))
    line, opener = ann.find("#chat-text"), ann.button("Chat")
    for shut in ("cross", "Escape", "board"):
        opener.tap()
        line.fill("Wait")
        if shut == "cross":
            ann.button("Close").tap()
        elif shut == "Escape":
            line.press("Escape")
        else:
            ann.page.touchscreen.tap(195, 250)
        expect(line).not_to_be_visible()
        expect(opener).to_have_attribute("aria-expanded", "false")
        # Keyboard users keep their place.
        if shut != "board":
            expect(opener).to_be_focused()


def test_a_phone_in_landscape_shows_everything_beside_the_board(friends: Friends) -> None:
    ann, bo = friends.pair(size=(844, 390), clock=None)
    play_in_turn(ann, bo, OPENING_MOVES[:2])
    bo.button("Ask for a takeback").tap()
    offer, board = ann.tested("offer"), ann.find(".felt").bounding_box()
    assert board is not None
    for part in (ann.tested("status"), ann.tested("queen-countdown"), offer):
        expect(part).to_be_visible()
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= board["x"] + board["width"], part
    expect(ann.find(".player", has_text="Ann")).to_be_visible()
    offer.get_by_role("button", name="Accept").tap()
    expect(bo.find("[data-ply]")).to_have_count(1)


def test_a_name_of_one_long_word_stays_on_the_screen(friends: Friends) -> None:
    ann, bo = friends.person(size=(390, 844), has_touch=True), friends.person()
    link = friends.invite(bo, name="W" * 40)
    looks_wide = "document.scrollingElement.scrollWidth > document.documentElement.clientWidth"
    ann.page.goto(link)
    expect(ann.find("h1")).to_contain_text("WWW")
    assert not ann.page.evaluate(looks_wide)
    friends.join(ann, link, name="M" * 40)
    bo.wait_for_game()
    play_in_turn(bo, ann, ["wS1", "bS1 wS1-"])
    bo.button("Offer a draw").click()
    for part in (ann.tested("offer").locator("span"), ann.tested("status").locator("b")):
        expect(part).to_contain_text("W" * 40)
        box = part.bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= 390
    for path in ("/", "/games"):
        ann.go(path)
        expect(ann.page.get_by_text("W" * 40).first).to_be_visible()
        assert not ann.page.evaluate(looks_wide)


def test_a_game_that_has_only_just_begun_can_be_aborted(friends: Friends) -> None:
    ann, bo = friends.pair()
    play_in_turn(ann, bo, ["wS1"])
    # Players can't offer a draw before both have moved.
    expect(bo.button("Ask for a takeback")).to_be_visible()
    expect(bo.button("Offer a draw")).to_have_count(0)
    bo.button("Abort").click()
    bo.find("dialog").get_by_role("button", name="Abort").click()
    for screen in (ann, bo):
        expect(screen.tested("end")).to_contain_text("The game was aborted.")


def test_resigning_asks_first_and_names_the_winner(friends: Friends) -> None:
    ann, bo = friends.pair(clock=None, color="b")
    play_in_turn(bo, ann, ["wS1", "bS1 wS1-"])
    expect(ann.button("Abort")).to_have_count(0)
    ann.button("Resign").click()
    ann.button("Keep playing").click()
    ann.button("Resign").click()
    ann.find("dialog").get_by_role("button", name="Resign").click()
    expect(ann.tested("end")).to_contain_text("You lost. You resigned.")
    expect(bo.tested("end")).to_contain_text("You won. Black resigned.")
    # A rematch can be declined.
    bo.button("Rematch").click()
    ann.tested("offer").get_by_role("button", name="Decline").click()
    expect(bo.tested("notice")).to_have_text("No rematch this time.")


def test_an_offer_is_answered_by_keyboard_and_withdrawn(friends: Friends) -> None:
    ann, bo = friends.pair()
    play_in_turn(ann, bo, OPENING_MOVES[:2])
    ann.button("Offer a draw").click()
    expect(ann.button("Offer a draw")).to_be_disabled()
    expect(bo.tested("live")).to_contain_text("Ann offers a draw.")
    ann.button("Withdraw").click()
    expect(bo.tested("offer")).to_have_count(0)
    bo.button("Ask for a takeback").click()
    expect(ann.tested("offer")).to_be_visible()
    ann.find(".board").focus()
    for _ in range(12):
        ann.keyboard.press("Tab")
        if ann.page.evaluate("document.activeElement.textContent").strip() == "Accept":
            break
    ann.keyboard.press("Enter")
    expect(bo.find("[data-ply]")).to_have_count(1)


def test_the_title_says_whose_turn_it_is(friends: Friends) -> None:
    ann, bo = friends.pair()
    expect(ann.page).to_have_title("● Your move · Ann – Bo · Beespace")
    expect(bo.page).to_have_title("Ann – Bo · Beespace")
    play_in_turn(ann, bo, ["wS1"])
    expect(ann.page).to_have_title("Ann – Bo · Beespace")
    expect(bo.page).to_have_title("● Your move · Ann – Bo · Beespace")


def test_a_notification_is_shown_when_allowed_and_the_page_has_no_focus(friends: Friends) -> None:
    ann, bo = friends.pair()
    bo.context.grant_permissions(["notifications"])
    # Record the notifications, and make the page believe it has no focus.
    bo.context.add_init_script("""
        window.shown = [];
        const Real = window.Notification;
        window.Notification = class extends Real {
            constructor(title, options) {
                super(title, options);
                shown.push([title, options.body]);
            }
        };
        document.hasFocus = () => false;
    """)
    bo.page.goto("/settings")
    bo.button("Allow notifications").click()
    expect(bo.button("Notifications: Off")).to_be_visible()
    bo.go(f"/game/{ann.game_id}")
    play_in_turn(ann, bo, ["wS1"])
    bo.page.wait_for_function("shown.length > 0")
    assert bo.page.evaluate("shown") == [["Your move", "Ann: White spider, in the middle"]]


def test_settings_say_when_a_browser_cannot_show_notifications(friends: Friends) -> None:
    # As on Android, where only service workers can create notifications.
    bo = friends.person()
    bo.context.add_init_script("""
        window.Notification = class extends window.Notification {
            constructor() {
                throw new TypeError("Illegal constructor.");
            }
        };
    """)
    bo.page.goto("/settings")
    expect(bo.page.get_by_text("This browser can't show notifications")).to_be_visible()
    expect(bo.button("Allow notifications")).to_have_count(0)
    # With permission already granted, the page only finds out when it tries to show one.
    bo.context.grant_permissions(["notifications"])
    bo.page.reload()
    bo.button("Allow notifications").click()
    expect(bo.page.get_by_text("This browser can't show notifications")).to_be_visible()
    expect(bo.button("Notifications: Off")).to_have_count(0)
