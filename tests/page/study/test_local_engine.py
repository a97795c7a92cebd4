"""The analysis board asks the server for nothing, and says where its engine runs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Request, WebSocket, expect

from support.missing import missing
from support.page.screen import Look, Screen
from support.page.study_screen import here, is_ready, play, words
from support.repository import REPOSITORY

pytestmark = pytest.mark.usefixtures("core")


@pytest.fixture(autouse=True)
def engine() -> None:
    if not any((REPOSITORY / "build" / "wasm").glob("*.wasm")):
        missing("the page has no engine: run `make wasm page`")


def watched(screen: Screen) -> list[str]:
    """Return a list that fills with the paths of all requests and sockets to the API."""
    asked: list[str] = []

    def note(request: Request | WebSocket) -> None:
        asked.extend(re.findall(r"/api/.*", request.url))

    screen.page.on("request", note)
    screen.page.on("websocket", note)
    return asked


def test_an_analysis_with_lines_asks_the_server_for_nothing(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    asked = watched(screen)
    play(screen, "wS1", (0, 0), "wS1")
    play(screen, "bG1", (1, 0), "bG1 wS1-")
    screen.keyboard.press("3")
    screen.keyboard.press("e")
    expect(screen.tested("line")).to_have_count(3)
    expect(screen.tested("runs-on")).to_have_text(re.compile("Runs on this device"))
    screen.keyboard.press("ArrowLeft")
    here(screen, "wS1")
    expect(screen.tested("line")).to_have_count(3)
    # How often depends on the time: see web/tests/local/fairPlay.test.ts. What was stored before is
    # synchronized whenever there is time.
    assert set(asked) <= {"/api/fair-play", "/api/sync"}
    # The headers allow threads.
    assert screen.page.evaluate("crossOriginIsolated") is True


def test_several_processors_are_used_where_the_device_has_them(look: Look) -> None:
    screen = look("/settings")
    pretend = "Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 4 })"
    screen.context.add_init_script(pretend)
    screen.go("/settings")
    expect(screen.page.get_by_label("2", exact=True)).to_be_checked()
    screen.page.get_by_label("3", exact=True).check()
    screen.go("/analysis")
    is_ready(screen)
    screen.keyboard.press("e")
    expect(screen.tested("line")).to_have_count(3)
    # The engine's own worker, and two that help it.
    assert len(screen.page.workers) == 3
    expect(screen.tested("runs-on")).to_have_text("Runs on this device with 3 processors.")


def test_the_server_can_be_asked_instead(look: Look) -> None:
    screen = look("/settings")
    screen.page.get_by_label("On the server").check()
    screen.go("/analysis")
    is_ready(screen)
    asked = watched(screen)
    screen.keyboard.press("e")
    expect(screen.tested("line").first).to_be_visible()
    expect(screen.tested("runs-on")).to_have_text(words(screen, "engine.server"))
    assert "/api/analysis/socket" in asked


def test_without_webassembly_the_server_answers(look: Look) -> None:
    screen = look("/settings")
    screen.context.add_init_script("delete globalThis.WebAssembly")
    screen.go("/settings")
    expect(screen.page.get_by_role("status").first).to_contain_text(
        words(screen, "settings.engine.only-server")
    )
    screen.go("/analysis")
    is_ready(screen)
    play(screen, "wS1", (0, 0), "wS1")
    screen.keyboard.press("e")
    expect(screen.tested("line").first).to_be_visible()
    expect(screen.tested("runs-on")).to_have_text(words(screen, "engine.only-server"))


def test_the_engine_rests_while_the_page_is_hidden(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    screen.keyboard.press("e")
    expect(screen.tested("line").first).to_be_visible()
    hide = """is => {
        Object.defineProperty(document, "hidden", { value: is, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    screen.page.evaluate(hide, True)
    shown = "document.querySelector('[data-testid=facts]').innerText"
    # The time is told every second, unless the engine rests.
    before = screen.page.evaluate(shown)
    screen.page.wait_for_timeout(2500)
    assert screen.page.evaluate(shown) == before
    screen.page.evaluate(hide, False)
    screen.page.wait_for_function(f"before => {shown} !== before", arg=before)


def test_a_running_game_with_a_friend_is_not_analysed_here_either(look: Look) -> None:
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-", "wA1 bA1-"]
    screen = look("/")
    screen.server.new_friend_game(*moves, ruleset="Base")
    text = ";".join(["Base", "InProgress", "Black[4]", *moves])
    screen.go(f"/analysis?open={text.replace(';', '%3B')}")
    is_ready(screen)
    screen.keyboard.press("End")
    here(screen, moves[-1])
    screen.keyboard.press("e")
    expect(screen.tested("facts")).to_have_text(words(screen, "engine.own-game"))
