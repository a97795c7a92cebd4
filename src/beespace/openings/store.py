"""The opening database: an SQLite file designed for finding the moves played from a position.

It deals with the keys of positions, not with boards. Several processes can share a file.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beespace.errors import BeespaceError

FILE = "openings.db"
# The file stores a game type as its index in this tuple.
GAME_TYPES = tuple(
    f"Base+{letters}" if letters else "Base"
    for letters in ("", "M", "L", "ML", "P", "MP", "LP", "MLP")
)
RESULTS = ("w", "draw", "b", "")
_FORM = 1
_BUSY_TIMEOUT_S = 20
# Moves are counted in memory and written in sorted batches of this size, which bounds the memory
# needed for an import of any size.
_MOST_WAITING = 150_000
# The longest an import blocks other writers.
_MOST_WAITING_S = 2.0
# The size of SQLite's page cache.
_CACHE_KB = 32_000

_TABLES = """
CREATE TABLE moves (
    position INTEGER NOT NULL,
    game_type INTEGER NOT NULL,
    child INTEGER NOT NULL,
    white INTEGER NOT NULL,
    draw INTEGER NOT NULL,
    black INTEGER NOT NULL,
    other INTEGER NOT NULL,
    game INTEGER NOT NULL,
    PRIMARY KEY (position, game_type, child)
) WITHOUT ROWID;
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    fingerprint INTEGER NOT NULL,
    ruleset TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    date TEXT NOT NULL,
    result TEXT NOT NULL,
    plies INTEGER NOT NULL,
    moves TEXT NOT NULL,
    server_game TEXT,
    updated TEXT NOT NULL,
    copy TEXT
);
CREATE UNIQUE INDEX games_by_fingerprint ON games (fingerprint);
CREATE UNIQUE INDEX games_by_server_game ON games (server_game) WHERE server_game IS NOT NULL;
CREATE INDEX games_by_copy ON games (copy) WHERE copy IS NOT NULL;
CREATE TABLE scores (
    position INTEGER NOT NULL,
    game_type INTEGER NOT NULL,
    score INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    PRIMARY KEY (position, game_type)
) WITHOUT ROWID;
"""
_ADD = """
INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (position, game_type, child) DO UPDATE SET
    white = white + excluded.white, draw = draw + excluded.draw, black = black + excluded.black,
    other = other + excluded.other, game = max(game, excluded.game)
"""
_GAME_COLUMNS = "id, ruleset, white, black, date, result, plies, moves, server_game, copy"


class OpeningsError(BeespaceError):
    """The opening database cannot be read or written."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of games: White wins, draws, Black wins, and unknown."""

    white: int = 0
    draw: int = 0
    black: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        """The number of games."""
        return self.white + self.draw + self.black + self.other

    def __add__(self, more: Tally) -> Tally:
        return Tally(
            self.white + more.white,
            self.draw + more.draw,
            self.black + more.black,
            self.other + more.other,
        )


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game in the database.

    `server_game` is its ID on the server if it was played there. `copy` is the ID of the copy that
    the server made of an imported game to show it.
    """

    id: int
    ruleset: str
    white: str
    black: str
    date: str
    result: str
    plies: int
    moves: str
    server_game: str | None
    copy: str | None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to add: the keys of its positions, starting with the first, and its details."""

    keys: Sequence[int]
    game_type: str
    result: str
    ruleset: str
    moves: str
    fingerprint: int
    white: str = ""
    black: str = ""
    date: str = ""
    server_game: str | None = None
    updated: str = ""


