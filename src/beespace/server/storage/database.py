"""The database, and the games in it. SQLite or PostgreSQL; every change is atomic.

It knows nothing about the rules. Changing a game requires its latest revision, so that two moves
can't be played in the same turn.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa

from beespace.server.errors import DatabaseAwayError, StorageError
from beespace.server.storage.checkpoints import Checkpoints
from beespace.server.storage.connections import DATABASE, new_engine
from beespace.server.storage.inserting import insert_rows
from beespace.server.storage.rows import (
    StoredGame,
    StoredKey,
    StoredLine,
    StoredMove,
    WholeGame,
)
from beespace.server.storage.tables import (
    CHAT,
    GAMES,
    KEYS,
    MOVES,
    PULSE,
    PUZZLE_SCORES,
    SERVER_VALUES,
    STUDIES,
    SYNCED_BYTES,
    SYNCED_ROWS,
)
from beespace.server.storage.upgrading import upgrade
from beespace.server.storage.worker import Worker

# Without the source, which can be large and is rarely needed.
_SUMMARY = (
    *(column for column in GAMES.c if column is not GAMES.c.source),
    GAMES.c.source.is_not(None).label("is_imported"),
)
_HELD = ("guest", "token")
_LIVE_CLOCK = GAMES.c.clock.like("%+%")
_HAS_LIVE_CLOCK = sa.select(GAMES.c.id).where(GAMES.c.deadline.is_not(None), _LIVE_CLOCK).limit(1)
# How long to wait for an answer to a query, and during an outage.
_READ_LIMIT_S = 60.0
_SHORT_LIMIT_S = 2.0
# How long to wait for running jobs when the server stops.
_CLOSING_S = 10

_INSERT_MOVE = MOVES.insert()
# Names of bind parameters that are not columns.
_GAME, _REVISION = "which_game", "last_revision"

_Result = TypeVar("_Result")


class ConflictError(StorageError):
    """The game doesn't have the expected revision."""


