"""There is no downgrade: the copy before each upgrade is the way back, and errors name it."""

from __future__ import annotations

import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

import beespace
from beespace.server.storage import Database, NewerDatabaseError, StorageError
from beespace.server.storage.connections import DATABASE
from beespace.server.storage.copies import before_upgrades
from beespace.server.storage.copies.before_upgrades import BACKUPS, MOST_KEPT
from beespace.server.storage.copies.revisions import REVISIONS, version_of
from support.server import commands
from support.server.old_data import unpack
from support.server.postgres import Postgres
from support.server.processes import started
from support.server.serving import serving


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def pretend_newer_version(file: Path) -> None:
    """Make a database look as if version 7.8.9 had upgraded it."""
    change(
        file,
        "UPDATE alembic_version SET version_num = '9999'",
        "UPDATE server_values SET value = '7.8.9' WHERE name = 'upgraded by'",
    )


def test_a_database_says_which_version_upgraded_it(tmp_path: Path) -> None:
    Database(tmp_path).close()
    assert version_of(tmp_path / DATABASE) == beespace.__version__
    change(tmp_path / DATABASE, "DROP TABLE server_values")
    assert version_of(tmp_path / DATABASE) is None


def test_a_newer_database_names_the_copy_to_go_back_to(tmp_path: Path) -> None:
    data, contents, _ = unpack("sqlite", tmp_path)
    with serving(data):
        pass
    (copy,) = (data / BACKUPS).glob("*.sqlite3")
    pretend_newer_version(data / DATABASE)
    before = (data / DATABASE).read_bytes()
    with started("--port", "0", "--no-browser", "--data", data) as server:
        code, errors = server.wait()
    assert code == 2
    assert "newer version of Beespace (7.8.9, schema 9999)" in errors
    assert f"This is version {beespace.__version__}" in errors
    assert "Install Beespace 7.8.9 or newer" in errors
    assert (data / DATABASE).read_bytes() == before
    # The command in the message works.
    found = re.search(r"^    beespace (restore .*\.sqlite3)$", errors, re.MULTILINE)
    assert found is not None, errors
    command = shlex.split(found[1])
    assert command == ["restore", "--data", str(data), str(copy)]
    done = commands.in_process(*command)
    assert done.exit_code == 0, done.stderr
    with serving(data) as served:
        assert served.game(contents.games[0])["id"] == contents.games[0]
    assert copy.exists()


def test_without_a_copy_the_error_says_so(tmp_path: Path) -> None:
    Database(tmp_path).close()
    change(
        tmp_path / DATABASE,
        "UPDATE alembic_version SET version_num = '9999'",
        "DROP TABLE server_values",
    )
    (tmp_path / BACKUPS).mkdir()
    # A copy that is itself too new is no way back.
    (tmp_path / BACKUPS / "games-9998-20300101T000000Z.sqlite3").touch()
    with pytest.raises(NewerDatabaseError) as raised:
        Database(tmp_path)
    assert "There is no copy of this version" in str(raised.value)
    assert "Install a newer version of Beespace" in str(raised.value)


def test_only_the_last_copies_are_kept(tmp_path: Path) -> None:
    data, _, _ = unpack("sqlite", tmp_path)
    backups = data / BACKUPS
    backups.mkdir()
    old = [f"games-0003-202001{day:02}T000000Z.sqlite3" for day in range(1, 6)]
    others = ["replaced-20200101T000000Z.sqlite3", "games.sqlite3", "mine.sqlite3"]
    for name in [*old, *others]:
        (backups / name).write_text(name)
    (backups / "games-0003-20200101T000000Z.sqlite3.abc.unfinished").touch()
    Database(data).close()
    left = sorted(path.name for path in backups.iterdir() if path.is_file())
    copies = [name for name in left if name not in others]
    assert len(copies) == MOST_KEPT
    assert copies[: MOST_KEPT - 1] == old[-MOST_KEPT + 1 :]
    assert sorted(set(left) - set(copies)) == sorted(others)


def test_a_damaged_database_is_not_upgraded(tmp_path: Path) -> None:
    data, _, _ = unpack("sqlite", tmp_path)
    change(data / DATABASE, "PRAGMA journal_mode = DELETE")
    with (data / DATABASE).open("rb+") as file:
        file.seek(4096 * 3)
        file.write(b"x" * 4096 * 3)
    before = (data / DATABASE).read_bytes()
    with pytest.raises(StorageError):
        Database(data)
    assert (data / DATABASE).read_bytes() == before
    assert not list((data / BACKUPS).glob("*.sqlite3*"))


def test_without_room_for_the_copy_nothing_is_upgraded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StorageError("no space left on device")

    data, _, _ = unpack("sqlite", tmp_path)
    change(data / DATABASE, "PRAGMA journal_mode = DELETE")
    before = (data / DATABASE).read_bytes()
    monkeypatch.setattr(before_upgrades, "copy_database", full)
    with pytest.raises(StorageError, match="no space left"):
        Database(data)
    assert (data / DATABASE).read_bytes() == before


def test_on_postgresql_the_error_names_the_dump(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    Database(tmp_path, url).close()
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT value FROM server_values").fetchall()
        assert (beespace.__version__,) in found
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("UPDATE server_values SET value = '7.8.9' WHERE name = 'upgraded by'")
    with pytest.raises(NewerDatabaseError) as raised:
        Database(tmp_path, url)
    assert "Beespace 7.8.9 or newer" in str(raised.value)
    assert "the dump you took before the upgrade" in str(raised.value)
    assert REVISIONS[-1] != "9999"