class Openings:
    """An open opening database. Thread-safe; reads don't wait for writes.

    As a context manager, it writes pending moves and closes the file at the end.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, or create it.

        Raises:
            OpeningsError: the file is unusable, or another version of Beespace created it.
        """
        self.path = path
        self._writing_lock = threading.RLock()
        self._reading_lock = threading.Lock()
        # Moves counted but not written yet: the number of each result, and the newest game.
        self._waiting: dict[tuple[int, int, int], list[int]] = {}
        self._waiting_since_s = 0.0
        try:
            self._writer = _connect(path)
            self._writer.execute("PRAGMA journal_mode = WAL")
            # Faster; games lost in a power failure can be imported again.
            self._writer.execute("PRAGMA synchronous = NORMAL")
            self._set_up()
            self._reader = _connect(path)
        except sqlite3.Error as error:
            raise OpeningsError(f"cannot open {path}: {error}") from None

    def _set_up(self) -> None:
        with self._writing():
            (form,) = self._writer.execute("PRAGMA user_version").fetchone()
            if form == 0:
                for statement in _TABLES.split(";"):
                    self._writer.execute(statement)
                self._writer.execute(f"PRAGMA user_version = {_FORM}")
            elif form != _FORM:
                raise OpeningsError(f"{self.path} was created by another version of Beespace")

    def close(self) -> None:
        """Write pending moves and close the file."""
        with self._writing_lock, self._reading_lock:
            self.flush()
            self._reader.close()
            self._writer.close()

    def __enter__(self) -> Openings:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # Adding

    def add(self, game: NewGame) -> bool:
        """Add a game; return False if it is a duplicate. Its moves are visible after `flush`."""
        with self._writing_lock:
            number = self._remember(game)
            if number is None:
                return False
            self._count(game, number, 1)
            waited_s = time.monotonic() - self._waiting_since_s
            if len(self._waiting) >= _MOST_WAITING or waited_s > _MOST_WAITING_S:
                self.flush()
            return True

    def _remember(self, game: NewGame) -> int | None:
        self._begin()
        inserted = self._writer.execute(
            "INSERT OR IGNORE INTO games (fingerprint, ruleset, white, black, date, result, plies,"
            " moves, server_game, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                _signed(game.fingerprint),
                *(game.ruleset, game.white, game.black, game.date, game.result),
                *(len(game.keys) - 1, game.moves, game.server_game, game.updated),
            ),
        )
        return inserted.lastrowid if inserted.rowcount else None

    def _count(self, game: NewGame, number: int, change: int) -> None:
        column = RESULTS.index(game.result)
        kind = GAME_TYPES.index(game.game_type)
        # A game that repeats a move from the same position counts once.
        for before, after in set(zip(game.keys, game.keys[1:], strict=False)):
            key = (_signed(before), kind, _signed(after))
            row = self._waiting.setdefault(key, [0, 0, 0, 0, 0])
            row[column] += change
            row[4] = max(row[4], number)

    def flush(self) -> None:
        """Write pending moves."""
        with self._writing_lock:
            rows = sorted((*key, *row) for key, row in self._waiting.items())
            with self._writing():
                self._writer.executemany(_ADD, rows)
            self._waiting.clear()

    def remove(self, game: NewGame) -> None:
        """Remove a game of the server; `game` must be the same as when it was added."""
        with self._writing_lock:
            self.flush()
            self._count(game, 0, -1)
            keys = list(self._waiting)
            self.flush()
            with self._writing():
                self._writer.executemany(
                    "DELETE FROM moves WHERE position = ? AND game_type = ? AND child = ?"
                    " AND white + draw + black + other <= 0",
                    keys,
                )
                self._writer.execute("DELETE FROM games WHERE server_game = ?", (game.server_game,))

    # Queries

    def moves(
        self, position: int, game_types: Iterable[str] | None = None
    ) -> dict[int, tuple[Tally, int]]:
        """Return the positions reached from a position, with their results and one game each."""
        kinds = _kinds(game_types)
        rows = self._ask(
            f"SELECT child, sum(white), sum(draw), sum(black), sum(other), max(game) FROM moves"
            f" WHERE position = ? AND game_type IN ({kinds}) GROUP BY child",
            (_signed(position),),
        )
        return {_unsigned(child): (Tally(*tally), game) for child, *tally, game in rows}

    def games(self, numbers: Iterable[int]) -> list[KnownGame]:
        """Return games by their numbers, newest first."""
        wanted = ",".join(str(int(number)) for number in numbers)
        rows = self._ask(
            f"SELECT {_GAME_COLUMNS} FROM games WHERE id IN ({wanted}) ORDER BY id DESC", ()
        )
        return [KnownGame(*row) for row in rows]

    def server_games(self) -> dict[str, str]:
        """Return the IDs of the server's games in the file, and when each was last changed."""
        rows = self._ask("SELECT server_game, updated FROM games WHERE server_game IS NOT NULL", ())
        return dict(rows)

    def server_game(self, name: str) -> KnownGame | None:
        """Return a game of the server, or None if it isn't in the file."""
        rows = self._ask(f"SELECT {_GAME_COLUMNS} FROM games WHERE server_game = ?", (name,))
        return KnownGame(*rows[0]) if rows else None

    def copies(self) -> set[str]:
        """Return the IDs of games on the server that are copies of imported games."""
        return {row[0] for row in self._ask("SELECT copy FROM games WHERE copy IS NOT NULL", ())}

    def keep_copy(self, number: int, name: str) -> None:
        """Store the ID of the server's copy of a game."""
        with self._writing_lock, self._writing():
            self._writer.execute("UPDATE games SET copy = ? WHERE id = ?", (name, number))

    def has_games(self) -> bool:
        """Return whether the file contains any games."""
        return bool(self._ask("SELECT EXISTS (SELECT 1 FROM games)", ())[0][0])

    def count_games(self) -> dict[tuple[str, str], int]:
        """Return the number of games by ruleset and result."""
        rows = self._ask("SELECT ruleset, result, count(*) FROM games GROUP BY 1, 2", ())
        return {(ruleset, result): count for ruleset, result, count in rows}

    def count_positions(self) -> int:
        """Return the number of different positions; slow for a large file."""
        rows = self._ask("SELECT count(*) FROM (SELECT DISTINCT position FROM moves)", ())
        return int(rows[0][0])

    # Scores

    def score(self, position: int, game_type: str) -> int | None:
        """Return the engine's stored score of a position for the player to move, if any."""
        rows = self._ask(
            "SELECT score FROM scores WHERE position = ? AND game_type = ?",
            (_signed(position), GAME_TYPES.index(game_type)),
        )
        return int(rows[0][0]) if rows else None

    def keep_score(self, position: int, game_type: str, score: int, depth: int) -> None:
        """Store the engine's score of a position."""
        with self._writing_lock, self._writing():
            self._writer.execute(
                "INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?)",
                (_signed(position), GAME_TYPES.index(game_type), score, depth),
            )

    def _ask(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            with self._reading_lock:
                return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise OpeningsError(f"cannot read {self.path}: {error}") from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Run the block in a transaction."""
        try:
            self._begin()
            try:
                yield
            except BaseException:
                self._writer.execute("ROLLBACK")
                raise
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            raise OpeningsError(f"cannot write {self.path}: {error}") from error

    def _begin(self) -> None:
        if not self._writer.in_transaction:
            self._writer.execute("BEGIN IMMEDIATE")
            self._waiting_since_s = time.monotonic()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=_BUSY_TIMEOUT_S, check_same_thread=False, isolation_level=None
    )
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
    return connection


def _kinds(game_types: Iterable[str] | None) -> str:
    wanted = GAME_TYPES if game_types is None else tuple(game_types)
    return ",".join(str(GAME_TYPES.index(name)) for name in wanted)


def _signed(key: int) -> int:
    """Convert a key to the signed 64-bit integer that SQLite stores."""
    return key - (1 << 64) if key >= 1 << 63 else key


def _unsigned(key: int) -> int:
    return key & ((1 << 64) - 1)
