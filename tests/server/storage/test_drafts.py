"""What `beespace backup` leaves when it is killed, and its messages when it can't write or read."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from beespace.server.storage.connections import DATABASE
from beespace.server.storage.copies.drafts import UNFINISHED
from support.server.commands import in_process
from support.server.processes import environment
from support.server.serving import serving

# Backs up and tells when it has begun. Then it waits until somebody kills it, or writes a line.
WAITING = """
import sys
from pathlib import Path
from beespace.server.storage.copies.backups import back_up

def wait(done, total):
    print("begun", flush=True)
    sys.stdin.readline()

back_up(Path(sys.argv[1]), Path(sys.argv[2]), progress=wait)
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a game."""
    folder = tmp_path / "data"
    folder.mkdir()
    with serving(folder) as served:
        served.new_game()
    return folder


def begin(data: Path, target: Path) -> subprocess.Popen[str]:
    """Start a backup that waits in the middle."""
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING, str(data), str(target)],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    return process


def drafts_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if UNFINISHED in path.name}


def test_the_next_backup_removes_what_a_killed_one_left(tmp_path: Path, data: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    with begin(data, folder / "monday") as killed:
        killed.kill()
    assert killed.returncode == -signal.SIGKILL
    left = drafts_in(folder)
    assert len(left) >= 1
    # Files of other programs, and of people, stay.
    (folder / "notes.abcdefgh.unfinished").write_text("to be continued")
    (folder / "mine.unfinished").touch()
    assert in_process("backup", folder / "tuesday", "--data", data).exit_code == 0
    found = {path.name for path in folder.iterdir()}
    assert found == {"tuesday", "notes.abcdefgh.unfinished", "mine.unfinished"}


def test_a_backup_that_is_running_keeps_its_draft(tmp_path: Path, data: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    with begin(data, folder / "first") as running:
        before = drafts_in(folder)
        assert in_process("backup", folder / "second", "--data", data).exit_code == 0
        assert drafts_in(folder) == before
        running.communicate("\n" * 100)
    assert running.returncode == 0
    assert {path.name for path in folder.iterdir()} == {"first", "second"}


def test_a_full_disk_is_named(tmp_path: Path, data: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    target = full / "backup.sqlite3"
    # A file system of its own, which ends with the process.
    begin_mount = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    mount = f'mount -t tmpfs -o size=64k none "{full}" || exit 77; exec "$@"'
    if shutil.which("unshare") is None:
        pytest.skip("this system has no unshare")
    backup = [sys.executable, "-m", "beespace", "backup", str(target), "--data", str(data)]
    done = subprocess.run(
        [*begin_mount, mount, "sh", *backup],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode in (1, 77) and "beespace" not in done.stderr:
        pytest.skip(f"no file system can be mounted here: {done.stderr}")
    assert done.returncode == 2, done.stderr
    assert f"cannot write {target}: its disk is full." in done.stderr


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="this system has no /proc")
def test_a_folder_in_which_nothing_can_be_created_is_named(data: Path) -> None:
    done = in_process("backup", "/proc/backup.sqlite3", "--data", data)
    assert done.exit_code == 2
    assert "cannot write to /proc: nothing can be created there." in done.stderr


def test_a_damaged_backup_is_called_damaged(tmp_path: Path, data: Path) -> None:
    whole, schema, page = (tmp_path / name for name in ("whole", "schema", "page"))
    assert in_process("backup", whole, "--data", data).exit_code == 0
    shutil.copy(whole, schema)
    with closing(sqlite3.connect(schema)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = 'CREATE TABLE' WHERE name = 'games'")
        connection.commit()
    shutil.copy(whole, page)
    with page.open("rb+") as file:
        file.seek(4096 * 2)
        file.write(b"x" * 4096 * 20)
    for file_ in (schema, page):
        done = in_process("restore", file_, "--data", tmp_path / "new")
        assert done.exit_code == 2
        assert f"{file_} is damaged (" in done.stderr
        assert "Use another backup." in done.stderr
    assert not (tmp_path / "new" / DATABASE).exists()
    # The same goes for the database itself.
    shutil.copy(page, data / DATABASE)
    done = in_process("backup", tmp_path / "again", "--data", data)
    assert f"{data / DATABASE} is damaged (" in done.stderr
    assert "Restore an earlier backup." in done.stderr
