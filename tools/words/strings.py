"""Every string of the interface, grouped as people meet them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from beespace.commands import rules as rules_command
from beespace.lessons import chapters, reference
from beespace.study import words as review_words

ROOT = Path(__file__).resolve().parents[2]

# A text of the page: a string, or one for each plural form.
Text = str | dict[str, str]


@dataclass(frozen=True)
class Group:
    """A heading, its level, and the strings under it: where each is, and its text by language."""

    level: int
    title: str
    rows: Sequence[tuple[str, Mapping[str, str]]]


def groups(catalogues: Mapping[str, Mapping[str, Text]]) -> Iterator[Group]:
    """Yield all strings: the page, the lessons, the rules reference and the rest."""
    yield Group(2, "The page", [])
    yield from _page(catalogues)
    yield Group(2, "Lessons", [])
    yield from _lessons()
    yield Group(2, "Rules reference", [])
    yield from _reference()
    reviews = {str(code): texts for code, texts in review_words.TEXTS.items()}
    yield Group(2, "Reviews as documents", _by_key(reviews))
    words = rules_command._WORDS
    yield Group(2, "The command beespace rules", list(words.items()))
    yield Group(2, "What browsers and app lists show", list(_browser()))


def _page(catalogues: Mapping[str, Mapping[str, Text]]) -> Iterator[Group]:
    for title, keys in _screens():
        rows = [
            (key, {code: _flat(texts[key]) for code, texts in catalogues.items() if key in texts})
            for key in keys
        ]
        yield Group(3, title, rows)


def _screens() -> list[tuple[str, list[str]]]:
    """Return the keys under the comments of the English catalogue; a comment may come again."""
    screens: dict[str, list[str]] = {}
    title = ""
    for line in (ROOT / "web/src/lib/i18n/en.ts").read_text("utf-8").splitlines():
        if comment := re.match(r"  // (.+)", line):
            title = comment[1].capitalize()
        elif key := re.match(r'  "([^"]+)":', line):
            screens.setdefault(title, []).append(key[1])
    return list(screens.items())


def _flat(text: Text) -> str:
    if isinstance(text, str):
        return text
    forms: dict[str, list[str]] = {}
    for form, words in text.items():
        forms.setdefault(words, []).append(form)
    return "<br>".join(f"({', '.join(names)}) {words}" for words, names in forms.items())


def _lessons() -> Iterator[Group]:
    for chapter in chapters():
        yield Group(3, f"Chapter: {chapter.title['en']}", [("title", chapter.title)])
        for lesson in chapter.lessons:
            rows = [("title", lesson.title), ("line", lesson.line)]
            for number, step in enumerate(lesson.steps, 1):
                texts = {"text": step.text, "hint": step.hint, "done": step.done, "miss": step.miss}
                rows += [(f"{number} {name}", text) for name, text in texts.items() if text]
            yield Group(4, lesson.title["en"], rows)


def _reference() -> Iterator[Group]:
    rows = []
    for edition in reference.editions().values():
        rows += [(f"{edition.id} title", edition.title), (f"{edition.id} line", edition.line)]
    yield Group(3, "Editions", rows)
    for section in reference.all_sections():
        rows = [("title", section.title)]
        for editions, text in section.all_paragraphs:
            where = "" if editions == section.editions else ", ".join(editions)
            rows.append((where or "text", text))
        rows += [(f"figure {diagram.id}", diagram.caption) for diagram in section.diagrams]
        yield Group(3, section.title["en"], rows)
    rows = []
    for difference in reference.differences():
        rows.append(("topic", difference.topic))
        rows += list(difference.cells.items())
    yield Group(3, "Differences", rows)


def _by_key(texts: Mapping[str, Mapping[str, str]]) -> list[tuple[str, Mapping[str, str]]]:
    return [(key, {code: texts[code][key] for code in texts}) for key in texts["en"]]


def _browser() -> Iterator[tuple[str, Mapping[str, str]]]:
    html = (ROOT / "web/index.html").read_text("utf-8")
    for name, pattern in {
        "page title": "<title>(.*?)</title>",
        "page description": 'name="description" content="(.*?)"',
    }.items():
        found = re.search(pattern, html)
        assert found is not None, pattern
        yield name, {"en": found[1]}
    manifest = json.loads((ROOT / "web/public/manifest.webmanifest").read_text("utf-8"))
    for name in ("name", "short_name", "description"):
        yield f"app {name.replace('_', ' ')}", {"en": manifest[name]}
