"""`beespace puzzles`: finds puzzles in games and verifies them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from beespace.backend import BACKEND
from beespace.errors import BeespaceError
from beespace.rules import BaseBoard, Ruleset


@click.group()
def command() -> None:
    """Find puzzles in games, and verify them."""
    if BACKEND != "native":
        raise click.ClickException("puzzles need the C++ core, which is not installed")


@command.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--self-play", is_flag=True, help="Let the engine play games if the files have too few puzzles."
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    required=True,
    help="The file to write. If it exists, puzzles are appended, and those in it count.",
)
@click.option(
    "--each",
    type=click.IntRange(min=1),
    default=300,
    show_default=True,
    help="How many puzzles of each kind, including those already in the file.",
)
@click.option(
    "--kinds",
    metavar="KIND,...",
    help="Only these kinds, such as win-in-1,only-defence. Mining is much faster with just"
    " win-in-1,win-in-2,win-in-3.",
)
@click.option(
    "--types",
    default="Base,Base+ML,Base+MLP",
    show_default=True,
    help="The game types to play and to read from files; 'all' reads every type from files.",
)
@click.option(
    "--nodes",
    type=click.IntRange(min=1),
    default=20_000_000,
    show_default=True,
    help="Node limit for each search. Positions that it can't decide are left out.",
)
@click.option(
    "--plies",
    type=click.IntRange(min=1),
    default=12,
    show_default=True,
    help="How far from the end of a game to search. Wins occur later than only-defence puzzles.",
)
@click.option("--seed", default=1, show_default=True, help="Random seed for --self-play.")
def mine(
    files: tuple[Path, ...],
    self_play: bool,
    out: Path,
    each: int,
    kinds: str | None,
    types: str,
    nodes: int,
    plies: int,
    seed: int,
) -> None:
    """Find wins in 1 to 4 moves and "only defence" puzzles in games.

    The search goes backwards from the end of each game. Every puzzle is proven,
    comes with all first moves that solve it, has a grade from 1 to 10, and is unique up to
    rotation and reflection. The command writes each puzzle as a line of JSON as soon as it is
    found. If interrupted, run it again to continue.
    """
    from beespace.puzzles import KINDS
    from beespace.puzzles.collecting import PuzzleFile
    from beespace.puzzles.mining import Miner, positions_to_try

    if not files and not self_play:
        raise click.UsageError("nothing to mine: give game files, or use --self-play")
    if out.exists() and any(out.samefile(file) for file in files):
        raise click.UsageError(f"{out} is also an input file: choose another file with --out")
    wanted = tuple(kinds.split(",")) if kinds else KINDS
    for kind in wanted:
        if kind not in KINDS:
            raise click.UsageError(f"unknown kind {kind!r}; choose from {', '.join(KINDS)}")
    miner = Miner(each, nodes, wanted)
    source = _finished_games(files, _game_types(types), self_play, seed)
    games = 0
    progress = _Progress()
    try:
        with PuzzleFile(out) as target:
            for puzzle in target.puzzles:
                miner.add(puzzle)
            if target.puzzles:
                click.echo(f"{out}: continuing with the {len(target.puzzles)} puzzles in it")
            while not miner.is_done and (board := next(source, None)) is not None:
                games += 1
                for position in positions_to_try(board, plies):
                    found = miner.look_at(position)
                    if found is not None:
                        target.add(found)
                counts = ", ".join(f"{miner.found[kind]} {kind}" for kind in KINDS)
                progress.show(f"{games} games: {counts}")
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror}") from None
    except BeespaceError as error:
        raise click.ClickException(f"{out}: {error}") from None
    except KeyboardInterrupt:
        click.echo("\nStopped. The puzzles found so far are saved.", err=True)
    progress.end()
    click.echo(f"{games} games, {miner.tried:,} positions tried, {miner.undecided:,} undecided")
    for kind in KINDS:
        click.echo(f"{miner.found[kind]:6} {kind}")


class _Progress:
    """Shows progress: on a terminal one line that is updated, otherwise a line now and then."""

    _EVERY_S = 30.0

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._shown = time.monotonic()

    def show(self, text: str) -> None:
        """Show the progress."""
        if self._is_terminal:
            click.echo(f"\r{text} ", nl=False, err=True)
        elif time.monotonic() - self._shown >= self._EVERY_S:
            self._shown = time.monotonic()
            click.echo(text, err=True)

    def end(self) -> None:
        """End the line."""
        if self._is_terminal:
            click.echo(err=True)


@command.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Verify wins in 1 and 2 with a full-width search.

    The search uses only the Python rules. Every solution must win in time, no other move may
    win in time, and no move may win sooner.
    """
    from beespace.puzzles import KINDS, read_puzzles
    from beespace.puzzles.checking import all_solutions_win, nothing_else_wins
    from beespace.rules import Board

    failed = checked = 0
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
        wins = [puzzle for puzzle in read_puzzles(text.splitlines()) if puzzle.kind in KINDS[:2]]
    except BeespaceError as error:
        raise click.ClickException(f"{file}: {error}") from None
    with click.progressbar(wins, label="proving") as bar:
        for puzzle in bar:
            checked += 1
            board = Board.from_position(puzzle.position)
            if not (all_solutions_win(puzzle, board) and nothing_else_wins(puzzle, board)):
                failed += 1
                click.echo(f"\nnot proven: {puzzle.to_json()}")
    click.echo(f"{checked - failed} of {checked} proven")
    if failed:
        sys.exit(1)


def _game_types(types: str) -> list[str] | None:
    """Parse the list of game types; None stands for all."""
    if types == "all":
        return None
    try:
        return [Ruleset.parse(name).game_type for name in types.split(",")]
    except BeespaceError as error:
        raise click.UsageError(f"--types: {error}") from None


def _finished_games(
    files: tuple[Path, ...], types: list[str] | None, self_play: bool, seed: int
) -> Iterator[BaseBoard]:
    """Yield finished games that have a winner: from the files, then from self-play."""
    from beespace.puzzles.self_play import games

    for file in files:
        yield from _finished_games_of(file, types)
    if self_play:
        yield from games(types or ["Base+MLP"], seed)


def _finished_games_of(file: Path, types: list[str] | None) -> Iterator[BaseBoard]:
    from beespace.formats import read_games

    skipped: list[BeespaceError] = []
    try:
        with read_games(file) as reader:
            for record in reader:
                if types is not None and record.ruleset.game_type not in types:
                    continue
                try:
                    board = record.board()
                except BeespaceError as error:
                    skipped.append(error)
                    continue
                outcome = board.outcome()
                if outcome is not None and outcome.winner is not None:
                    yield board
            skipped += reader.skipped
            if reader.count == 0:
                reason = f": {skipped[0]}" if skipped else ""
                raise click.ClickException(f"{file}: no games found{reason}")
    except BeespaceError as error:
        raise click.ClickException(f"{file}: {error}") from None
    if skipped:
        click.echo(f"{file}: {len(skipped)} games could not be read: {skipped[0]}", err=True)
