"""How long the engine thinks, with how many processors, and how strong that makes it here."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from support.page.screen import PHONE, Look, Screen

SPEED = re.compile(r"On this device the computer looks at about [\d,]+ positions a second\.")

# Where something is on the page, wherever the user has scrolled to.
PLACE = "element => element.getBoundingClientRect().top + window.scrollY"


def processors(screen: Screen, count: int) -> None:
    """Let the browser say that it has so many processors."""
    screen.page.add_init_script(
        f"Object.defineProperty(navigator, 'hardwareConcurrency', {{ get: () => {count} }});"
    )


def remember(screen: Screen, **thinking: object) -> None:
    """Store settings of the engine, as a visit before may have."""
    screen.page.evaluate(
        "value => localStorage.setItem('beespace.thinking', value)", json.dumps(thinking)
    )


def stored(screen: Screen, name: str) -> object:
    """Return a stored setting of the engine."""
    thinking = screen.page.evaluate("JSON.parse(localStorage.getItem('beespace.thinking') ?? '{}')")
    return thinking.get(name)


def test_two_processors_can_be_used_and_one_is_the_default(look: Look) -> None:
    screen = look("/")
    processors(screen, 2)
    screen.go("/settings")
    choice = screen.page.get_by_role("group", name="Processors to use")
    expect(choice.get_by_role("radio")).to_have_count(2)
    expect(choice.get_by_role("radio", name="1")).to_be_checked()
    choice.get_by_text("2", exact=True).click()
    screen.go("/analysis")
    screen.find("[data-hand=w]").wait_for()
    screen.keyboard.press("e")
    expect(screen.tested("runs-on")).to_have_text("Runs on this device with 2 processors.")
    expect(screen.tested("line").first).to_be_visible()


def test_one_processor_leaves_no_choice(look: Look) -> None:
    screen = look("/")
    processors(screen, 1)
    screen.go("/settings")
    expect(screen.tested("strength")).to_have_text(SPEED)
    expect(screen.page.get_by_text("Processors to use")).to_have_count(0)


def test_settings_measure_this_device(look: Look) -> None:
    screen = look("/settings")
    expect(screen.tested("strength")).to_have_text(SPEED)
    speed = stored(screen, "speed")
    assert isinstance(speed, int)
    assert speed > 0


def test_the_level_choice_says_what_the_device_means(look: Look) -> None:
    screen = look("/")
    strength = screen.tested("strength")
    expect(strength).to_have_count(0)  # the first level plays the same everywhere
    screen.page.get_by_text("Wasp", exact=True).click()
    expect(strength).to_have_text(SPEED)
    expect(strength).to_contain_text("Wasp is as strong here as on any other device.")
    expect(screen.page.get_by_text("Thinking time")).to_have_count(0)


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
def test_more_time_makes_the_last_level_stronger_on_a_slow_device(
    look: Look, is_phone: bool
) -> None:
    screen = look("/", **({"size": PHONE} if is_phone else {}))
    remember(screen, speed=150_000)
    screen.page.reload()
    screen.page.get_by_text("Queen", exact=True).last.click()
    strength = screen.tested("strength")
    expect(strength).to_contain_text("looks at about 150,000 positions a second.")
    expect(strength).to_contain_text("Queen is no stronger here than Drone.")
    time = screen.page.get_by_role("group", name="Thinking time for Queen")
    expect(time.get_by_role("radio", name="1.5 seconds")).to_be_checked()
    below = screen.page.get_by_role("group", name="You play")
    place = below.evaluate(PLACE)
    time.get_by_text("5 seconds", exact=True).click()
    expect(strength).to_contain_text("doesn't reach full strength here, but is stronger than")
    time.get_by_text("15 seconds", exact=True).click()
    expect(strength).to_contain_text("Queen plays at full strength here.")
    assert below.evaluate(PLACE) == place
    assert stored(screen, "moveSeconds") == 15


def test_nothing_is_said_where_the_server_thinks(look: Look) -> None:
    screen = look("/")
    remember(screen, by="server", speed=100_000)
    screen.page.reload()
    screen.page.get_by_text("Queen", exact=True).last.click()
    expect(screen.page.get_by_text("The computer at full strength.")).to_be_visible()
    expect(screen.tested("strength")).to_have_count(0)
