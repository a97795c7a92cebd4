"""The database: migrations with backups, unusable files, and transactions."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from beespace.engine import LEVELS
from beespace.rules import Outcome, Result
from beespace.server.storage import (
    ConflictError,
    Database,
    NewerDatabaseError,
    StorageError,
    StoredGame,
    StoredMove,
    StoredPlayer,
    WholeGame,
    upgrading,
)
from beespace.server.storage.connections import DATABASE
from beespace.server.storage.copies.before_upgrades import BACKUPS
from beespace.server.storage.copies.revisions import REVISIONS
from support.server.serving import Page, serving
from support.storage.tables import assert_as_declared
from support.terminal.games import WHITE_WINS, moves_of

HUMAN = StoredPlayer("human")
TIME = "2026-01-01T00:00:00.000Z"


def migrated_to(revision: str, data: Path) -> Path:
    """Create a database at an older revision and return its file."""
    file = data / DATABASE
    config = Config()
    config.set_main_option("script_location", str(upgrading.MIGRATIONS))
    engine = sa.create_engine(f"sqlite:///{file}", poolclass=sa.NullPool)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    return file


def revision_of(file: Path) -> str | None:
    engine = sa.create_engine(f"sqlite:///{file}", poolclass=sa.NullPool)
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def test_the_revisions_match_the_migration_steps() -> None:
    config = Config()
    config.set_main_option("script_location", str(upgrading.MIGRATIONS))
    steps = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    assert steps[::-1] == [*REVISIONS]


def test_a_new_database_matches_the_table_definitions(tmp_path: Path) -> None:
    upgrading.upgrade(tmp_path)
    engine = sa.create_engine(f"sqlite:///{tmp_path / DATABASE}", poolclass=sa.NullPool)
    assert_as_declared(engine)
    assert not (tmp_path / BACKUPS).exists()


def test_an_older_database_is_backed_up_and_keeps_its_games(tmp_path: Path) -> None:
    file = migrated_to("0001", tmp_path)
    moves = moves_of(WHITE_WINS)[:5]
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "INSERT INTO games (id, created, updated, ruleset, white_kind, white_name, black_kind,"
            " black_name, plies) VALUES ('old', ?, ?, 'Base', 'human', 'Ann', 'human', 'Bo', 5)",
            (TIME, TIME),
        )
        for ply, text in enumerate(moves):
            connection.execute("INSERT INTO moves VALUES ('old', ?, ?, NULL)", (ply, text))
        connection.commit()
    with serving(tmp_path) as served:
        game = served.game("old")
        assert [move["text"] for move in game["moves"]] == moves
        assert game["players"]["w"]["name"] == "Ann"
    assert revision_of(file) == REVISIONS[-1]
    (backup,) = (tmp_path / BACKUPS).iterdir()
    assert backup.name.startswith("games-0001-")
    assert revision_of(backup) == "0001"
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT count(*) FROM moves").fetchone() == (5,)
    # A current database isn't backed up again.
    Database(tmp_path).close()
    assert len(list((tmp_path / BACKUPS).iterdir())) == 1


def test_games_keep_the_name_of_the_level_they_were_played_at(tmp_path: Path) -> None:
    file = migrated_to("0005", tmp_path)
    old = {1: "Larva", 2: "Worker", 7: "Raider", 8: "Hornet", 10: "Queen"}
    with closing(sqlite3.connect(file)) as connection:
        for number, name in old.items():
            connection.execute(
                "INSERT INTO games (id, created, updated, ruleset, white_kind, white_name,"
                " black_kind, black_name, black_level, plies, revision)"
                " VALUES (?, ?, ?, 'Base', 'human', 'Ann', 'engine', ?, ?, 0, 0)",
                (name, TIME, TIME, name, number),
            )
        connection.commit()
    Database(tmp_path).close()
    with closing(sqlite3.connect(file)) as connection:
        found = dict(connection.execute("SELECT black_name, black_level FROM games").fetchall())
        white = connection.execute("SELECT DISTINCT white_level FROM games").fetchall()
    assert found == {
        name: next(n.number for n in LEVELS if n.name == name) for name in old.values()
    }
    assert white == [(None,)]


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    file = migrated_to("0001", tmp_path)
    with closing(sqlite3.connect(file)) as connection:
        # The migration adds this column, so it fails if the column exists.
        connection.execute("ALTER TABLE games ADD COLUMN source TEXT")
    with pytest.raises(StorageError, match="duplicate column"):
        Database(tmp_path)
    assert revision_of(file) == "0001"


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    file = migrated_to("head", tmp_path)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = file.read_bytes()
    with pytest.raises(NewerDatabaseError, match="newer version of Beespace"):
        Database(tmp_path)
    assert file.read_bytes() == before
    assert not (tmp_path / BACKUPS).exists()


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / DATABASE
    file.write_bytes(b"This is no database, but it is long enough to be one. " * 100)
    with pytest.raises(StorageError, match="not a database"):
        Database(tmp_path)
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    with pytest.raises(StorageError, match="not a Beespace database"):
        Database(tmp_path)


def test_a_folder_name_can_have_special_characters(tmp_path: Path) -> None:
    folder = tmp_path / "50% of #? games 蜂"
    folder.mkdir()
    with serving(folder) as served:
        served.new_game()
    assert (folder / DATABASE).stat().st_size > 0


def test_changes_require_the_latest_revision(tmp_path: Path) -> None:
    async def work() -> None:
        database = Database(tmp_path)
        game = StoredGame("x", TIME, TIME, "Base", HUMAN, HUMAN)
        await database.create(WholeGame(game))
        first = StoredMove("wS1", 12, 34)
        after = replace(game, plies=1, revision=1)
        results = await asyncio.gather(
            *(database.change(game, after, move=first) for _ in range(5)),
            return_exceptions=True,
        )
        assert results.count(None) == 1
        assert sum(isinstance(result, ConflictError) for result in results) == 4
        absent = replace(game, id="y")
        for before, then in (
            (game, after),
            (replace(after, revision=2), replace(game, revision=3)),
            (absent, replace(absent, revision=1, outcome=Outcome(Result.WHITE_WINS))),
        ):
            with pytest.raises(ConflictError):
                await database.change(before, then)
        found = await database.game("x")
        assert found is not None
        assert (found.game, found.moves) == (after, [first])
        await database.change(after, replace(after, plies=0, revision=2))
        found = await database.game("x")
        assert found is not None
        assert (found.game.plies, found.moves) == (0, [])
        assert await database.delete("x")
        assert await database.game("x") is None
        database.close()

    asyncio.run(work())
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        assert connection.execute("SELECT count(*) FROM moves").fetchone() == (0,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@contextmanager
def other_connection(tmp_path: Path) -> Iterator[tuple[Page, sqlite3.Connection]]:
    """A game after its first move, and another connection to the database."""
    with (
        serving(tmp_path) as served,
        served.page(served.new_game()["id"]) as page,
        closing(sqlite3.connect(tmp_path / DATABASE)) as other,
    ):
        page.play("wS1")
        yield page, other


def test_a_full_or_broken_disk_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    with other_connection(tmp_path) as (page, other):
        other.execute(
            "CREATE TRIGGER broken BEFORE INSERT ON moves"
            " BEGIN SELECT RAISE(ABORT, 'the disk is broken'); END"
        )
        other.commit()
        page.say("move_text", ply=1, text="bG1 wS1-")
        problem = page.hear("problem")["problem"]
        assert problem["code"] == "storage"
        assert "the disk is broken" not in problem["text"]  # only in the log
        other.execute("DROP TRIGGER broken")
        other.commit()
        assert page.play("bG1 wS1-")["turn"]["ply"] == 2


def test_games_in_memory_follow_the_database(tmp_path: Path) -> None:
    with other_connection(tmp_path) as (page, other):
        other.execute("INSERT INTO moves SELECT id, 1, 'bA1 wS1-', NULL, NULL FROM games")
        other.execute("UPDATE games SET plies = 2, revision = revision + 1")
        other.commit()
        page.say("move_text", ply=1, text="bG1 wS1-")
        assert [m["text"] for m in page.hear("game")["game"]["moves"]] == ["wS1", "bA1 wS1-"]
        assert page.hear("problem")["problem"]["code"] == "stale"
        page.play("wQ -wS1")


def test_a_damaged_game_does_not_affect_others(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        good, bad = served.new_game(), served.new_game()
        with closing(sqlite3.connect(tmp_path / DATABASE)) as other:
            other.execute("INSERT INTO moves VALUES (?, 0, 'bQ bQ-', NULL, NULL)", (bad["id"],))
            other.commit()
        cookies = served.http.cookies
    with serving(tmp_path) as served:
        served.http.cookies = cookies
        answer = served.http.get(f"/api/games/{bad['id']}")
        assert answer.status_code == 507
        assert "is damaged" in answer.json()["text"]
        assert served.http.get("/api/games").json()["total"] == 2
        assert served.game(good["id"])["plies"] == 0
        assert served.http.delete(f"/api/games/{bad['id']}").status_code == 204
