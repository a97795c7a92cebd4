"""The copy of a SQLite database that is made before each upgrade: the only way back."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from pathlib import Path

from beespace.server.storage.connections import DATABASE
from beespace.server.storage.copies.copying import copy_database
from beespace.server.storage.copies.drafts import remove_unfinished
from beespace.server.storage.copies.revisions import (
    REVISIONS,
    newer_database,
    revision_of,
    version_of,
)

BACKUPS = "backups"
# How many copies to keep. Older ones are deleted after an upgrade.
MOST_KEPT = 3


def copy_before_upgrade(data: Path, revision: str) -> Path:
    """Copy the database of a data folder. The file name has its schema revision and the time.

    Raises:
        StorageError: it can't be copied, or is damaged. It must not be upgraded then.
    """
    folder = data / BACKUPS
    folder.mkdir(mode=0o700, exist_ok=True)
    remove_unfinished(folder, "games-*")
    time = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    copy = folder / f"games-{revision}-{time}.sqlite3"
    # A second upgrade in the same second starts from the same contents.
    copy_database(data / DATABASE, copy, overwrite=True)
    return copy


def delete_old_copies(data: Path) -> None:
    """Keep only the newest copies. Backups with other names are never deleted."""
    for copy in _copies(data)[:-MOST_KEPT]:
        copy.unlink(missing_ok=True)


def check_not_newer(data: Path) -> None:
    """Check that this version can use the database of a data folder.

    Raises:
        NewerDatabaseError: a newer version has upgraded it; the error names the copy to go back to.
    """
    file = data / DATABASE
    revision = revision_of(file)
    if revision is not None and revision not in REVISIONS:
        raise newer_database(str(file), revision, version_of(file), _way_back(data))


def _way_back(data: Path) -> str:
    usable = [copy for copy in _copies(data) if copy.name.split("-")[1] in REVISIONS]
    if not usable:
        return (
            "restore a backup, or choose another folder with --data. "
            f"There is no copy of this version in {data / BACKUPS}"
        )
    command = shlex.join(["beespace", "restore", "--data", str(data), str(usable[-1])])
    # On a line of its own, to be copied.
    return f"go back to the copy from before the upgrade:\n    {command}"


def _copies(data: Path) -> list[Path]:
    """Return the copies made before upgrades, the newest last."""
    found = (data / BACKUPS).glob("games-*-*.sqlite3")
    return sorted(found, key=lambda copy: copy.stem.split("-")[2])
