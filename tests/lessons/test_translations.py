"""Languages other than English: the page's catalogues, and the texts of lessons and rules."""

from __future__ import annotations

import re

import pytest

from beespace.lessons import REQUIRED_LANGUAGES
from support.lesson_texts import all_texts
from support.repository import REPOSITORY

CATALOGUES = REPOSITORY / "web" / "src" / "lib" / "i18n"
OTHERS = sorted(
    path.stem for path in CATALOGUES.glob("??.ts") if path.stem != "en" and path.stem.isalpha()
)
_ENTRY = re.compile(r'^  "([^"]+)":\s*("(?:[^"\\]|\\.)*"|\{.*?\n?\s*\}),$', re.M | re.S)


def texts_of(language: str) -> dict[str, str]:
    """Return the texts of a catalogue by key; those with plural forms as written."""
    return dict(_ENTRY.findall((CATALOGUES / f"{language}.ts").read_text("utf-8")))


def blanks(text: str) -> set[str]:
    """Return the names of the placeholders in a text."""
    return set(re.findall(r"\{(\w+)\}", text))


def test_languages_besides_english_are_found() -> None:
    assert {"it", "de"} <= set(OTHERS)
    assert len(texts_of("en")) > 250


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_no_key_that_english_lacks(language: str) -> None:
    assert set(texts_of(language)) <= set(texts_of("en"))


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_match_those_in_english(language: str) -> None:
    english = texts_of("en")
    for key, text in texts_of(language).items():
        assert blanks(text) <= blanks(english[key]), key


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_is_registered(language: str) -> None:
    index = (CATALOGUES / "index.svelte.ts").read_text("utf-8")
    assert f'import("./{language}").then(' in index


def test_texts_of_lessons_and_rules_use_the_languages_of_the_page() -> None:
    for texts in all_texts():
        assert set(REQUIRED_LANGUAGES) <= set(texts) <= {"en", *OTHERS}


def test_the_beetle_has_one_name_in_italian() -> None:
    """The Italian Pocket booklet has two; we use the one of the beetle's own section."""
    texts = [one["it"].lower() for one in all_texts()] + [
        text.lower() for text in texts_of("it").values()
    ]
    assert sum("scarabe" in text for text in texts) > 30
    assert not [text for text in texts if "scarafagg" in text]
