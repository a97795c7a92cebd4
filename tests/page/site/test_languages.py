"""The page's languages: which one is shown, and that no text is missing or unused."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from support.page.games import OPENING
from support.page.screen import Look, Screen
from support.repository import REPOSITORY

SOURCES = REPOSITORY / "web" / "src"
CATALOGUES = SOURCES / "lib" / "i18n"
HOLE = re.compile(r"\{\w+\}")


@pytest.mark.parametrize(
    ("asked", "shown", "title"),
    [
        ("en-US", "en", "Surround the queen."),
        ("it-IT", "it", "Circonda la regina."),
        ("is-IS", "en", "Surround the queen."),
    ],
)
def test_the_page_uses_the_browsers_language(
    look: Look, asked: str, shown: str, title: str
) -> None:
    screen = look("/", language=asked)
    expect(screen.find("html")).to_have_attribute("lang", shown)
    expect(screen.find("h1")).to_have_text(title)


def test_a_chosen_language_is_kept(look: Look) -> None:
    screen = look("/settings", language="en-GB")
    screen.page.get_by_text("Italiano").click()
    expect(screen.find("h1")).to_have_text("Impostazioni")
    expect(screen.find("html")).to_have_attribute("lang", "it")
    screen.page.reload()
    expect(screen.find("h1")).to_have_text("Impostazioni")
    screen.page.get_by_text("Come il browser").click()
    expect(screen.find("h1")).to_have_text("Settings")


def _check(screen: Screen) -> None:
    words = screen.find("body").evaluate(
        """body => [...body.querySelectorAll('*')].flatMap(e => [
            e.getAttribute('aria-label'), e.getAttribute('title'), e.getAttribute('placeholder'),
            ...[...e.childNodes].filter(n => n.nodeType === 3).map(n => n.textContent),
        ]).filter(text => text && text.trim())"""
    )
    holes = [text for text in words if HOLE.search(text)]
    assert not holes
    assert not [text for text in words if re.search(r"\b(undefined|null|NaN)\b", text)]


@pytest.mark.parametrize("language", ["en-GB", "it-IT"])
def test_no_screen_has_missing_texts(look: Look, language: str) -> None:
    screen = look("/", language=language)
    screen.expected += ["404"]  # from /nothing-here
    _check(screen)
    screen.page.locator("label", has=screen.find("[value=local]")).click()
    screen.find("label:has([value=mix])").click()
    _check(screen)
    for path in ("/settings", "/games", "/nothing-here"):
        screen.go(path)
        _check(screen)
    screen.go(f"/game/{screen.server.import_game(OPENING)}")
    _check(screen)
    screen.select("wQ")
    _check(screen)
    screen.click(screen.at("wS1"))
    _check(screen)
    for key in ("/", "?"):
        screen.keyboard.press(key)
        screen.find("dialog").wait_for()
        _check(screen)
        screen.keyboard.press("Escape")
        expect(screen.find("dialog")).to_have_count(0)


def keys_of(catalogue: str) -> list[str]:
    text = (CATALOGUES / f"{catalogue}.ts").read_text(encoding="utf-8")
    return re.findall(r'^  "([^"]+)":', text, re.MULTILINE)


def test_the_catalogues_have_the_same_keys() -> None:
    assert keys_of("en") == keys_of("it")
    assert len(set(keys_of("en"))) == len(keys_of("en")) > 100


def test_every_text_is_used_somewhere() -> None:
    sources = "\n".join(
        path.read_text(encoding="utf-8")
        for path in SOURCES.rglob("*")
        if path.suffix in (".ts", ".svelte") and path.parent != CATALOGUES
    )
    # Some keys are built from templates such as `why.${code}`.
    families = [
        re.compile(".+".join(re.escape(part) for part in re.split(r"\$\{[^}]*\}", template)))
        for template in re.findall(r"`([a-z]+\.(?:\$\{[^}]*\}|[^`$\s])*)`", sources)
    ]
    assert families
    unused = [
        key
        for key in keys_of("en")
        if f'"{key}"' not in sources and not any(one.fullmatch(key) for one in families)
    ]
    assert not unused
