"""Plays the moves of a record while it is read or written, and can take them back.

Every reader goes through here, so a record never holds a move that the rules forbid. A hive is
kept beside the board: texts are read and written against it, which is many times faster than
asking the board for a new one at every move.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from beespace.backend import Board
from beespace.errors import IllegalMoveError, InvalidNotationError
from beespace.rules import BaseBoard, Bug, Hex, Move, Pass, Piece, Place, Reason, Relocate, Ruleset
from beespace.rules.hive import Hive
from beespace.rules.notation.uhp import Names, read_move, write_move

# The moves in which a queen shows that she may come first.
_FIRST_TURNS = 2

# What other programs write for a piece: letters of any case, and a 1 where there is only one.
LOOSE_PIECE = r"[wWbB](?:[qQmMlLpP]1?|[sSbB][12]|[gGaA][123])"
LOOSE_MARK = r"(?:[-/]|\\{1,2})"
_LOOSE_MOVE = re.compile(
    rf"(?P<piece>{LOOSE_PIECE})"
    rf"(?:\s+(?P<before>{LOOSE_MARK})?(?P<reference>{LOOSE_PIECE})(?P<after>{LOOSE_MARK})?)?"
)
_LONE_BUGS = "QMLP"


class _Names(Names):
    """The names of a game's pieces, of which every position has its own."""

    def fork(self) -> _Names:
        names = _Names()
        names._pieces = dict(self._pieces)
        return names


class Undone(NamedTuple):
    """A move that was taken back, with the names as they were after it."""

    move: Move
    names: _Names


class Replay:
    """A game being replayed; texts are read tolerantly.

    With `infer_queen_first` a queen among the first two moves is taken as a sign that the game
    was played under rules which allow it. With `start` it begins at a position, whose ruleset must
    be the same.

    Raises:
        InvalidNotationError: `start` is no position, or has another ruleset.
        InvalidPositionError: no game can reach it.
    """

    def __init__(
        self, ruleset: Ruleset, *, infer_queen_first: bool = True, start: str = ""
    ) -> None:
        self.board: BaseBoard = Board(ruleset)
        self.hive = Hive()
        self._infers_queen_first = infer_queen_first and not start
        if start:
            self._set_up(start)
        self._names = _Names()
        # Every move with where the mover came from and the names as they were before.
        self._trail: list[tuple[Move, Hex | None, _Names]] = []

    def _set_up(self, start: str) -> None:
        board = Board.from_position(start)
        if board.ruleset != self.board.ruleset:
            raise InvalidNotationError(
                f"the position is {board.ruleset}, but the game {self.board.ruleset}", start
            )
        self.board = board
        for hex in board.hexes():
            for piece in board.stack(hex):
                self.hive.put(piece, hex)

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._trail)

    def read(self, text: str) -> Move:
        """Read a move such as `wA1 bQ-` and play it.

        Raises:
            InvalidNotationError: the text does not follow the grammar.
            IllegalMoveError: it names no move, or one that the rules forbid.
        """
        names = self._names.fork()
        move = read_move(tidy_move(text), self.hive, names)
        if isinstance(move, Reason):
            raise IllegalMoveError(f"{text}: {move}", move)
        self._play(move, names)
        return move

    def piece(self, name: str) -> Piece:
        """The piece that a name will mean if it moves now."""
        return self._names.fork().mover(name, self.hive)

    def bring(self, name: str, to: Hex) -> Move:
        """Place or move the piece of a name to a hex.

        Raises:
            IllegalMoveError: the rules forbid it.
        """
        names = self._names.fork()
        piece = names.mover(name, self.hive)
        move: Move = Relocate(piece, to) if piece in self.hive.locations else Place(piece, to)
        self._play(move, names)
        return move

    def play(self, move: Move) -> None:
        """Play a move.

        Raises:
            IllegalMoveError: the rules forbid it.
        """
        self._play(move, self._names)

    def _play(self, move: Move, names: _Names) -> None:
        if self.ply < _FIRST_TURNS and self._infers_queen_first:
            self._allow_queen_first(move)
        self.board.push(move)
        origin = None
        if not isinstance(move, Pass):
            if move.piece in self.hive.locations:
                origin = self.hive.lift(move.piece)
            self.hive.put(move.piece, move.to)
        self._trail.append((move, origin, self._names))
        self._names = names

    def _allow_queen_first(self, move: Move) -> None:
        if isinstance(move, Place) and move.piece.bug is Bug.QUEEN:
            ruleset = replace(self.board.ruleset, queen_first=True)
            board = Board(ruleset)
            for earlier in self.board.moves:
                board.push(earlier)
            self.board = board

    def undo(self) -> Undone:
        """Take the last move back; what is returned can be given to `redo`."""
        self.board.pop()
        names = self._names
        move, origin, self._names = self._trail.pop()
        if not isinstance(move, Pass):
            self.hive.lift(move.piece)
            if origin is not None:
                self.hive.put(move.piece, origin)
        return Undone(move, names)

    def redo(self, undone: Undone) -> None:
        """Play a move again that was taken back in this position."""
        self._play(undone.move, undone.names)

    def undo_to(self, ply: int) -> None:
        """Take moves back until so many are left."""
        while self.ply > ply:
            self.undo()

    def text(self, move: Move) -> str:
        """The canonical text of a move in this position."""
        return write_move(move, self.hive)


@lru_cache(maxsize=1 << 14)  # games use the same few thousand texts again and again
def tidy_move(text: str) -> str:
    r"""A move as the protocol writes it, from what other programs make of it.

    >>> tidy_move(r"BM1 \\wq"), tidy_move("PASS"), tidy_move("nonsense")
    ('bM \\wQ', 'pass', 'nonsense')
    """
    match = _LOOSE_MOVE.fullmatch(text)
    if match is None:
        return "pass" if text.lower() == "pass" else text
    piece, before, reference, after = match.groups(default="")
    if not reference:
        return tidy_piece(piece)
    return f"{tidy_piece(piece)} {before[:1]}{tidy_piece(reference)}{after[:1]}"


def tidy_piece(name: str) -> str:
    """A piece's name as the protocol writes it."""
    bug = name[1].upper()
    return name[0].lower() + bug + ("" if bug in _LONE_BUGS else name[2:])


def inferred_ruleset(ruleset: Ruleset, moves: tuple[Move, ...]) -> Ruleset:
    """The ruleset that a reader takes a game for which its file names the game type only."""
    shown = any(
        isinstance(move, Place) and move.piece.bug is Bug.QUEEN for move in moves[:_FIRST_TURNS]
    )
    return Ruleset(ruleset.expansions, queen_first=shown)
