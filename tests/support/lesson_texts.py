"""The texts of the lessons and of the rules reference."""

from __future__ import annotations

from beespace.lessons import Texts, chapters, lessons, reference


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
