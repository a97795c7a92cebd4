"""`beespace rules`: print the rules reference in the terminal, with text drawings."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Iterator
from textwrap import fill
from typing import get_args

import click

from beespace.commands import errors_of_writing, standard_output
from beespace.formats.text import ASCII, UNICODE, Charset, draw_board
from beespace.formats.words import Language, bug_name
from beespace.lessons import REQUIRED_LANGUAGES, Texts, reference
from beespace.rules import Hex, Pass

_WIDTH = 78
_LANGUAGES: dict[str, Language] = {language: language for language in get_args(Language)}
# The words that the reference data doesn't have.
_WORDS: dict[str, Texts] = {
    "title": {
        "en": "The rules of Hive: {edition}",
        "it": "Le regole di Hive: {edition}",
        "de": "Die Regeln von Hive: {edition}",
    },
    "place": {
        "en": "The marked piece has 1 place to go.",
        "it": "Posti per la tessera segnata: 1.",
        "de": "Plätze für den markierten Stein: 1.",
    },
    "places": {
        "en": "The marked piece has {count} places to go.",
        "it": "Posti per la tessera segnata: {count}.",
        "de": "Plätze für den markierten Stein: {count}.",
    },
    "nowhere": {
        "en": "The marked piece can't move.",
        "it": "La tessera segnata non può muoversi.",
        "de": "Der markierte Stein kann nicht ziehen.",
    },
    "new": {
        "en": "The new piece has {count} places to go.",
        "it": "Posti per la tessera nuova: {count}.",
        "de": "Plätze für den neuen Stein: {count}.",
    },
    "legend": {
        "en": "Short names in the drawings: w is White, b is Black; {bugs}. Numbers tell identical "
        "pieces apart: wA1 is White's first ant.",
        "it": "Nei disegni le tessere hanno un nome breve: w è il Bianco, b è il Nero; {bugs}. "
        "I numeri distinguono le tessere uguali: wA1 è la prima formica bianca.",
        "de": "Kurznamen in den Zeichnungen: w ist Weiß, b ist Schwarz; {bugs}. Zahlen "
        "unterscheiden gleiche Steine: wA1 ist die erste weiße Ameise.",
    },
    "stack": {"en": "Stack of {count}", "it": "Pila di {count}", "de": "Stapel aus {count}"},
    "differences": {
        "en": "How the editions differ and what Beespace does",
        "it": "In che cosa differiscono le edizioni, e come gioca Beespace",
        "de": "Wie sich die Ausgaben unterscheiden und was Beespace macht",
    },
}


@click.command("rules")
@click.argument(
    "edition", type=click.Choice(["base", "pocket", "ultimate", "tournament"]), default="base"
)
@click.option(
    "--language",
    type=click.Choice(REQUIRED_LANGUAGES),
    help="The language of the rules.  [default: the system's if available, otherwise English]",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with plain ASCII characters.")
def command(edition: str, language: str | None, ascii_only: bool) -> None:
    """Print the rules of an edition, or tournament rules.

    In the drawings, numbers are the places where the piece between the arrows can go, and a cross
    is a place where it can't. The output is plain text, so you can read it page by page:
    beespace rules | less
    """
    encoding = sys.stdout.encoding or "utf-8"
    charset = ASCII if ascii_only or not _can_write(UNICODE, encoding) else UNICODE
    with errors_of_writing("-"), standard_output(encoding) as output:
        for block in blocks(edition, language or _system_language(), charset):
            output.write(block + "\n\n")


def blocks(edition_id: str, language: str, charset: Charset = UNICODE) -> Iterator[str]:
    """Yield the reference as blocks of lines, to be separated by empty lines."""
    edition = reference.editions()[edition_id]

    def say(texts: Texts) -> str:
        return texts.get(language, texts["en"])

    yield _heading(say(_WORDS["title"]).format(edition=say(edition.title)), "=")
    yield fill(say(edition.line), _WIDTH)
    spoken = _LANGUAGES.get(language, "en")
    # Keeps a letter and its bug on the same line.
    names = [f"{bug.value} = {bug_name(bug, spoken)}" for bug in edition.ruleset.bugs]
    bugs = ", ".join(name.replace(" ", "\N{NO-BREAK SPACE}") for name in names)
    legend = fill(say(_WORDS["legend"]).format(bugs=bugs), _WIDTH)
    yield legend.replace("\N{NO-BREAK SPACE}", " ")
    for section in reference.sections(edition.id):
        yield _heading(say(section.title), "-")
        for paragraph in section.paragraphs(edition.id):
            yield fill(say(paragraph), _WIDTH)
        for diagram in section.diagrams_of(edition.id):
            yield from _diagram(diagram, language, charset)
    yield _heading(say(_WORDS["differences"]), "-")
    for row in reference.differences():
        lines = [say(row.topic)]
        for other in reference.editions().values():
            mark = "*" if other is edition else " "
            text = f"{say(other.title)}: {say(row.cells[other.id])}"
            lines.append(fill(text, _WIDTH, initial_indent=f" {mark} ", subsequent_indent=" " * 5))
        yield "\n".join(lines)


def _diagram(diagram: reference.Diagram, language: str, charset: Charset) -> Iterator[str]:
    board, piece = diagram.board(), diagram.piece
    targets: list[Hex] = []
    if piece is not None:
        targets = [move.to for move in board.legal_moves.of(piece) if not isinstance(move, Pass)]
        # An occupied hex has room for one digit only, so pieces to climb get the low numbers.
        targets.sort(key=lambda hex: (not board.stack(hex), hex.r, hex.q))
    selected = board.location(piece) if piece is not None else None
    stack = _WORDS["stack"].get(language, _WORDS["stack"]["en"])
    yield draw_board(
        board,
        charset=charset,
        selected=selected,
        targets=targets,
        crossed=diagram.crossed,
        stack_words=stack,
    )
    lines = [diagram.caption.get(language, diagram.caption["en"])]
    if piece is not None:
        name = ("nowhere", "place", "places")[min(len(targets), 2)]
        words = _WORDS[name if selected is not None else "new"]
        lines.append(words.get(language, words["en"]).format(count=len(targets)))
    yield "\n".join(
        fill(line, _WIDTH, initial_indent="  ", subsequent_indent="  ") for line in lines
    )


def _heading(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}"


def _can_write(charset: Charset, encoding: str) -> bool:
    try:
        (charset.side + charset.rising + charset.selected + charset.digits).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _system_language() -> str:
    """Return the language of the environment if it is available, otherwise English."""
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next(filter(None, names), None) or locale.getlocale()[0] or ""
    code = wanted[:2].lower()
    return code if code in REQUIRED_LANGUAGES else "en"
