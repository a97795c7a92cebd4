"""`beespace backup` and `beespace restore`: what they refuse, and what they keep."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from beespace.server.storage.connections import DATABASE
from beespace.server.storage.copies.drafts import UNFINISHED
from support.server.commands import in_process, kill
from support.server.old_data import unpack
from support.server.processes import environment, started
from support.server.serving import Served, serving

MOVES = ["wS1", "bG1 wS1-", "wQ -wS1"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with two games; one has three moves."""
    folder = tmp_path / "data"
    folder.mkdir()
    with serving(folder) as served:
        served.new_game()
        game = served.new_game()
        with served.page(game["id"]) as page:
            for move in MOVES:
                page.play(move)
    return folder


def refused(done: Result, *said: str) -> None:
    """Check that a command failed with an error in words."""
    assert done.exit_code == 2, done.output
    for text in said:
        assert text in done.stderr


def moves_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [text for (text,) in connection.execute("SELECT text FROM moves ORDER BY ply")]


def set_revision(file: Path, revision: str, version: str | None = None) -> None:
    """Make a database look as if another version had upgraded it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        if version is not None:
            connection.execute("UPDATE server_values SET value = ?", (version,))
        connection.commit()


def test_a_backup_is_one_private_file_with_everything(tmp_path: Path, data: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    done = in_process("backup", file, "--data", data)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].endswith(": 2 games, 0 saved analyses and 0 reviews.")
    assert moves_in(file) == MOVES
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.sqlite3", "data"]
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(file)) as connection:
        # Readers of the file create nothing next to it.
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_backup_has_what_a_killed_server_left_in_its_log(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.sqlite3"
    with (
        started("--port", "0", "--no-browser", "--data", data) as server,
        Served(server.port()) as served,
    ):
        game = served.new_game()
        with served.page(game["id"]) as page:
            for move in MOVES:
                page.play(move)
            server.process.kill()
            server.process.wait()
    # The way that loses moves: copying the file alone.
    shutil.copy(data / DATABASE, tmp_path / "copied.sqlite3")
    with pytest.raises((sqlite3.Error, AssertionError)):
        assert moves_in(tmp_path / "copied.sqlite3") == MOVES
    assert in_process("backup", file, "--data", data).exit_code == 0
    assert moves_in(file) == MOVES


def test_an_existing_file_is_replaced_only_by_force(tmp_path: Path, data: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    file.write_text("mine")
    refused(in_process("backup", file, "--data", data), "exists already", "--force")
    assert file.read_text() == "mine"
    assert in_process("backup", file, "--data", data, "--force").exit_code == 0
    assert moves_in(file) == MOVES


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_only_files_are_replaced(tmp_path: Path, data: Path) -> None:
    """As root, the command once replaced /dev/null."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    refused(in_process("backup", pipe, "--data", data, "--force"), "isn't a file")
    assert pipe.is_fifo()


def test_a_database_without_games_is_refused(tmp_path: Path, data: Path) -> None:
    backup = tmp_path / "backup.db"
    assert in_process("backup", backup, "--data", data).exit_code == 0
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("DROP TABLE games")
        connection.commit()
    refused(in_process("restore", backup, "--data", data), "has no games table")
    assert moves_in(data / DATABASE) == MOVES


def test_the_database_is_never_replaced_by_its_backup(data: Path) -> None:
    for name in (data / DATABASE, data / ".." / "data" / DATABASE):
        refused(in_process("backup", name, "--data", data, "--force"), "is the database itself")
    assert moves_in(data / DATABASE) == MOVES


def test_a_damaged_database_is_not_backed_up(tmp_path: Path, data: Path) -> None:
    with (data / DATABASE).open("rb+") as file:
        file.seek(4096 * 2)
        file.write(b"x" * 4096 * 20)
    target = tmp_path / "backup.sqlite3"
    refused(in_process("backup", target, "--data", data), str(data / DATABASE))
    assert not target.exists()
    assert not list(tmp_path.glob(f"*{UNFINISHED}"))


def test_a_backup_needs_a_folder_and_room(tmp_path: Path, data: Path) -> None:
    refused(in_process("backup", tmp_path / "no" / "file", "--data", data), "there is no folder")
    target = tmp_path / "backup.sqlite3"
    command = [sys.executable, "-m", "beespace", "backup", target, "--data", data]
    # No file may have more than 20 blocks of 512 bytes.
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 20; exec "$@"', "sh", *map(str, command)],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert f"cannot copy {data / DATABASE}" in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize("kind", ["missing", "empty folder", "old files"])
def test_folders_that_cannot_be_backed_up(tmp_path: Path, kind: str) -> None:
    folder, said = tmp_path / "folder", "there is no database"
    if kind == "empty folder":
        folder.mkdir()
    elif kind == "old files":
        folder, _, _ = unpack("sqlite", tmp_path)
        said = "files of version 0.1"
    refused(in_process("backup", tmp_path / "backup", "--data", folder), said)
    assert not (tmp_path / "backup").exists()


