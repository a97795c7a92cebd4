"""Restores a backup in processes that are killed at one point after another.

`python -m support.server.killed_restore BACKUP DATA FOLDER` copies the data folder for each point
and kills the restore there: before a change to the file system, or before a database is opened.
The database in place must then be the old or the new one, whole, and a second restore must work.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import sys
from pathlib import Path

from beespace.server.storage.connections import DATABASE
from beespace.server.storage.copies.backups import restore
from support.server.killed_upgrade import KILLED, in_child

EVENTS = ("os.link", "os.mkdir", "os.remove", "os.rename", "sqlite3.connect", "tempfile.mkstemp")


def main() -> None:
    """Kill and compare; print the number of kills, and in how many of them the old was in place."""
    backup, data, folder = map(Path, sys.argv[1:])
    old, new = games_in(data / DATABASE), games_in(backup)
    assert old != new
    kills = kept_old = 0
    for point in range(1, 1000):
        copy = folder / str(point)
        shutil.copytree(data, copy)
        code = in_child(lambda copy=copy, point=point: kill_at(point, backup, copy))  # type: ignore[misc]
        if code == 0:
            break  # the restore has fewer points
        assert code == KILLED, code
        kills += 1
        found = games_in(copy / DATABASE)
        assert found in (old, new), f"killed at point {point}"
        kept_old += found == old
        restore(backup, copy)
        assert games_in(copy / DATABASE) == new
        kept = [games_in(file) for file in (copy / "backups").glob("replaced-*.sqlite3")]
        assert old in kept, f"killed at point {point}"
    print(kills, kept_old)


def kill_at(point: int, backup: Path, data: Path) -> None:
    """Restore, and end the process at once when it reaches a point."""
    left = point

    def audit(event: str, _arguments: object) -> None:
        nonlocal left
        if event in EVENTS:
            left -= 1
            if left <= 0:
                os._exit(KILLED)

    sys.addaudithook(audit)
    restore(backup, data)


def games_in(file: Path) -> list[str]:
    """Return the ids of the games in a database, after checking that it is whole."""
    assert file.exists(), file
    with contextlib.closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [name for (name,) in connection.execute("SELECT id FROM games ORDER BY id")]


if __name__ == "__main__":
    main()
