"""Parses player descriptions such as `level:5` or `beespace:depth=4` and creates the players.

A player is either built in (`level:N`, `beespace`, `beespace:threads=2,hash=32,time=0.2`) or any
UHP engine (`cmd:COMMAND ARGUMENTS`, or just the path of a program).
"""

from __future__ import annotations

import shlex
import shutil
from dataclasses import dataclass, replace

from beespace.backend import BACKEND
from beespace.engine import LEVELS, Limit, PlainPlayer, Player, level
from beespace.errors import BeespaceError
from beespace.uhp.client import UhpPlayer

# Smaller than elsewhere: several players run at once, and each game starts with an empty table.
_HASH_MB = 16
_WHOLE_NUMBERS = ("depth", "nodes", "threads", "hash", "level", "plain")


class PlayerSpecError(BeespaceError, ValueError):
    """An invalid description of a match player."""


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player's description; `limit` is the player's own limit, if it has one."""

    text: str
    limit: Limit | None = None
    # For built-in players
    threads: int = 1
    hash_mb: int = _HASH_MB
    level: int = len(LEVELS)
    is_plain: bool = False
    # For external programs
    command: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Parse the description of a player.

        >>> PlayerSpec.parse("beespace:depth=4,hash=8").limit
        Limit(time_s=None, depth=4, nodes=None)
        >>> PlayerSpec.parse("level:5").level
        5
        >>> PlayerSpec.parse("cmd:sh engine.sh").command
        ('sh', 'engine.sh')

        Raises:
            PlayerSpecError: the description is invalid.
        """
        kind, _, rest = text.partition(":")
        if kind == "level":
            return cls(text, level=_level(rest))
        if kind == "beespace":
            return _ours(text, rest)
        command = rest if kind == "cmd" else text
        try:
            words = tuple(shlex.split(command))
        except ValueError as error:
            raise PlayerSpecError(f"{text!r}: {error}") from None
        if not words:
            raise PlayerSpecError(f"{text!r} doesn't name a program")
        if shutil.which(words[0]) is None:
            raise PlayerSpecError(
                f"{text!r} is neither level:N nor beespace[:NAME=VALUE,...], and there is no "
                f"program {words[0]!r}"
            )
        return cls(text, command=words)

    def with_limit(self, limit: Limit | None) -> PlayerSpec:
        """Return the same player with its own limit."""
        return self if limit is None else replace(self, limit=limit)

    def with_options(self, text: str) -> PlayerSpec:
        """Return the same program with UHP options, given as `Name=Value,Name=Value`.

        Raises:
            PlayerSpecError: the player is built in, or the text is malformed.
        """
        if not text:
            return self
        if not self.command:
            raise PlayerSpecError(
                f"{self.text} takes no UHP options: use beespace:NAME=VALUE,... instead"
            )
        return replace(self, options=tuple(_pairs(text)))

    def limit_within(self, common: Limit | None) -> Limit:
        """Return the player's own limit, or else the common one, or else that of its level.

        Raises:
            PlayerSpecError: there is no limit, or UHP doesn't support it.
        """
        limit = self.limit or common
        if limit is None:
            if self.command or level(self.level).character is None:
                raise PlayerSpecError(f"{self.text} needs a time, depth or node limit")
            limit = Limit()  # the opponent's own
        if self.command and limit.time_s is None and limit.depth is None:
            raise PlayerSpecError(
                f"{self.text}: UHP has no node limit; use a time or depth limit instead"
            )
        return limit

    def create(self, seed: int) -> Player:
        """Create the player; the seed makes the moves of an opponent differ between games."""
        if self.command:
            return UhpPlayer(self.command, dict(self.options), attempts=1)
        if BACKEND != "native":
            return PlainPlayer()
        from beespace.engine.native import NativePlayer

        return NativePlayer(
            threads=self.threads,
            hash_mb=self.hash_mb,
            level=level(self.level),
            seed=seed,
            is_plain=self.is_plain,
        )

    def identity(self) -> str:
        """Return the player's description with its UHP options; equal for equal players."""
        options = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.text} [{options}]" if options else self.text


def _ours(text: str, rest: str) -> PlayerSpec:
    numbers: dict[str, int] = {}
    time_s: float | None = None
    for name, value in _pairs(rest):
        try:
            if name == "time":
                time_s = float(value)
            elif name in _WHOLE_NUMBERS:
                numbers[name] = int(value)
            else:
                known = ", ".join((*_WHOLE_NUMBERS, "time"))
                raise PlayerSpecError(f"{text!r}: unknown name {name!r}; expected one of {known}")
        except ValueError as error:
            if isinstance(error, PlayerSpecError):
                raise
            raise PlayerSpecError(f"{text!r}: {value!r} is not a number") from None
    depth, nodes = numbers.get("depth"), numbers.get("nodes")
    limited = (time_s, depth, nodes) != (None, None, None)
    try:
        limit = Limit(time_s, depth, nodes) if limited else None
    except ValueError as error:
        raise PlayerSpecError(f"{text!r}: {error}") from None
    threads, hash_mb = numbers.get("threads", 1), numbers.get("hash", _HASH_MB)
    if not 1 <= threads <= 64 or not 1 <= hash_mb <= 16384:
        raise PlayerSpecError(f"{text!r}: threads must be from 1 to 64 and hash from 1 to 16384 MB")
    return PlayerSpec(
        text,
        limit,
        threads=threads,
        hash_mb=hash_mb,
        level=_level(str(numbers.get("level", len(LEVELS)))),
        is_plain=bool(numbers.get("plain", 0)),
    )


def _pairs(text: str) -> list[tuple[str, str]]:
    found = []
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not name or not equals or not value:
            raise PlayerSpecError(f"expected NAME=VALUE, not {part!r}")
        found.append((name, value))
    return found


def _level(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(LEVELS):
        return int(text)
    raise PlayerSpecError(f"the level must be from 1 to {len(LEVELS)}, not {text!r}")
