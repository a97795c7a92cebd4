"""The rules reference: its diagrams against the rules, its texts in every language."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from beespace.commands.rules import blocks
from beespace.formats.text import ASCII
from beespace.lessons import REQUIRED_LANGUAGES, lessons
from beespace.lessons.reference import all_sections, diagrams, differences, editions, sections
from beespace.rules import (
    EDITIONS,
    RULESETS,
    TOURNAMENT,
    Board,
    Color,
    Pass,
    Piece,
)
from support.lesson_texts import all_texts

REQUIRED = set(REQUIRED_LANGUAGES)
# The counts the booklets print under their figures.
PRINTED = {
    "queen": 4,
    "beetle": 4,
    "beetle-three": 3,
    "grasshopper": 3,
    "spider": 4,
    "ant": 11,
    "ladybug": 10,
    "mosquito": 6,
}
# Two booklets count the same figure differently; each edition shows what its booklet prints.
BEETLES = {
    "base": {"beetle"},
    "pocket": {"beetle"},
    "ultimate": {"beetle-three"},
    "tournament": {"beetle", "beetle-three"},
}


@pytest.mark.parametrize("name", PRINTED)
def test_diagrams_have_the_counts_in_the_booklets(name: str) -> None:
    diagram = diagrams()[name]
    assert diagram.count == PRINTED[name]
    assert diagram.piece is not None
    moves = diagram.board().legal_moves.of(diagram.piece)
    assert len({move.to for move in moves if not isinstance(move, Pass)}) == PRINTED[name]


def test_each_edition_shows_the_beetle_figure_of_its_booklet() -> None:
    for edition, shown in BEETLES.items():
        section = next(section for section in sections(edition) if section.id == "beetle")
        assert {d.id for d in section.diagrams_of(edition)} - {"beetle-gap"} == shown


@pytest.mark.parametrize("name", ["pinned", "in-transit", "gate", "pillbug-gate"])
def test_diagrams_of_limits_show_a_piece_that_cannot_move(name: str) -> None:
    diagram = diagrams()[name]
    assert diagram.piece is not None
    reason = diagram.board().why_immobile(diagram.piece)
    assert reason is not None
    assert reason.code.value == ("gate" if "gate" in name else "pinned")


@pytest.mark.parametrize("name", list(diagrams()))
def test_counts_match_the_legal_moves(name: str) -> None:
    diagram = diagrams()[name]
    if diagram.count is not None:
        assert diagram.piece is not None
        assert len(diagram.board().legal_moves.of(diagram.piece)) == diagram.count


@pytest.mark.parametrize("name", list(diagrams()))
def test_crosses_mark_hexes_where_the_piece_cannot_go(name: str) -> None:
    diagram = diagrams()[name]
    if not diagram.crossed:
        return
    board, piece = diagram.board(), diagram.piece
    assert piece is not None
    for hex in diagram.crossed:
        assert board.why_illegal(board.move_to(piece, hex)) is not None
        assert board.stack(hex) or any(board.stack(near) for near in hex.neighbors())


def test_the_figures_with_an_x_in_the_booklets_have_crosses() -> None:
    crossed = {name for name, diagram in diagrams().items() if diagram.crossed}
    assert {"beetle-three", "grasshopper", "spider", "ant", "placing", "in-transit"} <= crossed
    beetle = diagrams()["beetle-three"]
    board = beetle.board()
    home, ant = board.location(Piece.parse("wB1")), board.location(Piece.parse("wA1"))
    assert home is not None
    assert ant in beetle.crossed
    moves = board.legal_moves.of(Piece.parse("wB1"))
    reached = {move.to for move in moves if not isinstance(move, Pass)}
    assert set(beetle.crossed) == set(home.neighbors()) - reached


def _cells(topic: str) -> dict[str, str]:
    (row,) = (row for row in differences() if row.topic["en"] == topic)
    return {edition: texts["en"] for edition, texts in row.cells.items()}


def test_the_table_of_differences_says_what_the_rulesets_do() -> None:
    pieces, queen_first = _cells("Pieces for each player"), _cells("Placing your queen first")
    begins, gates = _cells("Who begins"), _cells("Gates between stacks for climbers")
    for name, edition in EDITIONS.items():
        assert pieces[name].startswith(str(edition.piece_count))
        assert (queen_first[name] == "allowed") == edition.ruleset.queen_first
        assert gates[name].endswith("they count") == edition.ruleset.stack_gates
        assert begins[name].endswith("White")
        assert Board(edition.ruleset).turn is Color.WHITE
    assert (queen_first["tournament"] == "allowed") == TOURNAMENT.queen_first
    assert gates["tournament"].endswith("they count") == TOURNAMENT.stack_gates
    rulesets = {
        **{name: edition.ruleset for name, edition in EDITIONS.items()},
        "tournament": TOURNAMENT,
    }
    for name, text in _cells("A position comes up a third time").items():
        assert (text == "a draw") == (rulesets[name].repetition == "threefold")


def test_rows_about_a_bug_are_empty_for_boxes_without_it() -> None:
    for topic, bug in {
        "Which piece of a stack a mosquito copies": "M",
        "Throwing before your queen is placed": "P",
        "Can a resting pillbug or mosquito throw?": "P",
        "Does a thrown piece still rest after a pass?": "P",
    }.items():
        for name, text in _cells(topic).items():
            has_bug = bug in {kind.value for kind in editions()[name].ruleset.bugs}
            assert (text == "–") == (not has_bug), topic


def test_editions_are_the_named_rulesets() -> None:
    assert [edition.ruleset for edition in editions().values()] == list(RULESETS.values())


def test_editions_have_the_names_that_players_know() -> None:
    names = ["Base", "Pocket", "Ultimate Pocket", "Tournament rules"]
    assert [edition.title["en"] for edition in editions().values()] == names
    for edition in EDITIONS.values():
        assert editions()[edition.id].title["en"] == edition.name
        assert editions()[edition.id].ruleset == edition.ruleset


def test_no_text_for_players_has_an_option_name_or_notation() -> None:
    """Players read words: no option names, game types, piece names or moves."""
    code = re.compile(r"no-stack-gates|threefold|queen-first|Base\+|\b[wb][QBGSALMP][123]?\b")
    for texts in all_texts():
        for text in texts.values():
            assert not code.search(text), text


def test_an_edition_has_a_section_for_every_bug_in_its_box() -> None:
    for edition in editions().values():
        names = {section.id for section in sections(edition.id)}
        kinds = {bug.name.lower() for bug in edition.ruleset.bugs}
        assert kinds <= names
        assert not (names & {"ladybug", "mosquito", "pillbug"}) - kinds


def test_texts_exist_in_every_language() -> None:
    for edition in editions().values():
        assert set(edition.title) >= REQUIRED
        assert set(edition.line) >= REQUIRED
        for section in sections(edition.id):
            assert section.paragraphs(edition.id), section.id
            for texts in (section.title, *section.paragraphs(edition.id)):
                assert set(texts) >= REQUIRED
                assert all(text.strip() for text in texts.values())
            for diagram in section.diagrams_of(edition.id):
                assert set(diagram.caption) >= REQUIRED
    for row in differences():
        assert set(row.topic) >= REQUIRED
        assert set(row.cells) == set(editions())
        assert all(set(texts) >= REQUIRED for texts in row.cells.values())


def test_names_are_used_once_and_lessons_exist() -> None:
    names = [diagram.id for section in all_sections() for diagram in section.diagrams]
    assert len(names) == len(set(names))
    assert {section.lesson for section in all_sections()} <= {None, *lessons()}
    for section in all_sections():
        assert set(section.editions) <= set(editions())


@pytest.mark.parametrize("language", REQUIRED_LANGUAGES)
@pytest.mark.parametrize("edition", list(editions()))
def test_the_terminal_prints_an_edition(edition: str, language: str) -> None:
    text = "\n\n".join(blocks(edition, language))
    assert all(len(line) <= 80 for line in text.splitlines())
    for section in sections(edition):
        assert section.title[language] in text
    assert "»wA1«" in text
    assert text.count("×") >= 10
    places = {"en": "places to go", "it": "Posti per", "de": "Plätze für"}
    stacks = {"en": "Stack of 2", "it": "Pila di 2", "de": "Stapel aus 2"}
    for words in (places, stacks):
        assert [other for other in words if words[other] in text] == [language]


def test_plain_drawings_use_only_ascii() -> None:
    text = "\n\n".join(blocks("base", "en", ASCII))
    assert ">wA1<" in text
    assert not set("│╱╲»«") & set(text)


def _run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "-m", "beespace", "rules", *arguments],
        capture_output=True,
        env={**clean, "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
    )


def test_the_command_prints_the_rules_of_the_base_box_in_english() -> None:
    result = _run()
    assert result.returncode == 0
    assert result.stdout.decode().startswith("The rules of Hive: Base\n")
    assert not result.stderr


def test_the_command_uses_the_language_of_the_system() -> None:
    assert _run("base", LANG="it_IT.UTF-8").stdout.decode().startswith("Le regole di Hive")
    assert _run("base", LANG="de_AT.UTF-8").stdout.decode().startswith("Die Regeln von Hive")
    assert _run("base", LANG="xx_XX.UTF-8").stdout.decode().startswith("The rules of Hive")
    other = _run("base", "--language", "en", LANG="it_IT.UTF-8")
    assert other.stdout.decode().startswith("The rules of Hive")


def test_an_ascii_terminal_gets_plain_drawings() -> None:
    result = _run("base", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert b">wA1<" in result.stdout


def test_an_unknown_edition_is_refused() -> None:
    result = _run("deluxe")
    assert result.returncode == 2
    assert b"tournament" in result.stderr
