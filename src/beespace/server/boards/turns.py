"""Boards as messages: the position, its legal moves, and played moves.

This is the only place that translates the rules into what the page shows. The C++ board writes
turns itself, in the same bytes (native/explain/messages). For other boards, this module makes a few
large queries instead of many small ones. benchmarks/server/turn_cost.py measures their cost.
"""

from __future__ import annotations

import json
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from beespace.backend import BACKEND
from beespace.rules import BaseBoard, Color, Hex, Move, Pass, Piece, Place, Reason, Relocate
from beespace.rules.board.position import LAST_TURN_FOR_QUEEN
from beespace.server.boards.messages import (
    ColorLetter,
    HexPair,
    PlayedMove,
    Remark,
    Turn,
    Way,
    WhyNot,
)
from beespace.study import remarks

if TYPE_CHECKING:
    from beespace import fast

# The third occurrence of a position needs two rounds of four plies without a placement.
_PLIES_BEFORE_REPETITION = 7
_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))
_NO_MOVES = ',"movable":[],"immobile":[]}'


def turn_of(board: BaseBoard, *, is_over: bool = False) -> Turn:
    """Return a board's position and its legal moves. A finished game has none.

    `is_over` is for endings that the board doesn't show, such as a resignation.
    """
    return Turn.model_validate_json(turn_text(board, is_over=is_over))


def turn_text(board: BaseBoard, *, is_over: bool = False) -> str:
    """Return a turn as JSON.

    A turn has hundreds of parts, and only the receiver needs them as objects.
    """
    if native := _native(board):
        return native.turn_json(with_moves=not is_over)
    position = position_text(board)
    return position if is_over else with_moves(position, board)


def position_text(board: BaseBoard) -> str:
    """Return a turn as JSON without the legal moves, for everyone but the player to move."""
    if native := _native(board):
        return native.turn_json(with_moves=False)
    position = {
        "ply": board.ply,
        "color": letter(board.turn),
        "number": board.turn_number,
        "stacks": [
            {"hex": hex, "pieces": [str(piece) for piece in stack]}
            for hex, stack in board.stacks().items()
        ],
        "hands": {letter(color): [str(piece) for piece in board.hand(color)] for color in Color},
        "stunned": str(board.stunned) if board.stunned else None,
        "queen_due_in": {letter(color): _queen_due_in(board, color) for color in Color},
        "repetitions": board.repetition_count(),
    }
    return _JSON.encode(position)[:-1] + _NO_MOVES


def with_moves(position: str, board: BaseBoard) -> str:
    """Return the output of `position_text` with the legal moves."""
    if native := _native(board):
        return native.turn_json(with_moves=True)
    moves = {"movable": _movable(board), "immobile": _immobile(board)}
    return f"{position.removesuffix(_NO_MOVES)},{_JSON.encode(moves)[1:]}"


def _native(board: BaseBoard) -> fast.Board | None:
    """Return the board if it is the C++ board."""
    if BACKEND != "native":
        return None
    from beespace import fast

    return board if isinstance(board, fast.Board) else None


def played_move(board: BaseBoard, move: Move, spent_ms: int | None = None) -> PlayedMove:
    """Return a legal move as a message, given the board before the move."""
    text = board.uhp(move)
    if isinstance(move, Pass):
        return PlayedMove(text=text, spent_ms=spent_ms)
    origin = board.location(move.piece)
    way = way_of(board, move)
    return PlayedMove(
        text=text,
        piece=str(move.piece),
        origin=_pair(origin) if origin is not None else None,
        to=way.to,
        path=way.path,
        thrower=way.thrower,
        spent_ms=spent_ms,
    )


def way_of(board: BaseBoard, move: Place | Relocate) -> Way:
    """Return the way of a legal move. The piece's own way takes precedence over a throw."""
    way = board.way(move)
    thrower = str(way.thrower) if way.thrower else None
    return Way(to=_pair(way.to), path=[_pair(hex) for hex in way.path], thrower=thrower)


def why_not(reason: Reason) -> WhyNot:
    """Return a reason as a message."""
    return WhyNot(**_why_not(reason))


def _why_not(reason: Reason) -> dict[str, Any]:
    return {
        "code": reason.code.value,
        "text": reason.text,
        "pieces": [str(piece) for piece in reason.pieces],
        "hexes": reason.hexes,
        "parts": [[str(piece) for piece in part] for part in reason.parts],
    }


def remark_of(remark: remarks.Remark | None) -> Remark | None:
    """Return a remark as a message."""
    if remark is None:
        return None
    return Remark(
        mood=remark.mood,
        deed=remark.deed,
        piece=str(remark.piece),
        origin=_pair(remark.origin) if remark.origin is not None else None,
        to=_pair(remark.to),
        thrower=str(remark.thrower) if remark.thrower is not None else None,
        pieces=[str(piece) for piece in remark.pieces],
        hexes=[_pair(hex) for hex in remark.hexes],
        count=remark.count,
    )


def letter(color: Color) -> ColorLetter:
    """Return the letter of a colour in messages."""
    return "w" if color is Color.WHITE else "b"


def _movable(board: BaseBoard) -> list[dict[str, Any]]:
    drawing = _moves_that_draw(board)
    movable = []
    for piece, ways in groupby(board.ways(), key=itemgetter(0)):
        shown: dict[Hex, dict[str, Any]] = {}
        for _, to, path, thrower in ways:
            if to not in shown:
                by = str(thrower) if thrower else None
                ends = (piece, to) in drawing
                shown[to] = {"to": to, "path": path, "thrower": by, "ends_by_repetition": ends}
        movable.append({"piece": str(piece), "ways": list(shown.values())})
    return movable


def _immobile(board: BaseBoard) -> list[dict[str, Any]]:
    return [
        {"piece": str(piece), "why": _why_not(reason)} for piece, reason in board.immobile().items()
    ]


def _moves_that_draw(board: BaseBoard) -> set[tuple[Piece, Hex]]:
    """Return the moves that repeat a position for the third time, if that is a draw."""
    if board.ruleset.repetition == "none" or board.ply < _PLIES_BEFORE_REPETITION:
        return set()
    after = board.copy()
    if _has_placed_lately(after.copy()):
        return set()
    drawing = set()
    for move in board.legal_moves:
        if isinstance(move, Relocate):
            after.push_unchecked(move)
            if after.repetition_count() >= 3:
                drawing.add((move.piece, move.to))
            after.pop()
    return drawing


def _has_placed_lately(past: BaseBoard) -> bool:
    """Return whether a recent placement rules out a third repetition."""
    try:
        return any(isinstance(past.pop(), Place) for _ in range(_PLIES_BEFORE_REPETITION))
    except IndexError:  # the board started from a position
        return True


def _queen_due_in(board: BaseBoard, color: Color) -> int | None:
    if board.location(Piece.parse(f"{color.value}Q")) is not None:
        return None
    # On Black's turn, White's next turn has a higher number; all others have the current one.
    has_begun = color is Color.WHITE and board.turn is Color.BLACK
    next_turn = board.turn_number + has_begun
    return max(LAST_TURN_FOR_QUEEN - next_turn + 1, 1)


def _pair(hex: Hex) -> HexPair:
    return (hex.q, hex.r)
