"""Queries of the opening database."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from beespace.errors import BeespaceError
from beespace.openings.rows import (
    STORED_GAME_TYPES,
    KnownGame,
    OpeningsError,
    Tally,
    signed,
    unsigned,
)
from beespace.openings.tables import OPENING_GAMES, OPENING_MOVES, OPENING_SCORES
from beespace.rules import Result

_GAME = tuple(OPENING_GAMES.c[name] for name in KnownGame.__dataclass_fields__)
_POSITION: sa.BindParameter[int] = sa.bindparam("position")
_KIND: sa.BindParameter[int] = sa.bindparam("game_type")
_KINDS: sa.BindParameter[int] = sa.bindparam("game_types", expanding=True)

# These are built once, because a page of the explorer needs many of them.
_MOVES = (
    sa.select(
        OPENING_MOVES.c.child,
        *(sa.func.sum(OPENING_MOVES.c[name]) for name in ("white", "draw", "black", "other")),
        sa.func.max(OPENING_MOVES.c.game),
    )
    .where(OPENING_MOVES.c.position == _POSITION)
    .group_by(OPENING_MOVES.c.child)
    .order_by(OPENING_MOVES.c.child)
)
_MOVES_OF_TYPES = _MOVES.where(OPENING_MOVES.c.game_type.in_(_KINDS))
_SCORE = sa.select(OPENING_SCORES.c.score).where(
    OPENING_SCORES.c.position == _POSITION, OPENING_SCORES.c.game_type == _KIND
)
_GAMES = (
    sa.select(*_GAME)
    .where(OPENING_GAMES.c.id.in_(sa.bindparam("numbers", expanding=True)))
    .order_by(OPENING_GAMES.c.id.desc())
)
_ANY_GAME = sa.select(OPENING_GAMES.c.id).limit(1)
_FINGERPRINT = sa.select(OPENING_GAMES.c.id).where(
    OPENING_GAMES.c.fingerprint == sa.bindparam("fingerprint")
)


class OpeningReader:
    """Reads an opening database through one connection of an engine. Thread-safe."""

    def __init__(
        self, engine: sa.Engine, place: str, error: type[BeespaceError] = OpeningsError
    ) -> None:
        """Use an engine that commits automatically.

        `place` names the database in errors, and `error` is their type.
        """
        self._engine = engine
        self._place = place
        self._error = error
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._engine.dispose()

    def moves(
        self, position: int, game_types: Iterable[str] | None = None
    ) -> dict[int, tuple[Tally, int]]:
        """Return the positions reached from a position, with their results and one game each."""
        values: dict[str, Any] = {"position": signed(position)}
        query = _MOVES
        if game_types is not None:
            query = _MOVES_OF_TYPES
            values["game_types"] = [STORED_GAME_TYPES.index(name) for name in game_types]
        rows = self._ask(query, values)
        return {unsigned(child): (Tally(*tally), game) for child, *tally, game in rows}

    def games(self, numbers: Collection[int]) -> list[KnownGame]:
        """Return games by their numbers, newest first."""
        return [_known(row) for row in self._ask(_GAMES, {"numbers": list(numbers)})]

    def knows(self, fingerprint: int) -> bool:
        """Return whether a game is in the database."""
        return bool(self._ask(_FINGERPRINT, {"fingerprint": signed(fingerprint)}))

    def server_games(self) -> dict[str, str]:
        """Return the IDs of the server's games in the database, and when each last changed."""
        columns = OPENING_GAMES.c.server_game, OPENING_GAMES.c.updated
        rows = self._ask(sa.select(*columns).where(OPENING_GAMES.c.server_game.is_not(None)))
        return dict(rows)

    def server_game(self, name: str) -> KnownGame | None:
        """Return a game of the server, or None if it isn't in the database."""
        rows = self._ask(sa.select(*_GAME).where(OPENING_GAMES.c.server_game == name))
        return _known(rows[0]) if rows else None

    def copies(self) -> set[str]:
        """Return the IDs of games on the server that are copies of imported games."""
        copy = OPENING_GAMES.c.copy
        return {name for (name,) in self._ask(sa.select(copy).where(copy.is_not(None)))}

    def has_games(self) -> bool:
        """Return whether the database contains any games."""
        return bool(self._ask(_ANY_GAME))

    def count_games(self) -> dict[tuple[str, Result], int]:
        """Return the number of games by ruleset and result."""
        columns = OPENING_GAMES.c.ruleset, OPENING_GAMES.c.result
        rows = self._ask(sa.select(*columns, sa.func.count()).group_by(*columns))
        return {(ruleset, Result.from_code(code)): count for ruleset, code, count in rows}

    def count_positions(self) -> int:
        """Return the number of different positions; slow for a large database."""
        different = sa.select(OPENING_MOVES.c.position).distinct().subquery()
        rows = self._ask(sa.select(sa.func.count()).select_from(different))
        return int(rows[0][0])

    def score(self, position: int, game_type: str) -> int | None:
        """Return the engine's stored score of a position for the player to move, if any."""
        kind = STORED_GAME_TYPES.index(game_type)
        rows = self._ask(_SCORE, {"position": signed(position), "game_type": kind})
        return int(rows[0][0]) if rows else None

    def _ask(self, query: sa.Select[Any], values: dict[str, Any] | None = None) -> Sequence[Any]:
        try:
            with self._lock, self._engine.connect() as connection:
                return connection.execute(query, values or {}).all()
        except sa.exc.DBAPIError as error:
            raise self._error(f"cannot read {self._place}: {error.orig}") from error


def _known(row: sa.Row[Any]) -> KnownGame:
    values = row._mapping
    return KnownGame(**{**values, "result": Result.from_code(values["result"])})
