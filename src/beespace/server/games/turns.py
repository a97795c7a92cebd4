"""Boards as messages: the position, all that can be done in it, and what has been played.

The only place where the rules are turned into what the page shows. It asks the board a few large
questions instead of many small ones: benchmarks/turn_cost.py says what a turn costs.
"""

from __future__ import annotations

from beespace.rules import BaseBoard, Color, Hex, Move, Pass, Piece, Place, Reason, Relocate
from beespace.rules.position import LAST_TURN_FOR_QUEEN
from beespace.server.messages import (
    ColorLetter,
    HexPair,
    ImmobilePiece,
    MovablePiece,
    PlayedMove,
    StackOfPieces,
    Turn,
    Way,
    WhyNot,
)

# The third occurrence of a position needs two rounds of four plies without a placement.
_PLIES_BEFORE_REPETITION = 7


def turn_of(board: BaseBoard, *, is_over: bool = False) -> Turn:
    """The position of a board and what the player to move can do, which is nothing if it is over.

    A game can be over although the board does not show it: somebody resigned.
    """
    return Turn(
        ply=board.ply,
        color=letter(board.turn),
        number=board.turn_number,
        stacks=_stacks(board),
        hands={letter(color): [str(piece) for piece in board.hand(color)] for color in Color},
        movable=[] if is_over else _movable(board),
        immobile=[] if is_over else _immobile(board),
        stunned=str(board.stunned) if board.stunned else None,
        queen_due_in={letter(color): _queen_due_in(board, color) for color in Color},
        repetitions=board.repetition_count(),
    )


def played_move(board: BaseBoard, move: Move, spent_ms: int | None = None) -> PlayedMove:
    """What the record says of a legal move, asked on the board before it is played."""
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
    """The way of a legal move; the piece's own, if it can also be thrown there."""
    return next(way for way in _ways(board, move.piece) if way.to == tuple(move.to))


def why_not(reason: Reason) -> WhyNot:
    """A reason as a message."""
    return WhyNot(
        code=reason.code.value,
        text=reason.text,
        pieces=[str(piece) for piece in reason.pieces],
        hexes=[_pair(hex) for hex in reason.hexes],
        parts=[[str(piece) for piece in part] for part in reason.parts],
    )


def letter(color: Color) -> ColorLetter:
    """A colour as messages name it."""
    return "w" if color is Color.WHITE else "b"


def _stacks(board: BaseBoard) -> list[StackOfPieces]:
    return [
        StackOfPieces(hex=_pair(hex), pieces=[str(piece) for piece in board.stack(hex)])
        for hex in board.hexes()
    ]


def _movable(board: BaseBoard) -> list[MovablePiece]:
    drawing = _moves_that_draw(board)
    movable = []
    for piece, entries in board.ways().items():
        ways: dict[Hex, Way] = {}
        for thrower, paths in entries:
            for to, path in paths.items():
                if to not in ways:
                    ways[to] = Way(
                        to=_pair(to),
                        path=[_pair(hex) for hex in path],
                        thrower=str(thrower) if thrower else None,
                        ends_by_repetition=(piece, to) in drawing,
                    )
        movable.append(MovablePiece(piece=str(piece), ways=list(ways.values())))
    return movable


def _ways(board: BaseBoard, piece: Piece) -> list[Way]:
    return [
        Way(
            to=_pair(to),
            path=[_pair(hex) for hex in path],
            thrower=str(thrower) if thrower else None,
        )
        for thrower, paths in board.ways(piece).get(piece, [])
        for to, path in paths.items()
    ]


def _immobile(board: BaseBoard) -> list[ImmobilePiece]:
    return [
        ImmobilePiece(piece=str(piece), why=why_not(reason))
        for piece, reason in board.immobile().items()
    ]


def _moves_that_draw(board: BaseBoard) -> set[tuple[Piece, Hex]]:
    """The moves after which a position would stand for the third time, where that is a draw."""
    if board.ruleset.repetition == "none" or not _has_stood_twice_for_the_other(board):
        return set()
    drawing = set()
    after = board.copy()
    for move in board.legal_moves:
        if isinstance(move, Relocate):
            after.push_unchecked(move)
            if after.repetition_count() >= 3:
                drawing.add((move.piece, move.to))
            after.pop()
    return drawing


def _has_stood_twice_for_the_other(board: BaseBoard) -> bool:
    """Whether a move can lead to a position for the third time: seldom, and quickly found out."""
    moves = board.moves
    recent = moves[-_PLIES_BEFORE_REPETITION:]
    if len(recent) < _PLIES_BEFORE_REPETITION or any(isinstance(m, Place) for m in recent):
        return False
    past = board.copy()
    for move in reversed(moves):
        past.pop()
        if isinstance(move, Place):  # what stood before it can never come again
            return False
        if past.turn is not board.turn and past.repetition_count() >= 2:
            return True
    return False


def _queen_due_in(board: BaseBoard, color: Color) -> int | None:
    if board.location(Piece.parse(f"{color.value}Q")) is not None:
        return None
    # Black's next turn has the number of White's present one, White's next one more than Black's.
    has_begun = color is Color.WHITE and board.turn is Color.BLACK
    next_turn = board.turn_number + has_begun
    return max(LAST_TURN_FOR_QUEEN - next_turn + 1, 1)


def _pair(hex: Hex) -> HexPair:
    return (hex.q, hex.r)
