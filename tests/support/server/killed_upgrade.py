"""Upgrades a data folder of version 0.1 in processes that are killed at one point after another.

`python -m support.server.killed_upgrade ARCHIVE FOLDER STEP [URL...]` kills the upgrade at every
STEP-th point: before a statement or a commit of the database, or before a change to the file
system. A second process completes it, and the result must be the same as without a kill. Each URL
is an empty PostgreSQL database for one kill; the first is for the upgrade without one.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from beespace.server.storage.connections import openings_engine
from beespace.server.storage.copies.before_upgrades import BACKUPS
from beespace.server.storage.migrations.old_files import BACKUP, has_old_files
from beespace.server.storage.tables import METADATA
from beespace.server.storage.upgrading import upgrade
from support.server.old_data import restore, unpack

KILLED = 9
FILE_EVENTS = ("os.rename", "os.mkdir", "os.rmdir", "os.remove", "sqlite3.connect")
# PostgreSQL needs a moment to notice that a process is gone.
PATIENCE_S = 120


def main() -> None:
    """Kill and compare; print the number of kills."""
    archive, folder, step = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    urls: list[str | None] = list(sys.argv[4:])
    data = prepare(archive, folder / "whole", urls[0] if urls else None)
    assert in_child(lambda: upgrade(data, urls[0] if urls else None)) == 0
    whole = contents(data, urls[0] if urls else None)
    kills = 0
    for number in range(1, 1000):
        if urls and number >= len(urls):
            break
        url = urls[number] if urls else None
        data = prepare(archive, folder / str(number), url)
        point = 1 + (number - 1) * step
        code = in_child(lambda data=data, url=url, point=point: kill_at(point, data, url))  # type: ignore[misc]
        if code == 0:
            break  # the upgrade has fewer points
        assert code == KILLED, code
        kills += 1
        deadline = time.monotonic() + PATIENCE_S
        while in_child(lambda data=data, url=url: upgrade(data, url)):  # type: ignore[misc]
            assert url is not None, f"the upgrade killed at point {point} is not completed"
            assert time.monotonic() < deadline, point
        found = contents(data, url)
        assert found == whole, f"killed at point {point}"
    print(kills)


def prepare(archive: str, folder: Path, url: str | None) -> Path:
    """Return a fresh data folder."""
    folder.mkdir()
    data, _, _ = unpack(archive, folder)
    if url is not None:
        restore(folder / "dump.sql", url)
    return data


def in_child(work: Callable[[], None]) -> int:
    """Run a function in a child process and return its exit code."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def kill_at(point: int, data: Path, url: str | None) -> None:
    """Upgrade, and end the process at once when it reaches a point."""
    left = point

    def count(*_details: object) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            os._exit(KILLED)

    def audit(event: str, _arguments: object) -> None:
        if event in FILE_EVENTS:
            count()

    sa.event.listen(sa.Engine, "before_cursor_execute", count)
    sa.event.listen(sa.Engine, "commit", count)
    sys.addaudithook(audit)
    upgrade(data, url)


def contents(data: Path, url: str | None) -> dict[str, object]:
    """Return all rows of the database, and the files of version 0.1 in the backup folder."""
    assert not has_old_files(data)
    found: dict[str, object] = {}
    engine = openings_engine(data, url, writes=False)
    with contextlib.closing(engine.raw_connection()) as connection:
        for name in METADATA.tables:
            cursor = connection.cursor()
            cursor.execute(f"SELECT * FROM {name}")
            found[name] = sorted(map(repr, cursor.fetchall()))
    engine.dispose()
    backup = data / BACKUPS / BACKUP
    files = sorted(path for path in backup.rglob("*") if path.is_file())
    found["files"] = [
        (str(path.relative_to(backup)), path.read_bytes() if path.suffix == ".json" else None)
        for path in files
    ]
    return found


if __name__ == "__main__":
    main()