class Database:
    """The database of one server. One thread writes, another reads."""

    def __init__(self, data: Path, url: str | None = None) -> None:
        """Create or upgrade the database, and open it.

        Raises:
            StorageError: it cannot be read or written, or is newer than this program.
        """
        upgrade(data, url)
        self.data, self.url = data, url
        # During an outage, changes are refused at once: see `play.outages`.
        self.is_away = False
        # Called with the error when a change fails because of the database itself.
        self.when_away: Callable[[DatabaseAwayError], None] = lambda _error: None
        # The time on the clocks, and what is called with the time of a change once it is stored.
        self.now_ms: Callable[[], int] = lambda: 0
        self.when_stored: Callable[[int], None] = lambda _time_ms: None
        self._writing = Worker(new_engine(data, url, writes=True), "writing")
        self._reading = Worker(new_engine(data, url, writes=False), "reading")
        self._checkpoints = None if url else Checkpoints(data / DATABASE, lambda: self.commits)

    def close(self) -> None:
        """Finish all queued work and close the connections, unless the database doesn't answer."""
        until_s = time.monotonic() + _CLOSING_S
        if self._checkpoints is not None:
            self._checkpoints.close()
        for worker in (self._writing, self._reading):
            worker.finish()
        for worker in (self._writing, self._reading):
            worker.close(until_s)

    @property
    def commits(self) -> int:
        """How many transactions have been committed."""
        return self._writing.transactions

    @property
    def changes(self) -> int:
        """How many changes these transactions contained."""
        return self._writing.done

    async def create(self, *games: WholeGame) -> None:
        """Store new games: all of them or none."""

        def work(connection: sa.Connection) -> None:
            for new in games:
                _insert(connection, new)

        await self._write(work)

    async def game(self, game_id: str) -> WholeGame | None:
        """Return a game with its moves, keys and chat, or None."""

        def work(connection: sa.Connection) -> WholeGame | None:
            row = connection.execute(sa.select(*_SUMMARY).where(GAMES.c.id == game_id)).first()
            if row is None:
                return None

            def rows(of: type[_Result], table: sa.Table, *order: sa.Column[Any]) -> list[_Result]:
                columns = [table.c[name] for name in of.__dataclass_fields__]  # type: ignore[attr-defined]
                query = sa.select(*columns).where(table.c.game == game_id).order_by(*order)
                return [of(*values) for values in connection.execute(query)]

            return WholeGame(
                StoredGame.of_row(row),
                rows(StoredMove, MOVES, MOVES.c.ply),
                rows(StoredKey, KEYS, KEYS.c.created, KEYS.c.color, KEYS.c.hash),
                rows(StoredLine, CHAT, CHAT.c.number),
            )

        return await self._read(work)

    async def source(self, game_id: str) -> str | None:
        """Return the record that a game was imported from, if any."""
        query = sa.select(GAMES.c.source).where(GAMES.c.id == game_id)
        return await self._read(lambda connection: connection.scalar(query))

    async def games(
        self, hashes: Sequence[str], offset: int, limit: int, *, with_ownerless: bool
    ) -> tuple[list[tuple[StoredGame, list[str]]], int]:
        """Return games in which these hashes hold a seat, with the seats, and the total number.

        The most recently played game comes first.
        """
        held = KEYS.c.hash.in_(hashes), KEYS.c.kind.in_(_HELD)
        mine: sa.ColumnElement[bool] = GAMES.c.id.in_(sa.select(KEYS.c.game).where(*held))
        if with_ownerless:
            has_owner = sa.exists().where(KEYS.c.game == GAMES.c.id)
            mine = mine | ((GAMES.c.mode == "board") & ~has_owner)
        newest = GAMES.c.updated.desc(), GAMES.c.id

        def work(connection: sa.Connection) -> tuple[list[tuple[StoredGame, list[str]]], int]:
            total = connection.scalar(sa.select(sa.func.count()).select_from(GAMES).where(mine))
            query = sa.select(*_SUMMARY).where(mine).order_by(*newest).offset(offset).limit(limit)
            games = [StoredGame.of_row(row) for row in connection.execute(query)]
            seats: dict[str, set[str]] = {}
            ids = [game.id for game in games]
            colors = sa.select(KEYS.c.game, KEYS.c.color).where(*held, KEYS.c.game.in_(ids))
            for game_id, color in connection.execute(colors):
                seats.setdefault(game_id, set()).add(color)
            return [(game, sorted(seats.get(game.id, ()))) for game in games], total or 0

        return await self._read(work)

    async def running_with_friends(self, hashes: Sequence[str], least_plies: int) -> list[str]:
        """Return the running games with a friend in which these hashes hold a seat."""
        held = KEYS.c.hash.in_(hashes), KEYS.c.kind.in_(_HELD)
        query = sa.select(GAMES.c.id).where(
            GAMES.c.id.in_(sa.select(KEYS.c.game).where(*held)),
            GAMES.c.mode == "friend",
            GAMES.c.result.is_(None),
            GAMES.c.plies >= least_plies,
        )
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def count_waiting(self, hashes: Sequence[str]) -> int:
        """Return how many games in which these hashes hold a seat are waiting for a friend."""
        held = KEYS.c.hash.in_(hashes), KEYS.c.kind.in_(_HELD)
        query = sa.select(sa.func.count()).where(
            GAMES.c.is_waiting, GAMES.c.id.in_(sa.select(KEYS.c.game).where(*held))
        )
        return await self._read(lambda connection: connection.scalar(query) or 0)

    async def waiting_since(self, before: str) -> list[str]:
        """Return the games with an unused invitation from before a time."""
        is_old = KEYS.c.kind == "invitation", KEYS.c.created < before
        query = sa.select(KEYS.c.game).join(GAMES).where(*is_old, GAMES.c.is_waiting)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def is_token(self, token: str) -> bool:
        """Return whether a hash belongs to a token that holds a seat in any game."""
        query = sa.select(KEYS.c.game).where(KEYS.c.hash == token, KEYS.c.kind == "token").limit(1)
        return await self._read(lambda connection: connection.scalar(query) is not None)

    async def is_guest(self, guest: str) -> bool:
        """Return whether a guest has a seat, a study or puzzle results."""
        owned = (
            sa.select(KEYS.c.game).where(KEYS.c.hash == guest, KEYS.c.kind == "guest"),
            sa.select(STUDIES.c.id).where(STUDIES.c.owner == guest),
            sa.select(PUZZLE_SCORES.c.guest).where(PUZZLE_SCORES.c.guest == guest),
        )
        query = sa.select(sa.or_(*(sa.exists(rows) for rows in owned)))
        return await self._read(lambda connection: bool(connection.scalar(query)))

    async def server_value(self, name: str, make: Callable[[], str]) -> str:
        """Return a value that the server keeps about itself; the first call stores a new one."""
        query = sa.select(SERVER_VALUES.c.value).where(SERVER_VALUES.c.name == name)

        def work(connection: sa.Connection) -> str:
            found: str | None = connection.scalar(query)
            if found is None:
                found = make()
                connection.execute(SERVER_VALUES.insert().values(name=name, value=found))
            return found

        return await self.write(work)

    async def change(
        self,
        before: StoredGame,
        after: StoredGame,
        *,
        move: StoredMove | None = None,
        line: tuple[int, StoredLine] | None = None,
        added: Sequence[StoredKey] = (),
        removed: Sequence[StoredKey] = (),
        rematch_game: WholeGame | None = None,
    ) -> None:
        """Change a game atomically.

        This can add a move, a chat message and keys, and remove keys. If `after` has fewer plies,
        the last moves are deleted. `rematch_game` is a new game to create.

        Raises:
            ConflictError: the game no longer has the revision of `before`.
        """
        old, new = before.row(), after.row()
        values = {name: value for name, value in new.items() if value != old[name]}
        statement = _change_of(tuple(values))
        values |= {_GAME: before.id, _REVISION: before.revision}
        assert after.revision == before.revision + 1, "every change has its own revision"

        def work(connection: sa.Connection) -> None:
            changed = connection.execute(statement, values)
            if changed.rowcount != 1:
                raise ConflictError("the game has changed in the meantime")
            if after.plies < before.plies:
                is_gone = MOVES.c.game == before.id, MOVES.c.ply >= after.plies
                connection.execute(MOVES.delete().where(*is_gone))
            if move is not None:
                connection.execute(_INSERT_MOVE, _rows(before.id, [move], before.plies)[0])
            if line is not None:
                number, said = line
                values_of = {"color": said.color, "text": said.text, "time": said.time}
                connection.execute(CHAT.insert().values(game=before.id, number=number, **values_of))
            _change_keys(connection, before.id, added, removed)
            if rematch_game is not None:
                _insert(connection, rematch_game)

        await self._write(work)

    async def delete(self, game_id: str) -> bool:
        """Delete a game. Return whether it existed."""

        def work(connection: sa.Connection) -> bool:
            return connection.execute(GAMES.delete().where(GAMES.c.id == game_id)).rowcount > 0

        done: bool = await self._write(work)
        return done

    async def stored_bytes(self, hashes: Sequence[str]) -> int:
        """Return about how many bytes these hashes store: imported games, studies, synced rows."""
        held = sa.select(KEYS.c.game).where(KEYS.c.hash.in_(hashes))
        queries = (
            sa.select(sa.func.sum(sa.func.length(GAMES.c.source))).where(GAMES.c.id.in_(held)),
            sa.select(sa.func.sum(sa.func.length(STUDIES.c.record))).where(
                STUDIES.c.owner.in_(hashes)
            ),
            sa.select(sa.func.sum(SYNCED_BYTES)).where(SYNCED_ROWS.c.guest.in_(hashes)),
        )
        return await self._read(
            lambda connection: sum(connection.scalar(query) or 0 for query in queries)
        )

    # Clocks

    async def overdue(self, now_ms: int) -> list[str]:
        """Return the games in which a clock has run out."""
        query = sa.select(GAMES.c.id).where(GAMES.c.deadline <= now_ms)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def note_pulse(self, now_ms: int, is_late: Callable[[], bool]) -> None:
        """Record that changes can be stored at this time, if a live clock is running.

        If `is_late` says that it took too long, record nothing.
        """

        def work(connection: sa.Connection) -> None:
            if not is_late() and connection.scalar(_HAS_LIVE_CLOCK) is not None:
                _set_pulse(connection, now_ms)

        await self._writing.do(work)

    async def skip_absence(self, now_ms: Callable[[], int]) -> None:
        """Extend the deadlines of live clocks by the time the server was down."""

        def work(connection: sa.Connection) -> None:
            pulse = connection.scalar(sa.select(PULSE.c.at)) or 0
            _extend(connection, pulse, now_ms(), _LIVE_CLOCK)

        await self._writing.do(work)

    async def skip_outage(
        self, since_ms: int, now_ms: Callable[[], int]
    ) -> dict[str, tuple[int, int]]:
        """Extend the deadlines of all clocks by the time in which nothing could be stored.

        Works during an outage, and fails while nothing can be stored. Returns when the turn began
        and when the flag falls in each game with a running clock.
        """

        def work(connection: sa.Connection) -> dict[str, tuple[int, int]]:
            end_ms = now_ms()
            # If this was committed before without our knowing, it must not be done twice.
            pulse = connection.scalar(sa.select(PULSE.c.at)) or 0
            _extend(connection, max(since_ms, pulse), end_ms, sa.true())
            _set_pulse(connection, end_ms)
            columns = GAMES.c.id, GAMES.c.turn_began, GAMES.c.deadline
            rows = connection.execute(sa.select(*columns).where(GAMES.c.deadline.is_not(None)))
            return {game_id: (began, deadline) for game_id, began, deadline in rows}

        result: dict[str, tuple[int, int]] = await self._writing.do(work)
        return result

    async def check(self) -> None:
        """Check that the database answers and stores changes.

        Raises:
            DatabaseAwayError: it doesn't.
        """
        self._check_not_away()
        await self._reading.do(
            lambda connection: connection.scalar(sa.select(1)),
            lambda waited_s: waited_s >= _SHORT_LIMIT_S,
        )

    # For other data in the same database

    async def read(self, work: Callable[[sa.Connection], _Result]) -> _Result:
        """Run a query. It must not change anything."""
        return await self._read(work)

    async def write(self, work: Callable[[sa.Connection], _Result]) -> _Result:
        """Run a change atomically. `work` may be called twice."""
        return await self._write(work)

    async def _read(self, work: Callable[[sa.Connection], _Result]) -> _Result:
        result: _Result = await self._reading.do(work, self._limit_reading)
        return result

    def _limit_reading(self, waited_s: float) -> bool:
        return waited_s >= (_SHORT_LIMIT_S if self.is_away else _READ_LIMIT_S)

    async def _write(self, work: Callable[[sa.Connection], _Result]) -> _Result:
        self._check_not_away()
        sent_ms = self.now_ms()
        try:
            result: _Result = await self._writing.do(work)
        except DatabaseAwayError as error:
            self.when_away(error)
            raise
        self.when_stored(sent_ms)
        return result

    def _check_not_away(self) -> None:
        if self.is_away:
            raise DatabaseAwayError("the database is away")


