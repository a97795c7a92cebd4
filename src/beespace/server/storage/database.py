"""The games on disk: SQLite through SQLAlchemy, one small transaction for every change.

Knows rows, not rules. A move is only added by who knows how many there are before it, so that two
cannot be played for one turn.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from beespace.server.errors import StorageError
from beespace.server.storage.tables import GAMES, MOVES
from beespace.server.storage.upgrading import DATABASE, upgrade

_BUSY_TIMEOUT_S = 5
# The source can be large and is seldom wanted.
_SUMMARY = (
    *(column for column in GAMES.c if column is not GAMES.c.source),
    GAMES.c.source.is_not(None).label("is_imported"),
)


class PlyConflictError(StorageError):
    """The game has not the number of moves that was expected."""


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """Who plays a colour."""

    kind: str
    name: str = ""
    level: int | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game without its moves; `result` is `w`, `b` or `draw`, and None while it goes on."""

    id: str
    created: str
    updated: str
    ruleset: str
    white: StoredPlayer
    black: StoredPlayer
    plies: int = 0
    result: str | None = None
    end_reason: str | None = None
    is_imported: bool = False

    def row(self) -> dict[str, Any]:
        """The values of the table's columns."""
        values = asdict(self)
        del values["is_imported"]
        for color in ("white", "black"):
            for name, value in values.pop(color).items():
                values[f"{color}_{name}"] = value
        return values

    @classmethod
    def of_row(cls, row: sa.Row[Any]) -> Self:
        """The game of a row of the table."""
        values = dict(row._mapping)
        for color in ("white", "black"):
            names = ("kind", "name", "level")
            values[color] = StoredPlayer(*(values.pop(f"{color}_{name}") for name in names))
        return cls(**values)


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A move as text, and how long it took."""

    text: str
    spent_ms: int | None = None


@dataclass(frozen=True, slots=True)
class NewlyStored:
    """A game that is to be kept, with its moves and, if it was imported, its record."""

    game: StoredGame
    moves: Sequence[StoredMove] = ()
    source: str | None = None


class Database:
    """The games of one data folder.

    SQLite takes one writer at a time, and what is asked here takes less than a millisecond: one
    connection serves all, and whoever comes second waits.
    """

    def __init__(self, data: Path) -> None:
        """Open the database, which is made or brought up to date first.

        Raises:
            StorageError: it cannot be read or written, or is newer than this program.
        """
        upgrade(data)
        url = sa.URL.create("sqlite+aiosqlite", database=str(data / DATABASE))
        self._engine = create_async_engine(
            url,
            pool_size=1,
            max_overflow=0,
            poolclass=sa.AsyncAdaptedQueuePool,
            connect_args={"timeout": _BUSY_TIMEOUT_S},
        )
        sa.event.listen(self._engine.sync_engine, "connect", _prepare)
        sa.event.listen(self._engine.sync_engine, "begin", _begin)

    async def close(self) -> None:
        """Close the connection."""
        await self._engine.dispose()

    async def create(self, *games: NewlyStored) -> None:
        """Keep new games, or none of them."""
        async with self._transaction() as connection:
            for new in games:
                await connection.execute(GAMES.insert().values(**new.game.row(), source=new.source))
                if new.moves:
                    await connection.execute(MOVES.insert(), _rows(new.game.id, new.moves))

    async def game(self, game_id: str) -> tuple[StoredGame, list[StoredMove]] | None:
        """A game with its moves, if there is one."""
        async with self._transaction() as connection:
            row = (
                await connection.execute(sa.select(*_SUMMARY).where(GAMES.c.id == game_id))
            ).first()
            if row is None:
                return None
            moves = await connection.execute(
                sa.select(MOVES.c.text, MOVES.c.spent_ms)
                .where(MOVES.c.game == game_id)
                .order_by(MOVES.c.ply)
            )
            return StoredGame.of_row(row), [StoredMove(*move) for move in moves]

    async def source(self, game_id: str) -> str | None:
        """The record that a game was imported from, if it was."""
        async with self._transaction() as connection:
            query = sa.select(GAMES.c.source).where(GAMES.c.id == game_id)
            return await connection.scalar(query)

    async def games(self, offset: int, limit: int) -> tuple[list[StoredGame], int]:
        """Some of the games, the last played first, and how many there are."""
        newest = GAMES.c.updated.desc(), GAMES.c.id
        async with self._transaction() as connection:
            total = await connection.scalar(sa.select(sa.func.count()).select_from(GAMES))
            rows = await connection.execute(
                sa.select(*_SUMMARY).order_by(*newest).offset(offset).limit(limit)
            )
            return [StoredGame.of_row(row) for row in rows], total or 0

    async def append(
        self,
        game_id: str,
        ply: int,
        move: StoredMove,
        updated: str,
        result: str | None,
        end_reason: str | None,
    ) -> None:
        """Add the next move to a game that has `ply` of them, and how it ended, if it did.

        Raises:
            PlyConflictError: it has more or fewer moves, or is not there any more.
        """
        async with self._transaction() as connection:
            await _update(
                connection,
                *(game_id, ply),
                plies=ply + 1,
                updated=updated,
                result=result,
                end_reason=end_reason,
            )
            await connection.execute(
                MOVES.insert().values(game=game_id, ply=ply, text=move.text, spent_ms=move.spent_ms)
            )

    async def rewind(self, game_id: str, ply: int, to_ply: int, updated: str) -> None:
        """Take moves back until `to_ply` are left; a game that had ended goes on.

        Raises:
            PlyConflictError: it has not `ply` moves, or is not there any more.
        """
        async with self._transaction() as connection:
            await _update(
                connection,
                *(game_id, ply),
                plies=to_ply,
                updated=updated,
                result=None,
                end_reason=None,
            )
            await connection.execute(
                MOVES.delete().where(MOVES.c.game == game_id, MOVES.c.ply >= to_ply)
            )

    async def end(self, game_id: str, ply: int, updated: str, result: str, end_reason: str) -> None:
        """Note how a game ended without a move.

        Raises:
            PlyConflictError: it has not `ply` moves, or is not there any more.
        """
        async with self._transaction() as connection:
            await _update(
                connection, game_id, ply, updated=updated, result=result, end_reason=end_reason
            )

    async def delete(self, game_id: str) -> bool:
        """Forget a game; whether there was one."""
        async with self._transaction() as connection:
            deleted = await connection.execute(GAMES.delete().where(GAMES.c.id == game_id))
            return deleted.rowcount > 0

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.begin() as connection:
                yield connection
        except sa.exc.DBAPIError as error:
            raise StorageError(f"the games cannot be read or written: {error.orig}") from error


def _rows(game_id: str, moves: Sequence[StoredMove]) -> list[dict[str, Any]]:
    return [
        {"game": game_id, "ply": ply, "text": move.text, "spent_ms": move.spent_ms}
        for ply, move in enumerate(moves)
    ]


async def _update(connection: AsyncConnection, game_id: str, ply: int, **values: object) -> None:
    expected = GAMES.c.id == game_id, GAMES.c.plies == ply
    changed = await connection.execute(GAMES.update().where(*expected).values(**values))
    if changed.rowcount != 1:
        raise PlyConflictError("another move was played in the meantime")


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions are begun below, and last as long as we say
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    # A move that was acknowledged survives a power cut; at the pace of a game that costs nothing.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    # A transaction that reads first and writes later could otherwise fail halfway.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
