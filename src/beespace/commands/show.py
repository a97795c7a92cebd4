"""`beespace show`: steps through the games in a file in the terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import click

from beespace.commands import CannotDoError, screen_options, tell_skipped
from beespace.errors import BeespaceError
from beespace.formats import FORMATS, GameRecord, read_games

# Show the progress after this many games.
_COUNTED = 100


@click.command("show")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--game",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Which game in the file to start with.",
)
@click.option("--from", "source", type=click.Choice(list(FORMATS)), help="The file's format.")
@screen_options
def command(
    file: str,
    game: int,
    source: str | None,
    notation: Literal["words", "uhp"],
    ascii_only: bool,
    no_color: bool,
    coordinates: bool,
) -> None:
    """Step through the games in a file.

    Press Enter for the next move, or use commands such as previous, first, last, goto 12, variation
    and game; help lists all commands. Exits with 0, with 1 if some games in the file were skipped,
    and with 2 if there is nothing to show.
    """
    from beespace.terminal import console
    from beespace.terminal.viewer import Viewer

    try:
        first = read_games(file, source)
    except BeespaceError as error:
        raise CannotDoError(str(error)) from None
    screen = console.screen_for_terminal(
        ascii_only=ascii_only,
        use_color=not no_color,
        coordinates=coordinates,
        notation=notation,
    )
    with contextlib.ExitStack() as stack:
        readers = [stack.enter_context(first)]

        def read_again() -> Iterator[GameRecord]:
            stack.close()
            if not Path(file).is_file():  # a pipe can be read only once, and the file may be gone
                return iter(())
            readers.append(stack.enter_context(read_games(file, source)))
            return readers[-1]

        viewer = Viewer(screen, first, read_again, _count)
        found = viewer.open(game)
        tell_skipped([str(error) for error in first.skipped])
        if not found:
            raise CannotDoError(f"{file} has no game {game}")
        console.view(viewer)
        if any(reader.skipped for reader in readers):
            sys.exit(1)


def _count(number: int) -> None:
    """Show the number of games read if standard error is a terminal; 0 clears the line."""
    if number % _COUNTED == 0 and sys.stderr.isatty():
        text = f"{number} games read" if number else " " * 24
        click.echo(f"\r{text}\r", err=True, nl=False)
