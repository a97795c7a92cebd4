"""Who plays: reads texts such as `level:5` or `beespace:depth=4` and makes players of them.

A player is one of ours (`level:N`, `beespace`, `beespace:threads=2,hash=32,time=0.2`) or any UHP
engine (`cmd:COMMAND ARGUMENTS`, or just the path of a program).
"""

from __future__ import annotations

import shlex
import shutil
from dataclasses import dataclass, replace

from beespace.backend import BACKEND
from beespace.engine import LEVELS, Limit, PlainPlayer, Player, level
from beespace.errors import BeespaceError
from beespace.uhp.client import UhpPlayer

# Less than a viewer gets: several players run at once, and a match empties the table often.
_HASH_MB = 16
_WHOLE_NUMBERS = ("depth", "nodes", "threads", "hash", "level", "plain")


class PlayerSpecError(BeespaceError, ValueError):
    """The text that describes a player of a match makes no sense."""


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """What a player is; `limit` is what it was given of its own, if anything."""

    text: str
    limit: Limit | None = None
    # Ours
    threads: int = 1
    hash_mb: int = _HASH_MB
    level: int = len(LEVELS)
    is_plain: bool = False
    # Somebody's program
    command: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Read the description of a player.

        >>> PlayerSpec.parse("beespace:depth=4,hash=8").limit
        Limit(time_s=None, depth=4, nodes=None)
        >>> PlayerSpec.parse("level:5").level
        5
        >>> PlayerSpec.parse("cmd:sh engine.sh").command
        ('sh', 'engine.sh')

        Raises:
            PlayerSpecError: it makes no sense.
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
            raise PlayerSpecError(f"{text!r} names no program")
        if shutil.which(words[0]) is None:
            raise PlayerSpecError(
                f"{text!r} is neither level:N nor beespace[:NAME=VALUE,...], and no program "
                f"{words[0]!r} is to be found"
            )
        return cls(text, command=words)

    def with_limit(self, limit: Limit | None) -> PlayerSpec:
        """The same player with a limit of its own."""
        return self if limit is None else replace(self, limit=limit)

    def with_options(self, text: str) -> PlayerSpec:
        """The same program with UHP options set, written `Name=Value,Name=Value`.

        Raises:
            PlayerSpecError: the player is one of ours, or the text is not written so.
        """
        if not text:
            return self
        if not self.command:
            raise PlayerSpecError(f"options of {self.text} are written beespace:NAME=VALUE,...")
        return replace(self, options=tuple(_pairs(text)))

    def limit_within(self, common: Limit | None) -> Limit:
        """How long it may think: its own limit, else the common one, else what its level says.

        Raises:
            PlayerSpecError: nothing limits it, or UHP has no word for the limit.
        """
        limit = self.limit or common
        if limit is None:
            own = LEVELS[self.level - 1]
            if self.command or (own.depth is None and own.nodes is None):
                raise PlayerSpecError(f"{self.text} needs a time, a depth or a number of nodes")
            limit = Limit(depth=own.depth, nodes=own.nodes)
        if self.command and limit.time_s is None and limit.depth is None:
            raise PlayerSpecError(f"{self.text}: UHP knows a time or a depth, but no nodes")
        return limit

    def create(self, seed: int) -> Player:
        """A player; the seed is for levels that misjudge, so that their games differ."""
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
        """The player as it was described, with its UHP options: the same for the same player."""
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
                raise PlayerSpecError(f"{text!r}: {name!r} is not one of {known}")
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
        raise PlayerSpecError(f"{text!r}: 1 to 64 threads and 1 to 16384 MB of hash")
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
            raise PlayerSpecError(f"{part!r} is not written NAME=VALUE")
        found.append((name, value))
    return found


def _level(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(LEVELS):
        return int(text)
    raise PlayerSpecError(f"levels run from 1 to {len(LEVELS)}, not {text!r}")
