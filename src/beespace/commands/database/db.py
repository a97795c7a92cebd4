"""`beespace db`: manages the games in the opening explorer."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from beespace.commands import CannotDoError, tell_skipped
from beespace.commands.database import data_option
from beespace.errors import BeespaceError

if TYPE_CHECKING:
    from beespace.openings.importing import ImportReport
    from beespace.openings.store import Openings


@click.group()
def command() -> None:
    """Import games into the opening explorer, and count them."""


@command.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@data_option
def import_(paths: tuple[Path, ...], data: Path | None) -> None:
    """Import games from files, folders and zip files.

    Files can be in any supported format. Duplicates are counted once. Games that can't be read
    are skipped, and the reason is printed.
    """
    from beespace.openings.importing import import_files

    began_s = time.monotonic()
    try:
        with _openings(data) as openings:
            report = import_files(openings, list(paths), _tell_progress)
    except BeespaceError as error:
        raise CannotDoError(str(error)) from None
    if sys.stderr.isatty():
        click.echo("", err=True)
    tell_skipped(report.skipped)
    click.echo(
        f"Added {report.added:,} games with {report.plies:,} moves in"
        f" {time.monotonic() - began_s:.1f} s;"
        f" {report.known:,} duplicates, {len(report.skipped):,} skipped."
    )
    if report.skipped:
        sys.exit(1 if report.added + report.known else 2)


@command.command()
@data_option
def stats(data: Path | None) -> None:
    """Count the games by ruleset and result, and the positions."""
    from beespace.rules import Result

    try:
        with _openings(data) as openings:
            counts = openings.count_games()
            positions = openings.count_positions()
    except BeespaceError as error:
        raise CannotDoError(str(error)) from None
    columns = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.UNKNOWN)
    rulesets = sorted({ruleset for ruleset, _ in counts})
    click.echo(f"{'':28}{'White':>8}{'draw':>8}{'Black':>8}{'other':>8}")
    for ruleset in rulesets:
        row = [counts.get((ruleset, result), 0) for result in columns]
        click.echo(f"{ruleset:28}" + "".join(f"{count:8,}" for count in row))
    click.echo(f"{sum(counts.values()):,} games, {positions:,} positions")


def _openings(data: Path | None) -> Openings:
    """Open the openings in the server's database; create or upgrade it if necessary."""
    from beespace.server.launch.data_folder import DataFolder, choose_folder
    from beespace.server.launch.logs import set_up_logs
    from beespace.server.storage.connections import VARIABLE
    from beespace.server.storage.openings import open_openings
    from beespace.server.storage.upgrading import needs_upgrade, upgrade

    folder, url = choose_folder(data), os.environ.get(VARIABLE) or None
    if needs_upgrade(folder, url):
        set_up_logs(verbose=False)
        # A server that is starting upgrades the database, too.
        locked = DataFolder(folder)
        try:
            upgrade(folder, url)
        finally:
            locked.release()
    return open_openings(folder, url)


def _tell_progress(report: ImportReport, file: str) -> None:
    if sys.stderr.isatty():
        line = f"{report.read:,} games read, {len(report.skipped):,} skipped: {file}"
        click.echo(f"\r{line[:100]:100}", nl=False, err=True)
