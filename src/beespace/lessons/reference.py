"""Read the rules reference from `data/rules`: sections, diagrams and differences."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from beespace.lessons.lesson import Texts, read_board, read_hex
from beespace.rules import BaseBoard, Hex, Piece, Ruleset

# The files, in the order of the booklets.
_FILES = ("turn", "creatures", "limits", "end")


@dataclass(frozen=True)
class Edition:
    """A box with its booklet, or tournament rules; URLs and commands use the `id`."""

    id: str
    ruleset: Ruleset
    title: Texts
    line: Texts


@dataclass(frozen=True)
class Diagram:
    """A position to look at and try out.

    `count` is how many places `piece` can go to, as printed under a booklet's figure. `crossed`
    are the hexes, empty or occupied, that `piece` seems to reach but can't go to.
    """

    id: str
    caption: Texts
    piece: Piece | None
    count: int | None
    crossed: tuple[Hex, ...]
    editions: tuple[str, ...]
    _start: BaseBoard = field(repr=False)

    def board(self) -> BaseBoard:
        """Return a copy of the board with the position."""
        return self._start.copy()


@dataclass(frozen=True)
class Section:
    """A part of the rules; some of its content applies to some editions only.

    `all_paragraphs` has the editions of each paragraph, too.
    """

    id: str
    title: Texts
    editions: tuple[str, ...]
    lesson: str | None
    diagrams: tuple[Diagram, ...]
    all_paragraphs: tuple[tuple[tuple[str, ...], Texts], ...]

    def paragraphs(self, edition: str) -> list[Texts]:
        """Return the paragraphs for an edition."""
        return [texts for editions, texts in self.all_paragraphs if edition in editions]

    def diagrams_of(self, edition: str) -> list[Diagram]:
        """Return the diagrams for an edition."""
        return [diagram for diagram in self.diagrams if edition in diagram.editions]


@dataclass(frozen=True)
class Difference:
    """A topic on which the editions differ or are silent, with one cell per edition."""

    topic: Texts
    cells: dict[str, Texts]


@cache
def editions() -> Mapping[str, Edition]:
    """Return all editions by id."""
    return {
        entry["id"]: Edition(
            entry["id"], Ruleset.parse(entry["ruleset"]), entry["title"], entry["line"]
        )
        for entry in _table("editions")["editions"]
    }


@cache
def sections(edition: str) -> tuple[Section, ...]:
    """Return the sections of an edition, in order."""
    return tuple(section for section in all_sections() if edition in section.editions)


@cache
def all_sections() -> tuple[Section, ...]:
    """Return the sections of all editions, in order."""
    return tuple(_read_section(entry) for name in _FILES for entry in _table(name)["sections"])


@cache
def diagrams() -> Mapping[str, Diagram]:
    """Return all diagrams by id."""
    return {diagram.id: diagram for section in all_sections() for diagram in section.diagrams}


@cache
def differences() -> tuple[Difference, ...]:
    """Return the rows of the table of differences."""
    return tuple(
        Difference(entry["topic"], {name: entry[name] for name in editions()})
        for entry in _table("differences")["rows"]
    )


def _table(name: str) -> dict[str, Any]:
    file = files("beespace.lessons") / "data" / "rules" / f"{name}.toml"
    return tomllib.loads(file.read_text("utf-8"))


def _read_section(table: dict[str, Any]) -> Section:
    own = tuple(table.get("editions", editions()))
    return Section(
        id=table["id"],
        title=table["title"],
        editions=own,
        lesson=table.get("lesson"),
        diagrams=tuple(_read_diagram(entry, own) for entry in table.get("diagrams", [])),
        all_paragraphs=tuple(
            (tuple(entry.get("editions", own)), {k: v for k, v in entry.items() if k != "editions"})
            for entry in table["paragraphs"]
        ),
    )


def _read_diagram(table: dict[str, Any], editions_of_section: tuple[str, ...]) -> Diagram:
    board, marks = read_board(table)
    return Diagram(
        id=table["id"],
        caption=table["caption"],
        piece=Piece.parse(table["piece"]) if "piece" in table else None,
        count=table.get("count"),
        crossed=tuple(read_hex(at, board, marks) for at in table.get("crossed", [])),
        editions=tuple(table.get("editions", editions_of_section)),
        _start=board,
    )
