"""Game records: who played, when, which moves, and how the game ended.

Readers create records and writers consume them; this module knows neither. A record stores moves
as values, so the same game gives an equal record whichever file it came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from beespace.backend import Board
from beespace.rules import BaseBoard, Color, EndReason, Move, Outcome, Result, Ruleset

GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
"""Annotation glyphs as in chess: good, bad, brilliant, blunder, interesting, dubious."""


@dataclass(slots=True)
class PlayedMove:
    """A move of a record and its notes.

    `clock_ms` is the mover's clock after the move and `spent_ms` the time the move took, both in
    milliseconds. `variations` are alternative continuations from the position before this move.
    `glyph` is one of `GLYPHS`, or empty.
    """

    move: Move
    comment: str = ""
    clock_ms: int | None = None
    spent_ms: int | None = None
    variations: list[list[PlayedMove]] = field(default_factory=list)
    glyph: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether the move has no notes."""
        return (
            not self.comment
            and not self.glyph
            and not self.variations
            and self.clock_ms is None
            and self.spent_ms is None
        )


@dataclass(slots=True)
class GameRecord:
    """A game with its players, moves, notes and result.

    Unknown texts are empty. `date` has the form `2024.01.30`, with `??` for an unknown month or
    day, and `time` the form `16:10:56`. `tags` holds all other data of a file. A study may start
    from a position: `start` is then its notation, and `ruleset` must be the position's.

    >>> game = GameRecord.from_moves("Base", ["wS1", "bG1 wS1-", "wQ -wS1"], white="Ann")
    >>> game.white, len(game.moves), game.result
    ('Ann', 3, <Result.UNFINISHED: 'InProgress'>)
    >>> game.line[1].comment = "The usual answer."
    >>> game.board(2).game_string()
    'Base;InProgress;White[2];wS1;bG1 wS1-'
    """

    ruleset: Ruleset = field(default_factory=Ruleset)
    white: str = ""
    black: str = ""
    date: str = ""
    time: str = ""
    event: str = ""
    site: str = ""
    round: str = ""
    result: Result = Result.UNFINISHED
    reason: EndReason | None = None
    tags: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    line: list[PlayedMove] = field(default_factory=list)
    start: str = ""

    @classmethod
    def from_board(cls, board: BaseBoard, **fields: str) -> GameRecord:
        """Return the record of a game that was played on a board from the first move.

        Raises:
            BeespaceError: the board started from a position, so its first moves are unknown.
        """
        board.game_string()  # raises if the board started from a position
        record = cls(board.ruleset, **fields)  # type: ignore[arg-type]  # only the string fields
        record.line = [PlayedMove(move) for move in board.moves]
        outcome = board.outcome()
        if outcome is not None:
            record.outcome = outcome
        return record

    @classmethod
    def from_moves(cls, ruleset: Ruleset | str, moves: Iterable[str], **fields: str) -> GameRecord:
        """Return the record of a game, given its moves as text.

        Raises:
            InvalidNotationError: a text is not a move.
            IllegalMoveError: a move is illegal.
        """
        board = Board(ruleset)
        for text in moves:
            board.push_uhp(text)
        return cls.from_board(board, **fields)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line, without variations."""
        return tuple(played.move for played in self.line)

    def board(self, ply: int | None = None) -> BaseBoard:
        """Return the board after `ply` moves, or at the end of the game.

        Raises:
            IllegalMoveError: the record contains an illegal move.
        """
        return next(islice(self.boards(), len(self.line[:ply]), None))

    def boards(self) -> Iterator[BaseBoard]:
        """Yield the board before the first move and after each move.

        This is the way to walk through a game: every move is played once. It is the same board each
        time; copy it to keep a position.

        Raises:
            IllegalMoveError: the record contains an illegal move.
        """
        board = Board.from_position(self.start) if self.start else Board(self.ruleset)
        yield board
        for played in self.line:
            board.push(played.move)
            yield board

    def uhp_moves(self) -> list[str]:
        """Return the moves of the main line as canonical text."""
        return [board.uhp(move) for board, move in zip(self.boards(), self.moves, strict=False)]

    @property
    def players(self) -> str:
        """Both players' names, for headings."""
        return f"{self.white or 'White'} – {self.black or 'Black'}"

    @property
    def winner(self) -> Color | None:
        """The winner, or None if there is none or it is unknown."""
        return self.result.winner

    @property
    def outcome(self) -> Outcome:
        """The result and its reason."""
        return Outcome(self.result, self.reason)

    @outcome.setter
    def outcome(self, outcome: Outcome) -> None:
        self.result, self.reason = outcome.result, outcome.reason


def settle(board: BaseBoard, claimed: Outcome) -> Outcome:
    """Return a game's outcome, given the final position and what the file claims.

    The position takes precedence over the claim. A claim that the position can't show, such as a
    resignation, is accepted.
    """
    shown = board.outcome()
    if shown is not None:
        return shown
    if claimed.result is Result.UNFINISHED or claimed.reason is EndReason.SURROUND:
        return Outcome(claimed.result)
    return claimed
