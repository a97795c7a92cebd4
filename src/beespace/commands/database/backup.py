"""`beespace backup`: copies the server's database to a file while the server runs."""

from __future__ import annotations

from pathlib import Path

import click

from beespace.commands import CannotDoError
from beespace.commands.database import (
    cannot_do,
    check_is_sqlite,
    data_option,
    progress_line,
)
from beespace.errors import BeespaceError


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def command(file: Path, data: Path | None, force: bool) -> None:
    """Back up all games, saved analyses and reviews to FILE.

    The server can keep running: the backup has every move that was played before you started this
    command. FILE gets its name only when the backup is complete and checked. Restore it with
    `beespace restore`.
    """
    from beespace.server.launch.data_folder import choose_folder
    from beespace.server.storage.copies.backups import back_up

    check_is_sqlite("back up with pg_dump")
    folder = choose_folder(data)
    if file.exists() and not force:
        raise CannotDoError(f"{file} exists already. Choose another name, or add --force.")
    click.echo(f"Backing up the database in {folder}")
    try:
        contents = back_up(folder, file, overwrite=force, progress=progress_line("Copying"))
    except BeespaceError as error:
        raise cannot_do(error) from None
    size_mb = file.stat().st_size / 1e6
    click.echo(f"Wrote {file} ({size_mb:.1f} MB): {contents}.")
