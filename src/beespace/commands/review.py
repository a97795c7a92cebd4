"""`beespace review`: finds the mistakes in a game, and writes a report with boards."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import click

from beespace.commands import CannotDoError, errors_of_writing
from beespace.errors import BeespaceError
from beespace.formats import GameRecord, read_games
from beespace.formats.words import Language
from beespace.rules import Color
from beespace.study import (
    DEFAULT_NODES,
    Judgement,
    Review,
    ReviewedMove,
    Reviewer,
    evaluate,
)
from beespace.study.report import html
from beespace.study.words import LANGUAGES, NOTATIONS, Notation, Words, in_words

_INKS = {Judgement.INACCURACY: "yellow", Judgement.MISTAKE: "magenta", Judgement.BLUNDER: "red"}


@click.command("review")
@click.argument("source", metavar="FILE")
@click.argument("output", metavar="[OUT.html]", required=False)
@click.option(
    "--game", type=click.IntRange(1), default=1, show_default=True, help="Which game in the file."
)
@click.option(
    "--nodes", type=click.IntRange(100, 100_000_000), default=DEFAULT_NODES, show_default=True,
    help="How many positions to search for each move.",
)  # fmt: skip
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="The language of the report.",
)
@click.option(
    "--notation",
    type=click.Choice(NOTATIONS),
    default="words",
    show_default=True,
    help="How to show moves: in words, or in UHP notation such as wA1 bQ-.",
)
def command(
    source: str,
    output: str | None,
    game: int,
    nodes: int,
    language: Language,
    notation: Notation,
) -> None:
    """Review a game: find the mistakes, and show better moves.

    FILE contains games in any format that Beespace can read; "-" reads standard input. The command
    writes a report with boards to OUT.html; by default its name is based on FILE.

    Exits with 0 if the game was reviewed, otherwise with 2.
    """
    record = _record(source, game)
    if not record.line:
        raise CannotDoError("the game has no moves to review")
    words = Words(language)
    reviewer = Reviewer(record)
    title = words.say("title")
    with click.progressbar(
        reviewer.boards(), length=reviewer.total, label=title, file=sys.stderr
    ) as boards:
        for board in boards:
            reviewer.add(evaluate(board, nodes))
    review = reviewer.review()
    shown = in_words(record, review, language) if notation == "words" else review.moves
    _print(record, review, shown, words)
    target = Path(output or f"{Path(source).stem if source != '-' else 'game'}-review.html")
    with errors_of_writing(str(target)):
        report = html(record, review, nodes=nodes, language=language, notation=notation)
        target.write_text(report, encoding="utf-8")
    click.echo(f"\n{target}", err=True)


def _record(source: str, game: int) -> GameRecord:
    try:
        with read_games(sys.stdin.buffer if source == "-" else source) as reader:
            record = next(islice(reader, game - 1, None), None)
            if record is None:
                why = f": {reader.skipped[0]}" if reader.skipped else ""
                raise CannotDoError(f"{source} has no game {game}{why}")
            return record
    except BeespaceError as error:
        raise CannotDoError(str(error)) from None


def _print(record: GameRecord, review: Review, shown: Sequence[ReviewedMove], words: Words) -> None:
    names = {Color.WHITE: record.white, Color.BLACK: record.black}
    titles = [words.say(key) for key in ("inaccuracies", "mistakes", "blunders")]
    click.echo(f"{'':16} {words.say('accuracy'):>12}" + "".join(f"{t:>16}" for t in titles))
    for color in Color:
        found = review.accuracy[color]
        percent = "–" if found is None else words.percent(found / 100)
        counts = "".join(f"{review.count(color, kind):>16}" for kind in Judgement)
        click.echo(f"{(names[color] or words.color(color))[:16]:16} {percent:>12}{counts}")
    click.echo()
    judged = [move for move in shown if move.judgement is not None]
    if not judged:
        click.echo(words.say("none"))
    for move in judged:
        assert move.judgement is not None
        number = f"{(move.ply + 1) // 2}{'.' if move.color is Color.WHITE else '…'}"
        word = click.style(words.say(move.judgement), fg=_INKS[move.judgement], bold=True)
        click.echo(f"{number:>4} {move.text}: {word}\n     {words.about(move)}")
