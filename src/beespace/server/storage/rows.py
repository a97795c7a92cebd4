"""The rows of the tables as values.

Of the rules, it knows only how a game can end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import sqlalchemy as sa

from beespace.rules import EndReason, Outcome, Result

# The codes of the results that count. An aborted game doesn't, but it is over as well.
DECIDED = tuple(result.code for result in Result if result.is_decided)
_ABORTED = "none"


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """The player of a colour."""

    kind: str
    name: str = ""
    level: int | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game without its moves. `tables` explains the columns.

    `outcome` is None while the game is running. The outcome of an aborted game is unfinished.
    """

    id: str
    created: str
    updated: str
    ruleset: str
    white: StoredPlayer
    black: StoredPlayer
    plies: int = 0
    outcome: Outcome | None = None
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
        """Return the values of the table's columns."""
        values = {name: getattr(self, name) for name in _COLUMNS}
        for color, player in (("white", self.white), ("black", self.black)):
            values[f"{color}_kind"] = player.kind
            values[f"{color}_name"] = player.name
            values[f"{color}_level"] = player.level
        values["result"], values["end_reason"] = _codes(self.outcome)
        return values

    @classmethod
    def of_row(cls, row: sa.Row[Any]) -> Self:
        """Return the game of a table row."""
        values = dict(row._mapping)
        for color in ("white", "black"):
            names = ("kind", "name", "level")
            values[color] = StoredPlayer(*(values.pop(f"{color}_{name}") for name in names))
        values["outcome"] = _outcome(values.pop("result"), values.pop("end_reason"))
        return cls(**values)


# The fields of a game with a column of the same name.
_COLUMNS = tuple(
    field.name
    for field in fields(StoredGame)
    if field.name not in ("white", "black", "outcome", "is_imported")
)


def _codes(outcome: Outcome | None) -> tuple[str | None, str | None]:
    """Return the columns `result` and `end_reason`."""
    if outcome is None:
        return None, None
    reason = outcome.reason.value if outcome.reason is not None else None
    return outcome.result.code or _ABORTED, reason


def _outcome(result: str | None, reason: str | None) -> Outcome | None:
    if result is None:
        return None
    known = Result.UNFINISHED if result == _ABORTED else Result.from_code(result)
    return Outcome(known, EndReason(reason) if reason else None)


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A move as text, how long it took, and the player's clock after it."""

    text: str
    spent_ms: int | None = None
    clock_ms: int | None = None


@dataclass(frozen=True, slots=True)
class StoredKey:
    """The hash of a secret that opens a seat. `tables` explains the kinds."""

    color: str
    hash: str
    kind: str
    created: str


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A chat message."""

    color: str
    text: str
    time: str


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game with its moves, keys and chat."""

    game: StoredGame
    moves: Sequence[StoredMove] = ()
    keys: Sequence[StoredKey] = ()
    chat: Sequence[StoredLine] = ()
    # The record of an imported game. Only written; `Database.source` reads it.
    source: str | None = None
