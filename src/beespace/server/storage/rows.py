"""What the tables hold, as values. Knows rows, not rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """Who plays a colour."""

    kind: str
    name: str = ""
    level: int | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game without its moves; `result` is `w`, `b`, `draw` or `none`, None while it goes on.

    The columns are explained in `tables`.
    """

    id: str
    created: str
    updated: str
    ruleset: str
    white: StoredPlayer
    black: StoredPlayer
    plies: int = 0
    result: str | None = None
    end_reason: str | None = None
    mode: str = "board"
    is_waiting: bool = False
    clock: str | None = None
    turn_began: int | None = None
    deadline: int | None = None
    stopped_ms: int | None = None
    revision: int = 0
    offers: str = ""
    rematch: str | None = None
    is_imported: bool = False

    def row(self) -> dict[str, Any]:
        """The values of the table's columns."""
        values = {name: getattr(self, name) for name in _COLUMNS}
        for color, player in (("white", self.white), ("black", self.black)):
            values[f"{color}_kind"] = player.kind
            values[f"{color}_name"] = player.name
            values[f"{color}_level"] = player.level
        return values

    @classmethod
    def of_row(cls, row: sa.Row[Any]) -> Self:
        """The game of a row of the table."""
        values = dict(row._mapping)
        for color in ("white", "black"):
            names = ("kind", "name", "level")
            values[color] = StoredPlayer(*(values.pop(f"{color}_{name}") for name in names))
        return cls(**values)


# The fields of a game that are columns of the same name.
_COLUMNS = tuple(
    field.name
    for field in fields(StoredGame)
    if field.name not in ("white", "black", "is_imported")
)


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A move as text, how long it took, and what the mover's clock showed after it."""

    text: str
    spent_ms: int | None = None
    clock_ms: int | None = None


@dataclass(frozen=True, slots=True)
class StoredKey:
    """The hash of a secret that opens a seat; the kinds are explained in `tables`."""

    color: str
    hash: str
    kind: str
    created: str


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line of the chat."""

    color: str
    text: str
    time: str


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game with all that belongs to it."""

    game: StoredGame
    moves: Sequence[StoredMove] = ()
    keys: Sequence[StoredKey] = ()
    chat: Sequence[StoredLine] = ()
    # The record that an imported game came from; written, but not read with the rest.
    source: str | None = None