@functools.cache
def _change_of(columns: tuple[str, ...]) -> sa.Update:
    """Return the statement that updates these columns. Cached, because building it is slow."""
    expected = GAMES.c.id == sa.bindparam(_GAME), GAMES.c.revision == sa.bindparam(_REVISION)
    return GAMES.update().where(*expected).values({c: sa.bindparam(c) for c in columns})


def _extend(
    connection: sa.Connection, since_ms: int, now_ms: int, which: sa.ColumnElement[bool]
) -> None:
    """Move deadlines by the time since a pulse, or since the turn began if that was later."""
    last_seen = sa.case((GAMES.c.turn_began > since_ms, GAMES.c.turn_began), else_=since_ms)
    away = now_ms - last_seen
    connection.execute(
        GAMES.update()
        .where(GAMES.c.deadline.is_not(None), which, last_seen < now_ms)
        .values(turn_began=GAMES.c.turn_began + away, deadline=GAMES.c.deadline + away)
    )


def _set_pulse(connection: sa.Connection, at_ms: int) -> None:
    if not connection.execute(PULSE.update().values(at=at_ms)).rowcount:
        connection.execute(PULSE.insert().values(id=1, at=at_ms))


def _insert(connection: sa.Connection, new: WholeGame) -> None:
    connection.execute(GAMES.insert().values(**new.game.row(), source=new.source))
    insert_rows(connection, MOVES, _rows(new.game.id, new.moves))
    _change_keys(connection, new.game.id, new.keys, ())


def _change_keys(
    connection: sa.Connection,
    game_id: str,
    added: Sequence[StoredKey],
    removed: Sequence[StoredKey],
) -> None:
    for key in removed:
        is_it = KEYS.c.game == game_id, KEYS.c.color == key.color, KEYS.c.hash == key.hash
        connection.execute(KEYS.delete().where(*is_it))
    for key in added:
        values = {"color": key.color, "hash": key.hash, "kind": key.kind, "created": key.created}
        connection.execute(KEYS.insert().values(game=game_id, **values))


def _rows(game_id: str, moves: Sequence[StoredMove], first: int = 0) -> list[dict[str, Any]]:
    return [
        {
            "game": game_id,
            "ply": ply,
            "text": move.text,
            "spent_ms": move.spent_ms,
            "clock_ms": move.clock_ms,
        }
        for ply, move in enumerate(moves, first)
    ]
