"""`beespace puzzles`: positions with a proven task, from games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from beespace.backend import BACKEND
from beespace.errors import BeespaceError
from beespace.rules import BaseBoard


@click.group()
def command() -> None:
    """Mine puzzles from games, and check them."""
    if BACKEND != "native":
        raise click.ClickException("puzzles need the C++ core, which is not built here")


@command.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--self-play", is_flag=True, help="Play games of its own when the files hold too few puzzles."
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", required=True
)
@click.option("--each", default=300, show_default=True, help="How many of every kind.")
@click.option(
    "--kinds",
    metavar="KIND,…",
    help="Only these kinds, such as win-in-1,only-defence; without win-in-4 it is much faster.",
)
@click.option(
    "--types",
    default="Base,Base+ML,Base+MLP",
    show_default=True,
    help="The game types to play, and to take from files; 'all' takes every type from files.",
)
@click.option("--nodes", default=1_000_000, show_default=True, help="Work put into a position.")
@click.option("--seed", default=1, show_default=True, help="For games of its own.")
def mine(
    files: tuple[Path, ...],
    self_play: bool,
    out: Path,
    each: int,
    kinds: str | None,
    types: str,
    nodes: int,
    seed: int,
) -> None:
    """Look for wins in 1 to 4 and for only defences, from the ends of games backwards.

    Every puzzle is proven, named with all first moves that solve it, graded from 1 to 10, and kept
    once however it is turned or mirrored. They are written as lines of JSON.
    """
    from beespace.puzzles import KINDS
    from beespace.puzzles.mining import Miner, positions_to_try

    if not files and not self_play:
        raise click.UsageError("there is nothing to mine: name files of games, or use --self-play")
    wanted = tuple(kinds.split(",")) if kinds else KINDS
    for kind in wanted:
        if kind not in KINDS:
            raise click.UsageError(f"there is no kind {kind!r}: they are {', '.join(KINDS)}")
    miner = Miner(each, nodes, wanted)
    games = 0
    try:
        with out.open("w", encoding="utf-8") as target:
            for board in _finished_games(files, types, self_play, seed):
                games += 1
                for position in positions_to_try(board):
                    puzzle = miner.look_at(position)
                    if puzzle is not None:
                        target.write(puzzle.to_json() + "\n")
                counts = ", ".join(f"{miner.found[kind]} {kind}" for kind in KINDS)
                if sys.stderr.isatty():
                    click.echo(f"\r{games} games: {counts} ", nl=False, err=True)
                if miner.is_done:
                    break
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror}") from None
    except KeyboardInterrupt:
        click.echo("\nstopped; what was found is kept", err=True)
    click.echo(f"\n{games} games, {miner.tried:,} positions tried")
    for kind in KINDS:
        click.echo(f"{miner.found[kind]:6} {kind}")


@command.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Prove wins in 1 and 2 again, full-width and by the rules written in Python alone."""
    from beespace.puzzles import KINDS, read_puzzles
    from beespace.puzzles.checking import all_solutions_win
    from beespace.rules import Board

    failed = checked = 0
    try:
        wins = [p for p in read_puzzles(file.read_text().splitlines()) if p.kind in KINDS[:2]]
    except BeespaceError as error:
        raise click.ClickException(f"{file}: {error}") from None
    with click.progressbar(wins, label="proving") as bar:
        for puzzle in bar:
            checked += 1
            if not all_solutions_win(puzzle, Board.from_position(puzzle.position)):
                failed += 1
                click.echo(f"\nnot proven: {puzzle.to_json()}")
    click.echo(f"{checked - failed} of {checked} proven")
    if failed:
        sys.exit(1)


def _finished_games(
    files: tuple[Path, ...], types: str, self_play: bool, seed: int
) -> Iterator[BaseBoard]:
    """Games that somebody won, at their end: those of the files, then games of our own."""
    from beespace.formats import read_games
    from beespace.puzzles.self_play import games

    wanted = types.split(",")
    for file in files:
        try:
            with read_games(file) as reader:
                for record in reader:
                    if types != "all" and record.ruleset.game_type not in wanted:
                        continue
                    board = record.board()
                    outcome = board.outcome()
                    if outcome is not None and outcome.winner is not None:
                        yield board
        except BeespaceError as error:
            raise click.ClickException(f"{file}: {error}") from None
    if self_play:
        yield from games([name for name in wanted if name != "all"] or ["Base+MLP"], seed)
