"""The commands about the server's database: `backup`, `restore` and `db`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import click

from beespace.commands import CannotDoError
from beespace.errors import BeespaceError

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The server's data folder, as for `beespace play`.",
)


def check_is_sqlite(advice: str) -> None:
    """Refuse to work on a PostgreSQL database, which has its own tools.

    Raises:
        CannotDoError: the server's database is on PostgreSQL.
    """
    from beespace.server.storage.connections import VARIABLE

    if os.environ.get(VARIABLE):
        raise CannotDoError(
            f"{VARIABLE} is set, so the games are in PostgreSQL, which has its own tools: {advice}."
            f" See docs/how-to/back-up.md. For the SQLite file of a data folder, unset {VARIABLE}."
        )


def cannot_do(error: BeespaceError) -> CannotDoError:
    """Return an error of the storage as a sentence. One with a command on its last line stays."""
    text = str(error)
    return CannotDoError(text if "\n" in text else f"{text}.")


def progress_line(doing: str) -> Callable[[int, int], None]:
    """Return a function that shows how much is done, if standard error is a terminal."""

    def show(done: int, total: int) -> None:
        if sys.stderr.isatty():
            percent = 100 if not total else done * 100 // total
            click.echo(f"\r{doing}: {percent} %", nl=percent >= 100, err=True)

    return show
