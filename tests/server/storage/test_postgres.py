"""The server on PostgreSQL instead of SQLite."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from beespace.server.storage import Database, NewerDatabaseError, StorageError, upgrading
from support.repository import REPOSITORY
from support.server.friends import LIVE, OPENING, Time, friends, play_both
from support.server.postgres import Postgres, require
from support.server.processes import started
from support.server.serving import Served, serving
from support.storage.tables import assert_as_declared


def test_a_game_with_a_friend_across_a_restart(tmp_path: Path, postgres: Postgres) -> None:
    url, time = postgres.new_database(), Time()
    with (
        serving(tmp_path, database_url=url, now_ms=time) as served,
        friends(served, clock=LIVE) as pair,
        pair.pages() as (white, black),
    ):
        play_both(white, black, OPENING[:2])
        white.say("chat", text="grüß dich 蜂")
        for page in (white, black):
            page.hear("chat")
        white.say("offer", ply=2, kind="takeback")
        for page in (white, black):
            page.hear("offers")
        black.say("answer", ply=2, kind="takeback", accept=True)
        for page in (white, black):
            page.hear("game")
        play_both(white, black, OPENING[:3])
        cookies = pair.black.http.cookies
    with serving(tmp_path, database_url=url, now_ms=time) as served:
        served.http.cookies = cookies
        (listed,) = served.http.get("/api/games").json()["games"]
        assert (listed["id"], listed["yours"]) == (pair.id, ["b"])
        with served.page(pair.id) as black:
            assert black.game["clock"] == {"ms": {"w": 62_000, "b": 60_000}, "running": "b"}
            assert black.play(OPENING[3])["turn"]["ply"] == 4
        time.pass_s(100)
        assert served.game(pair.id)["ending"] == {"winner": "b", "reason": "time"}
    assert not (tmp_path / "games.sqlite3").exists()


def test_the_migrations_create_the_declared_tables(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    upgrading.upgrade(tmp_path, url)
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    assert_as_declared(engine)
    engine.dispose()


def test_a_newer_or_foreign_database_is_left_alone(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    upgrading.upgrade(tmp_path, url)
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerDatabaseError, match="newer version of Beespace"):
        Database(tmp_path, url)
    url = postgres.new_database()
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE games (name text)")
    with pytest.raises(StorageError, match="not a Beespace database"):
        Database(tmp_path, url)


def test_two_servers_do_not_share_a_database(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    with serving(tmp_path, database_url=url) as served:
        served.new_game()
        with pytest.raises(StorageError, match="another server is using"):
            Database(tmp_path, url)


def test_a_broken_connection_is_reopened(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    with (
        serving(tmp_path, database_url=url) as served,
        served.page(served.new_game()["id"]) as page,
    ):
        page.play("wS1")
        with psycopg.connect(postgres.url("postgres"), autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                (url.rpartition("/")[2],),
            )
        page.say("move_text", ply=1, text="bG1 wS1-")
        if page.hear("moved", "problem")["type"] == "problem":
            page.play("bG1 wS1-")
        assert page.play("wQ -wS1")["turn"]["ply"] == 3


def test_the_password_is_never_shown(tmp_path: Path, postgres: Postgres) -> None:
    wrong = postgres.url("nowhere")
    with started(
        *("--port", "0", "--data", tmp_path, "--no-browser"), BEESPACE_DATABASE_URL=wrong
    ) as server:
        code, errors = server.wait()
    assert code != 0
    assert "nowhere" in errors
    assert postgres.password not in errors
    with pytest.raises(StorageError, match="must start with postgresql"):
        Database(tmp_path, "mysql://x")


def test_the_environment_selects_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    with (
        started(
            *("--port", "0", "--data", tmp_path, "--no-browser"), BEESPACE_DATABASE_URL=url
        ) as server,
        Served(server.port()) as served,
    ):
        game = served.new_game()
        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT id FROM games").fetchall() == [(game["id"],)]


def test_a_dump_made_and_restored_as_the_guide_says_has_everything(
    tmp_path: Path, postgres: Postgres
) -> None:
    guide = (REPOSITORY / "docs" / "how-to" / "back-up.md").read_text(encoding="utf-8")
    dump, restore = (
        re.search(rf"^    ({tool} .*)$", guide, re.MULTILINE) for tool in ("pg_dump", "pg_restore")
    )
    assert dump is not None
    assert restore is not None
    url, restored = postgres.new_database(), postgres.new_database()
    path = f"{require()}:{os.environ['PATH']}"
    variables = {**os.environ, "PATH": path, "BEESPACE_DATABASE_URL": url}

    def run(command: str) -> None:
        done = subprocess.run(
            ["sh", "-c", command], cwd=tmp_path, env=variables, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr

    with serving(tmp_path, database_url=url) as served:
        game = served.new_game()
        with served.page(game["id"]) as page:
            for move in OPENING:
                page.play(move)
            run(dump[1])
        cookies = served.http.cookies
    run(restore[1].replace("postgresql://user:password@host/hive_restored", restored))
    with serving(tmp_path, database_url=restored) as served:
        served.http.cookies = cookies
        assert [move["text"] for move in served.game(game["id"])["moves"]] == OPENING
        with served.page(game["id"]) as page:
            page.play("wA1 -wQ")
