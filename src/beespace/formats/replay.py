"""Replays and undoes the moves of a record while it is read or written.

Every reader uses this class, so a record that was read never contains an illegal move. It keeps a
hive beside the board and parses and writes moves against it, which is many times faster than
building a new hive from the board for every move.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from beespace.backend import Board
from beespace.errors import IllegalMoveError, InvalidNotationError
from beespace.rules import BaseBoard, Bug, Hex, Move, Pass, Piece, Place, Reason, Ruleset
from beespace.rules.board.hive import Hive
from beespace.rules.box.pieces import LOOSE_PIECE_PATTERN, SINGLE_LETTERS
from beespace.rules.notation.uhp import Names, read_move, write_move

# A queen placed within this many plies shows that the queen may come first.
_FIRST_TURNS = 2

LOOSE_MARK = r"(?:[-/]|\\{1,2})"
_LOOSE_MOVE = re.compile(
    rf"(?P<piece>{LOOSE_PIECE_PATTERN})"
    rf"(?:\s+(?P<before>{LOOSE_MARK})?(?P<reference>{LOOSE_PIECE_PATTERN})(?P<after>{LOOSE_MARK})?)?"
)


class _Names(Names):
    """The names of a game's pieces; each position has its own copy."""

    def fork(self) -> _Names:
        names = _Names()
        names._pieces = dict(self._pieces)
        return names


class Undone(NamedTuple):
    """A move that was undone, and the names after it."""

    move: Move
    names: _Names


class Replay:
    """A game being replayed, with lenient parsing of moves.

    With `infer_queen_first`, a queen among the first two moves means that the game's rules allow
    it. With `start`, the game starts from that position, which must have the same ruleset.

    Raises:
        InvalidNotationError: `start` is not a position, or has another ruleset.
        InvalidPositionError: no game can reach `start`.
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
        # Each move with the hex that the piece came from and the names before the move.
        self._trail: list[tuple[Move, Hex | None, _Names]] = []

    def _set_up(self, start: str) -> None:
        board = Board.from_position(start)
        if board.ruleset != self.board.ruleset:
            raise InvalidNotationError(
                f"the position's rules are {board.ruleset}, but the game's are "
                f"{self.board.ruleset}",
                start,
            )
        self.board = board
        for hex in board.hexes():
            for piece in board.stack(hex):
                self.hive.put(piece, hex)

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return len(self._trail)

    def read(self, text: str) -> Move:
        """Read a move such as `wA1 bQ-` and play it.

        Raises:
            InvalidNotationError: the text doesn't follow the grammar.
            IllegalMoveError: the move can't exist here, or is illegal.
        """
        names = self._names.fork()
        move = read_move(tidy_move(text), self.hive, names)
        if isinstance(move, Reason):
            raise IllegalMoveError(f"{text}: {move}", move)
        self._play(move, names)
        return move

    def piece(self, name: str) -> Piece:
        """Return the piece that a name refers to if it moves now."""
        return self._names.fork().mover(name, self.hive)

    def bring(self, name: str, to: Hex) -> Move:
        """Place the named piece on a hex, or move it there.

        Raises:
            IllegalMoveError: the move is illegal.
        """
        names = self._names.fork()
        move = self.board.move_to(names.mover(name, self.hive), to)
        self._play(move, names)
        return move

    def play(self, move: Move) -> None:
        """Play a move.

        Raises:
            IllegalMoveError: the move is illegal.
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
        """Undo the last move and return what `redo` needs."""
        self.board.pop()
        names = self._names
        move, origin, self._names = self._trail.pop()
        if not isinstance(move, Pass):
            self.hive.lift(move.piece)
            if origin is not None:
                self.hive.put(move.piece, origin)
        return Undone(move, names)

    def redo(self, undone: Undone) -> None:
        """Replay a move that was undone in this position."""
        self._play(undone.move, undone.names)

    def undo_to(self, ply: int) -> None:
        """Undo moves until `ply` of them are left."""
        while self.ply > ply:
            self.undo()

    def text(self, move: Move) -> str:
        """Return the canonical text of a move in this position."""
        return write_move(move, self.hive)


@lru_cache(maxsize=1 << 14)  # games repeat the same few thousand texts
def tidy_move(text: str) -> str:
    r"""Return a move in the protocol's form, given how other programs may write it.

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
    """Return a piece's name in the protocol's form."""
    bug = name[1].upper()
    return name[0].lower() + bug + ("" if bug in SINGLE_LETTERS else name[2:])


def inferred_ruleset(ruleset: Ruleset, moves: tuple[Move, ...]) -> Ruleset:
    """Return the ruleset that a reader infers if a file gives only the game type."""
    shown = any(
        isinstance(move, Place) and move.piece.bug is Bug.QUEEN for move in moves[:_FIRST_TURNS]
    )
    return Ruleset(ruleset.expansions, queen_first=shown)