def test_a_restored_backup_replaces_the_database_and_keeps_it(tmp_path: Path, data: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    assert in_process("backup", file, "--data", data).exit_code == 0
    with serving(data) as served:
        for _ in range(3):
            served.new_game()
    done = in_process("restore", file, "--data", data)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].endswith(": 2 games, 0 saved analyses and 0 reviews.")
    (replaced,) = (data / "backups").iterdir()
    assert str(replaced) in done.stdout
    with closing(sqlite3.connect(replaced)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (5,)
    with serving(data) as served:
        served.new_game()
    # The replaced database is a file of its own.
    with closing(sqlite3.connect(replaced)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (5,)
    assert moves_in(data / DATABASE) == MOVES


def test_a_running_server_keeps_its_database(tmp_path: Path, data: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    assert in_process("backup", file, "--data", data).exit_code == 0
    before = (data / DATABASE).stat().st_ino
    with started("--port", "0", "--no-browser", "--data", data) as server:
        url = server.url()
        refused(in_process("restore", file, "--data", data), "a server is using", url, "--data")
        # Another folder is fine.
        assert in_process("restore", file, "--data", tmp_path / "other").exit_code == 0
        assert moves_in(tmp_path / "other" / DATABASE) == MOVES
        assert (data / DATABASE).stat().st_ino == before


def test_another_program_keeps_the_database(tmp_path: Path, data: Path) -> None:
    """`beespace db import` uses the database without locking the data folder."""
    file = tmp_path / "backup.sqlite3"
    assert in_process("backup", file, "--data", data).exit_code == 0
    before = (data / DATABASE).stat().st_ino
    with closing(sqlite3.connect(data / DATABASE)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("SELECT count(*) FROM games").fetchone()
        refused(in_process("restore", file, "--data", data), "another program is using")
    assert (data / DATABASE).stat().st_ino == before
    assert not (data / "backups").exists()
    assert in_process("restore", file, "--data", data).exit_code == 0


def test_a_damaged_database_can_be_replaced(tmp_path: Path, data: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    assert in_process("backup", file, "--data", data).exit_code == 0
    (data / DATABASE).write_bytes(b"damaged" * 1000)
    (data / f"{DATABASE}-wal").write_bytes(b"left of it")
    assert in_process("restore", file, "--data", data).exit_code == 0
    assert moves_in(data / DATABASE) == MOVES
    kept = {path.suffix: path.read_bytes() for path in (data / "backups").iterdir()}
    assert kept == {".sqlite3": b"damaged" * 1000, ".sqlite3-wal": b"left of it"}


def test_files_that_are_no_backup_are_refused(tmp_path: Path, data: Path) -> None:
    text, other, empty = (tmp_path / name for name in ("text", "other", "empty"))
    text.write_text("This is no database, but it is long enough to be one. " * 100)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    empty.touch()
    for file in (text, other, empty):
        refused(in_process("restore", file, "--data", data), f"{file} is not a Beespace database")
        refused(in_process("restore", file, "--data", tmp_path / "new"), "not a Beespace database")
    assert not (tmp_path / "new").exists()
    refused(in_process("restore", tmp_path / "missing", "--data", data), "does not exist")
    refused(in_process("restore", data / DATABASE, "--data", data), "that you would replace")
    assert moves_in(data / DATABASE) == MOVES


def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path, data: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    assert in_process("backup", file, "--data", data).exit_code == 0
    set_revision(file, "9999", "7.8.9")
    refused(in_process("restore", file, "--data", data), "newer version of Beespace (7.8.9,")
    assert moves_in(data / DATABASE) == MOVES


def test_a_backup_of_an_older_version_is_upgraded_at_the_next_start(tmp_path: Path) -> None:
    folder, contents, _ = unpack("sqlite", tmp_path)
    new = tmp_path / "new"
    done = in_process("restore", folder / DATABASE, "--data", new)
    assert done.exit_code == 0, done.stderr
    assert "from an older version" in done.stdout
    with serving(new) as served:
        assert served.game(contents.games[0])["id"] == contents.games[0]


def test_with_postgresql_the_commands_name_its_tools(tmp_path: Path, data: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    assert in_process("backup", file, "--data", data).exit_code == 0
    url = {"BEESPACE_DATABASE_URL": "postgresql://bee:secret@db.invalid/games"}
    for command, tool in (("backup", "pg_dump"), ("restore", "pg_restore")):
        done = in_process(command, file, "--data", data, **url)
        refused(done, "PostgreSQL", tool, "back-up.md")
        assert "secret" not in done.stderr


def test_a_restore_that_is_killed_leaves_the_old_or_the_new_database(
    tmp_path: Path, data: Path
) -> None:
    file, points = tmp_path / "backup.sqlite3", tmp_path / "points"
    assert in_process("backup", file, "--data", data).exit_code == 0
    points.mkdir()
    with serving(data) as served:
        served.new_game()
    kills, kept_old = kill("killed_restore", file, data, points)
    assert kills > 8
    assert 0 < kept_old < kills
