"""`beespace restore`: replaces the server's database by a backup."""

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


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_option
def command(file: Path, data: Path | None) -> None:
    """Restore a backup FILE made by `beespace backup`.

    Stop the server first. The database that is in the data folder now is kept among its backups.
    The folder can also be a new one.
    """
    from beespace.server.errors import InUseError
    from beespace.server.launch.data_folder import DataFolder, choose_folder
    from beespace.server.storage.copies.backups import restore
    from beespace.server.storage.copies.copying import check_usable

    check_is_sqlite("restore with pg_restore")
    folder = choose_folder(data)
    try:
        check_usable(file)  # before the data folder is created
        locked = DataFolder(folder)
        try:
            restored = restore(file, folder, progress_line("Restoring"))
        finally:
            locked.release()
    except InUseError as error:
        address = f" at {error.url}" if error.url else ""
        raise CannotDoError(
            f"a server is using {folder}{address}. Stop it first, or restore into another folder "
            "with --data."
        ) from None
    except BeespaceError as error:
        raise cannot_do(error) from None
    if restored.replaced is not None:
        click.echo(f"The database that was there is now {restored.replaced}")
    if restored.is_older:
        click.echo("The backup is from an older version; the next start of the server upgrades it.")
    click.echo(f"Restored {file} into {folder}: {restored.contents}.")
