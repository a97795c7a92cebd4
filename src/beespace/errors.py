"""The errors Beespace raises, all of them below `BeespaceError`.

Every layer raises these and nothing else for what a caller got wrong. They carry data, so
that the protocol can turn them into `err` or `invalidmove` and the server into JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beespace.rules import Move, Reason


class BeespaceError(Exception):
    """Anything that Beespace refuses to do."""


class InvalidNotationError(BeespaceError, ValueError):
    """A text that does not follow its grammar.

    `text` is what was read and `column` where reading stopped, counted from 1.
    """

    def __init__(self, message: str, text: str = "", column: int = 1) -> None:
        super().__init__(message)
        self.text = text
        self.column = column

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.text, self.column)


class IllegalMoveError(BeespaceError, ValueError):
    """A well-formed move that the rules forbid.

    `reason` says why, `move` is the move where the text named one, and `game_string` is the
    game up to the position in which it was refused.
    """

    def __init__(
        self, message: str, reason: Reason, move: Move | None = None, game_string: str = ""
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.move = move
        self.game_string = game_string

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.reason, self.move, self.game_string)


class InvalidPositionError(BeespaceError, ValueError):
    """A position that no game can reach; `problems` lists every reason found."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("impossible position: " + "; ".join(problems))
        self.problems = problems

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,)


class RecordError(BeespaceError, ValueError):
    """A record of a game that cannot be read, or that a format cannot hold.

    `reason` says why; `file` is the name of what was read, `line` and `column` count from 1. All
    three are empty or 0 where nothing was read.

    >>> print(RecordError("a comment is not closed", "games.pgn", 12, 3))
    games.pgn:12:3: a comment is not closed
    """

    def __init__(self, reason: str, file: str = "", line: int = 0, column: int = 0) -> None:
        place = f"{file}:{line}:{column}: " if line else f"{file}: " if file else ""
        super().__init__(place + reason)
        self.reason = reason
        self.file = file
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason, self.file, self.line, self.column)


class MissingExtraError(BeespaceError):
    """Something needs an optional extra of the package that is not installed."""

    def __init__(self, purpose: str, extra: str) -> None:
        super().__init__(f"{purpose} needs an extra: pip install 'beespace[{extra}]'")
        self.purpose = purpose
        self.extra = extra

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.purpose, self.extra)


class ProtocolError(BeespaceError):
    """A program on the other end of a protocol said something it must not."""


class EngineStoppedError(BeespaceError):
    """An engine ended, or was stopped, before it could answer.

    `lines` is what it had said by then of an answer that never ended.
    """

    def __init__(self, message: str, lines: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.lines = lines

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.lines)
