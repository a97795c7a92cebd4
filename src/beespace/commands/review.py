"""`beespace review`: where a game was won and lost, in the terminal and as a page with boards."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import click

from beespace.commands import CannotDoError, errors_of_writing
from beespace.errors import BeespaceError
from beespace.formats import GameRecord, read_games
from beespace.rules import Color
from beespace.study import DEFAULT_NODES, Evaluation, Judgement, Review, evaluate_all, judge
from beespace.study.report import html
from beespace.study.words import LANGUAGES, Words

_INKS = {Judgement.INACCURACY: "yellow", Judgement.MISTAKE: "magenta", Judgement.BLUNDER: "red"}


@click.command("review")
@click.argument("source", metavar="FILE")
@click.argument("output", metavar="[OUT.html]", required=False)
@click.option(
    "--game", type=click.IntRange(1), default=1, show_default=True, help="Which game of the file."
)
@click.option(
    "--nodes", type=click.IntRange(100, 100_000_000), default=DEFAULT_NODES, show_default=True,
    help="Positions looked at for every move.",
)  # fmt: skip
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True)
def command(source: str, output: str | None, game: int, nodes: int, language: str) -> None:
    """Review a game: which moves threw something away, and what was better.

    FILE holds games in any format that can be read; "-" is the standard input. The report with
    the boards is written to OUT.html, which is named after FILE unless it is given.

    Exits with 0 if the game was reviewed, else with 2.
    """
    record = _record(source, game)
    if not record.line:
        raise CannotDoError("the game has no moves")
    words = Words(language)
    evaluations: list[Evaluation] = []
    with click.progressbar(
        evaluate_all(record, nodes),
        length=len(record.line) + 1,
        label=words.say("title"),
        file=sys.stderr,
    ) as bar:
        evaluations.extend(bar)
    review = judge(record, evaluations)
    _tell(record, review, words)
    target = Path(output or f"{Path(source).stem if source != '-' else 'game'}-review.html")
    with errors_of_writing(str(target)):
        target.write_text(html(record, review, nodes=nodes, language=language), encoding="utf-8")
    click.echo(f"\n{target}", err=True)


def _record(source: str, game: int) -> GameRecord:
    try:
        with read_games(sys.stdin.buffer if source == "-" else source) as reader:
            record = next(islice(reader, game - 1, None), None)
            if record is None:
                why = f": {reader.skipped[0]}" if reader.skipped else ""
                raise CannotDoError(f"there is no game {game} in {source}{why}")
            return record
    except BeespaceError as error:
        raise CannotDoError(str(error)) from None


def _tell(record: GameRecord, review: Review, words: Words) -> None:
    names = {Color.WHITE: record.white, Color.BLACK: record.black}
    titles = [words.say(key) for key in ("inaccuracies", "mistakes", "blunders")]
    click.echo(f"{'':16} {words.say('accuracy'):>12}" + "".join(f"{t:>16}" for t in titles))
    for color in Color:
        found = review.accuracy[color]
        percent = "–" if found is None else f"{found:.0f} %"
        counts = "".join(f"{review.count(color, kind):>16}" for kind in Judgement)
        click.echo(f"{(names[color] or words.color(color))[:16]:16} {percent:>12}{counts}")
    click.echo()
    judged = [move for move in review.moves if move.judgement is not None]
    if not judged:
        click.echo(words.say("none"))
    for move in judged:
        assert move.judgement is not None
        number = f"{(move.ply + 1) // 2}{'.' if move.color is Color.WHITE else '…'}"
        word = click.style(words.say(move.judgement), fg=_INKS[move.judgement], bold=True)
        click.echo(f"{number:>4} {move.text:12} {word}. {words.about(move)}")
