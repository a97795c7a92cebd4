"""The exceptions Beespace raises, all of them subclasses of `BeespaceError`.

Every layer raises only these for a caller's mistakes. They carry data, so that the UHP engine can
turn them into `err` or `invalidmove` and the server into JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beespace.rules import Move, Reason


class BeespaceError(Exception):
    """The base class of all Beespace exceptions."""


class InvalidNotationError(BeespaceError, ValueError):
    """Text that does not follow its grammar.

    `text` is the input and `column` is where parsing stopped, counted from 1.
    """

    def __init__(self, message: str, text: str = "", column: int = 1) -> None:
        super().__init__(message)
        self.text = text
        self.column = column

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.text, self.column)


class IllegalMoveError(BeespaceError, ValueError):
    """A well-formed move that the rules forbid.

    `reason` says why, `move` is the move if the text named one, and `game_string` is the game up to
    the position in which the move is illegal.
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
    """A game record that cannot be read, or that a format cannot represent.

    `reason` says why; `file` is the name of the input, and `line` and `column` count from 1. All
    three are empty or 0 if the error has no place in an input.

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
    """A feature needs an optional extra of the package that is not installed."""

    def __init__(self, purpose: str, extra: str) -> None:
        super().__init__(f"{purpose} needs an optional extra: pip install 'beespace[{extra}]'")
        self.purpose = purpose
        self.extra = extra

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.purpose, self.extra)


class ProtocolError(BeespaceError):
    """The program at the other end violated the protocol."""


class EngineStoppedError(BeespaceError):
    """An engine exited, or was stopped, before it finished its answer.

    `lines` holds the part of the answer that had arrived by then.
    """

    def __init__(self, message: str, lines: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.lines = lines

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.lines)
