"""What others write doesn't hold up moves: SQLite's log, and long games that are stored."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from beespace.server.storage import Database, StoredGame, StoredMove, StoredPlayer, WholeGame
from beespace.server.storage.checkpoints import copy_log
from beespace.server.storage.connections import DATABASE
from support.server.serving import wait_until

HUMAN = StoredPlayer("human")
TIME = "2026-01-01T00:00:00.000Z"


def games(count: int, plies: int) -> list[WholeGame]:
    moves = [StoredMove("wS1", 1, None)] * plies
    return [
        WholeGame(StoredGame(f"g{number}", TIME, TIME, "Base", HUMAN, HUMAN, plies), moves, [])
        for number in range(count)
    ]


def test_the_log_is_copied_by_a_thread_of_its_own(tmp_path: Path) -> None:
    """Before, a move waited for that whenever the log had a thousand pages."""
    database = Database(tmp_path)
    copy = tmp_path / "without the log.sqlite3"

    def is_copied() -> bool:
        shutil.copy(tmp_path / DATABASE, copy)
        with closing(sqlite3.connect(copy)) as connection:
            try:
                found = connection.execute("SELECT count(*) FROM games").fetchone()
                return bool(found == (20,))
            except sqlite3.Error:  # copied while it was being written
                return False

    try:
        asyncio.run(database.create(*games(20, 100)))
        wait_until(is_copied)
    finally:
        database.close()


def test_copying_the_log_waits_for_nobody(tmp_path: Path) -> None:
    database = Database(tmp_path)
    file = tmp_path / DATABASE
    try:
        asyncio.run(database.create(*games(1, 0)))
        with closing(sqlite3.connect(file)) as reader, closing(sqlite3.connect(file)) as copying:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM games").fetchone()
            asyncio.run(database.create(*games(20, 100)[1:]))
            assert not copy_log(copying), "somebody still reads what was there before"
            reader.rollback()
            assert copy_log(copying)
    finally:
        database.close()


@pytest.mark.parametrize("plies", [0, 1, 1000, 1999])
def test_a_long_game_is_stored_with_few_statements(tmp_path: Path, plies: int) -> None:
    """Before, each of its moves waited for the interpreter: with a busy server, 0.2 s together."""
    database = Database(tmp_path)
    statements: list[str] = []

    def note(
        _connection: object, _cursor: object, statement: str, _values: object, _context: object,
        is_repeated: bool,
    ) -> None:  # fmt: skip
        assert not is_repeated
        statements.append(statement)

    async def work() -> WholeGame | None:
        await database.create(*games(1, plies))
        return await database.game("g0")

    try:
        sa.event.listen(database._writing._engine, "before_cursor_execute", note)
        game = asyncio.run(work())
    finally:
        database.close()
    assert game is not None
    assert game.moves == games(1, plies)[0].moves
    assert len(statements) < 10
