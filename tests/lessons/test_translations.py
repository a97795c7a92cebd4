"""Languages other than English: the page's catalogues, and the texts of lessons and rules."""

from __future__ import annotations

import re

import pytest

from beespace.lessons import REQUIRED_LANGUAGES, Texts, chapters, lessons, reference
from conftest import REPOSITORY

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
    assert f'import {{ {language} }} from "./{language}"' in index


def all_texts() -> list[Texts]:
    """Return every text of the lessons and of the reference."""
    found = [chapter.title for chapter in chapters()]
    for lesson in lessons().values():
        found += [lesson.title, lesson.line]
        for step in lesson.steps:
            found += [t for t in (step.text, step.hint, step.done, step.miss) if t]
    for section in reference.all_sections():
        found.append(section.title)
        found += [diagram.caption for diagram in section.diagrams]
        found += [t for e in section.editions for t in section.paragraphs(e)]
    for edition in reference.editions().values():
        found += [edition.title, edition.line]
    found += [t for row in reference.differences() for t in (row.topic, *row.cells.values())]
    return found


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
