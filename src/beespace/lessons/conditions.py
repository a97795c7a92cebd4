"""The conditions a lesson can set for a move.

A condition is a function of the board before the move, the move, and the board after it. The
board decides, not a list of answers, so every correct move counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from beespace.lessons.errors import LessonDataError
from beespace.rules import BaseBoard, Bug, Color, Move, Pass, Piece, Place, ReasonCode, Relocate


@dataclass(frozen=True)
class Condition:
    """A condition with its field in the lesson, such as `touches = "bQ"`."""

    name: str
    value: str | bool | list[str]
    _check: Callable[[BaseBoard, Move, BaseBoard], bool]

    def __call__(self, before: BaseBoard, move: Move, after: BaseBoard) -> bool:
        """Return whether a move meets the condition."""
        return self._check(before, move, after)


def is_pinned(board: BaseBoard, piece: Piece) -> bool:
    """Return whether a piece of either colour is pinned."""
    board = _as_turn_of(board, piece.color)
    reason = board.why_immobile(piece)
    return reason is not None and reason.code is ReasonCode.PINNED


def queen_neighbors(board: BaseBoard, color: Color) -> int:
    """Return the number of occupied hexes around a queen; 0 before she is placed."""
    hex = board.location(Piece(color, Bug.QUEEN))
    return 0 if hex is None else sum(bool(board.stack(other)) for other in hex.neighbors())


def winning_moves(board: BaseBoard) -> list[Move]:
    """Return the moves that win at once for the player to move."""
    found = []
    after = board.copy()
    for move in board.legal_moves:
        after.push_unchecked(move)
        outcome = after.outcome()
        if outcome is not None and outcome.winner is board.turn:
            found.append(move)
        after.pop()
    return found


def _as_turn_of(board: BaseBoard, color: Color) -> BaseBoard:
    """Return the board with this side to move, after a pass if necessary."""
    if board.turn is color:
        return board
    board = board.copy()
    board.push_unchecked(Pass())
    return board


def _one_of(texts: list[str], before: BaseBoard, move: Move, _after: BaseBoard) -> bool:
    return any(before.parse_uhp(text) == move for text in texts)


def _moves(piece: Piece, before: BaseBoard, move: Move, _after: BaseBoard) -> bool:
    """The player's own piece moves or is thrown; it isn't placed."""
    return isinstance(move, Relocate) and move.piece is piece and before.turn is piece.color


def _places(piece: Piece, _before: BaseBoard, move: Move, _after: BaseBoard) -> bool:
    return isinstance(move, Place) and move.piece is piece


def _throws(piece: Piece, before: BaseBoard, move: Move, _after: BaseBoard) -> bool:
    return isinstance(move, Relocate) and move.piece is piece and bool(before.throwers(move))


def _covers(piece: Piece, _before: BaseBoard, _move: Move, after: BaseBoard) -> bool:
    hex = after.location(piece)
    return hex is not None and after.stack(hex)[-1] is not piece


def _pins(piece: Piece, before: BaseBoard, _move: Move, after: BaseBoard) -> bool:
    return not is_pinned(before, piece) and is_pinned(after, piece)


def _frees(piece: Piece, _before: BaseBoard, _move: Move, after: BaseBoard) -> bool:
    """The piece could move if it were its owner's turn."""
    return _as_turn_of(after, piece.color).why_immobile(piece) is None


def _touches(piece: Piece, _before: BaseBoard, move: Move, after: BaseBoard) -> bool:
    """The played piece lands beside the named one."""
    hex = after.location(piece)
    return hex is not None and not isinstance(move, Pass) and move.to.distance(hex) == 1


def _wins(_wanted: bool, before: BaseBoard, _move: Move, after: BaseBoard) -> bool:
    outcome = after.outcome()
    return outcome is not None and outcome.winner is before.turn


def _draws(_wanted: bool, _before: BaseBoard, _move: Move, after: BaseBoard) -> bool:
    outcome = after.outcome()
    return outcome is not None and outcome.winner is None


def _is_safe(_wanted: bool, _before: BaseBoard, _move: Move, after: BaseBoard) -> bool:
    """The opponent can't win with the next move."""
    return after.outcome() is None and not winning_moves(after)


def _threatens(_wanted: bool, before: BaseBoard, _move: Move, after: BaseBoard) -> bool:
    """The player could win with the next move if the opponent did nothing."""
    return after.outcome() is None and bool(winning_moves(_as_turn_of(after, before.turn)))


def _escapes(_wanted: bool, before: BaseBoard, _move: Move, after: BaseBoard) -> bool:
    """The player's queen has fewer neighbours than before."""
    return queen_neighbors(after, before.turn) < queen_neighbors(before, before.turn)


def _forces_pass(_wanted: bool, _before: BaseBoard, _move: Move, after: BaseBoard) -> bool:
    return list(after.legal_moves) == [Pass()]


def _relocates(_wanted: bool, before: BaseBoard, move: Move, _after: BaseBoard) -> bool:
    """The player moves a piece of their own, rather than placing one."""
    return isinstance(move, Relocate) and move.piece.color is before.turn


def _passes(_wanted: bool, _before: BaseBoard, move: Move, _after: BaseBoard) -> bool:
    return isinstance(move, Pass)


_OF_A_PIECE = {
    "moves": _moves,
    "places": _places,
    "throws": _throws,
    "covers": _covers,
    "pins": _pins,
    "frees": _frees,
    "touches": _touches,
}
_OF_THE_BOARD = {
    "wins": _wins,
    "draws": _draws,
    "safe": _is_safe,
    "threatens": _threatens,
    "escapes": _escapes,
    "forces_pass": _forces_pass,
    "relocates": _relocates,
    "passes": _passes,
}


def read_condition(name: str, value: object) -> Condition:
    """Return the condition that a field of a lesson names.

    Raises:
        LessonDataError: there is no such condition, or its value is invalid.
    """
    if name == "one_of" and isinstance(value, list) and all(isinstance(t, str) for t in value):
        return Condition(name, value, partial(_one_of, value))
    if name in _OF_A_PIECE and isinstance(value, str):
        return Condition(name, value, partial(_OF_A_PIECE[name], Piece.parse(value)))
    if name in _OF_THE_BOARD and value is True:
        return Condition(name, value, partial(_OF_THE_BOARD[name], True))
    raise LessonDataError(f"unknown condition {name} = {value!r}")
