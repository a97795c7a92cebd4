"""A game as it was played and written down: who, when, which moves, how it ended.

The readers make records and the writers take them; neither is known here. A record holds moves
as values, so the same game is the same record whatever file it came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from beespace.backend import Board
from beespace.rules import BaseBoard, Color, Ending, Move, Outcome, Ruleset


class Result(StrEnum):
    """How a game ended; all but the last are the words of the Universal Hive Protocol."""

    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"
    DRAW = "Draw"
    UNFINISHED = "InProgress"
    UNKNOWN = "Unknown"

    @property
    def is_decided(self) -> bool:
        """Whether somebody won or it is a draw."""
        return self in (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW)


# What a move is marked with, as in chess: good, bad, brilliant, a blunder, interesting, dubious.
GLYPHS = ("!", "?", "!!", "??", "!?", "?!")


class EndReason(StrEnum):
    """Why a game ended."""

    SURROUND = "surround"
    RESIGN = "resign"
    AGREEMENT = "agreement"
    TIME = "time"
    REPETITION = "repetition"
    DEADLOCK = "deadlock"
    ADJUDICATION = "adjudication"


@dataclass(slots=True)
class PlayedMove:
    """A move of a record, with what was noted about it.

    `clock_ms` is what the mover's clock showed after the move and `spent_ms` how long the move
    took, both in milliseconds. `variations` are other ways to go on from the position before
    this move. `glyph` is one of `GLYPHS`, or empty.
    """

    move: Move
    comment: str = ""
    clock_ms: int | None = None
    spent_ms: int | None = None
    variations: list[list[PlayedMove]] = field(default_factory=list)
    glyph: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether nothing was noted about the move."""
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

    Texts that are not known are empty. `date` is written `2024.01.30`, with `??` for a month or
    day that is not known, and `time` is `16:10:56`. `tags` keeps whatever else a file said. A study
    may begin at a position: `start` is its notation, and `ruleset` that of the position.

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
        """The record of a game that was played on a board from its beginning.

        Raises:
            BeespaceError: the board began at a position, so its first moves are not known.
        """
        board.game_string()
        record = cls(board.ruleset, **fields)  # type: ignore[arg-type]  # the texts among the fields
        record.line = [PlayedMove(move) for move in board.moves]
        outcome = board.outcome()
        if outcome is not None:
            record.result, record.reason = of_outcome(outcome)
        return record

    @classmethod
    def from_moves(cls, ruleset: Ruleset | str, moves: Iterable[str], **fields: str) -> GameRecord:
        """The record of a game given by the texts of its moves.

        Raises:
            InvalidNotationError: a text is no move.
            IllegalMoveError: the rules forbid a move.
        """
        board = Board(ruleset)
        for text in moves:
            board.push_uhp(text)
        return cls.from_board(board, **fields)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that were played, without variations."""
        return tuple(played.move for played in self.line)

    def board(self, ply: int | None = None) -> BaseBoard:
        """The board after that many moves, or at the end of the game.

        Raises:
            IllegalMoveError: the record holds a move that the rules forbid.
        """
        board = self._first_board()
        for played in self.line[:ply]:
            board.push(played.move)
        return board

    def boards(self) -> Iterator[BaseBoard]:
        """The board before the first move and after each: one board, that is played on.

        Raises:
            IllegalMoveError: the record holds a move that the rules forbid.
        """
        board = self._first_board()
        yield board
        for played in self.line:
            board.push(played.move)
            yield board

    def uhp_moves(self) -> list[str]:
        """The canonical texts of the moves that were played."""
        board = self._first_board()
        texts = []
        for played in self.line:
            texts.append(board.uhp(played.move))
            board.push(played.move)
        return texts

    def _first_board(self) -> BaseBoard:
        return Board.from_position(self.start) if self.start else Board(self.ruleset)

    @property
    def players(self) -> str:
        """Both names, for headings."""
        return f"{self.white or 'White'} – {self.black or 'Black'}"

    @property
    def winner(self) -> Color | None:
        """Who won, if anybody is known to have done so."""
        return {Result.WHITE_WINS: Color.WHITE, Result.BLACK_WINS: Color.BLACK}.get(self.result)


def of_outcome(outcome: Outcome) -> tuple[Result, EndReason]:
    """What a record says of a game that the board has ended."""
    threefold = outcome.ending is Ending.THREEFOLD
    return Result(outcome.state), EndReason.REPETITION if threefold else EndReason.SURROUND


def settle(
    board: BaseBoard, result: Result, reason: EndReason | None
) -> tuple[Result, EndReason | None]:
    """The result of a game whose file claims one: what the final position shows comes first.

    A claim that the position contradicts is dropped; one that the position cannot show, such as
    a resignation, is believed.
    """
    outcome = board.outcome()
    if outcome is not None:
        return of_outcome(outcome)
    if result is Result.UNFINISHED or reason is EndReason.SURROUND:
        reason = None
    return result, reason
