"""What the server acknowledges is on disk, and starting doesn't read what it doesn't need."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from beespace.server.storage import Database
from beespace.server.storage.connections import DATABASE, new_engine
from beespace.server.storage.reviews import StoredReviews
from support.server.processes import started
from support.server.serving import Served

STUDY = {"record": '{"format": "beespace-game", "version": 1, "ruleset": "Base", "moves": []}'}
REVIEWS = 20_000
TIME = "2026-01-01T00:00:00.000Z"
# Called by SQLite after this many of its instructions. Reading 20,000 rows takes at least as many.
INSTRUCTIONS = 1000


def test_acknowledged_studies_survive_a_kill(tmp_path: Path) -> None:
    arguments = ("--port", "0", "--data", tmp_path, "--no-browser")
    with started(*arguments) as server, Served(server.port()) as served:
        kept = {}
        for number in range(20):
            said = {**STUDY, "title": f"Study {number}"}
            kept[served.http.post("/api/studies", json=said).json()["id"]] = said["title"]
        server.process.kill()
    with started(*arguments) as server, Served(server.port()) as served:
        for study, title in kept.items():
            found = served.http.get(f"/api/studies/{study}").json()
            assert found["study"]["title"] == title


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    Database(tmp_path).close()
    engine = new_engine(tmp_path, None, writes=True)
    with engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2  # FULL
    engine.dispose()


def store_reviews(data: Path, unfinished: int) -> None:
    """Store a game and a review for each number; the last ones are unfinished."""
    evaluations = json.dumps([{"score": 12, "line": ["wS1"], "depth": 3}] * 20)
    names = [f"game{number:06}" for number in range(REVIEWS)]
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        connection.executemany(
            "INSERT INTO games (id, created, updated, ruleset, white_kind, white_name, black_kind,"
            " black_name, plies, mode, is_waiting, revision, offers)"
            " VALUES (?, ?, ?, 'Base', 'human', '', 'human', '', 0, 'board', 0, 0, '')",
            ((name, TIME, TIME) for name in names),
        )
        connection.executemany(
            "INSERT INTO reviews VALUES (?, 'x', 20, ?, ?)",
            (
                (name, 20 if number < REVIEWS - unfinished else 5, evaluations)
                for number, name in enumerate(names)
            ),
        )
        connection.commit()


def test_finished_reviews_are_not_read_at_start(tmp_path: Path) -> None:
    Database(tmp_path).close()
    store_reviews(tmp_path, unfinished=3)
    calls = 0

    def count() -> None:
        nonlocal calls
        calls += 1

    def watch(connection: sqlite3.Connection, _record: object) -> None:
        connection.set_progress_handler(count, INSTRUCTIONS)

    async def ask() -> dict[str, int]:
        nonlocal calls
        sa.event.listen(sa.Engine, "connect", watch)
        try:
            database = Database(tmp_path)
            reviews = StoredReviews(database)
            await reviews.get("none")  # connects
            calls = 0
            found = await reviews.unfinished()
            database.close()
        finally:
            sa.event.remove(sa.Engine, "connect", watch)
        return found

    found = asyncio.run(ask())
    assert found == {f"game{REVIEWS - 1 - number:06}": 20 for number in range(3)}
    assert calls <= 1, f"{calls * INSTRUCTIONS:,} instructions"
